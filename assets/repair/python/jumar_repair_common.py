"""What the drivers of pytest and unittest share: facts, the plan that says when to stop, and which lines a test runs."""
import faulthandler
import json
import os
import sys
import time

ROOT = os.path.realpath(os.getcwd())
TRACED = bool(os.environ.get("JUMAR_REPAIR_TRACE"))
_state = {"out": None, "plan": None, "must_pass": set(), "allowed": 0}
_lines = {}
_skipped = (os.sep + "site-packages" + os.sep, os.sep + ".venv" + os.sep)


def _begun():
    """Read when first needed: the process may have been forked from one that knew of no plan yet."""
    if _state["out"] is None:
        _state["out"] = open(os.environ["JUMAR_REPAIR_FACTS"], "a", encoding="utf-8")
        if os.environ.get("JUMAR_REPAIR_PLAN"):
            with open(os.environ["JUMAR_REPAIR_PLAN"], encoding="utf-8") as file:
                plan = json.load(file)
            _state.update(plan=plan, must_pass=set(plan["mustPass"]), allowed=plan["allowed"])
    return _state


def write(**fact):
    out = _begun()["out"]
    out.write(json.dumps(fact) + "\n")
    out.flush()


def relative(path):
    real = os.path.realpath(path)
    return real[len(ROOT) + 1 :] if real.startswith(ROOT + os.sep) else path


def planned(path):
    plan = _begun()["plan"]
    return plan is None or relative(path) in plan["files"]


def wanted(name, path):
    if not planned(path):
        return False
    only = (_state["plan"] or {}).get("only")
    return only is None or "%s › %s" % (relative(path), name) in only


def told(name, file, status, error=None):
    """Writes one test's result, and ends the process where the rest cannot matter."""
    identity = "%s › %s" % (file, name)
    write(ev="test", name=name, file=file, status=status, error=error)
    if status != "failed" or _state["plan"] is None:
        return
    if identity in _state["must_pass"]:
        _stop("%s passed before" % name)
    _state["allowed"] -= 1
    if _state["allowed"] < 0:
        _stop("too many failures to be better")


def _stop(reason):
    write(ev="stopped", reason=reason)
    os._exit(1)


def error_of(exception, traceback):
    """The message, and the frames as Python would show them."""
    frames = []
    while traceback is not None:
        frames.append('File "%s", line %d' % (traceback.tb_frame.f_code.co_filename, traceback.tb_lineno))
        traceback = traceback.tb_next
    return {"message": ("%s: %s" % (type(exception).__name__, exception))[:2000], "stack": "\n".join(frames)[-6000:]}


def begin(name, file):
    """Says which test is at work now, and where it hangs, should it never tell more."""
    write(ev="begun", name=name, file=file, at=time.time())
    if os.environ.get("JUMAR_REPAIR_PATIENCE"):
        faulthandler.dump_traceback_later(float(os.environ["JUMAR_REPAIR_PATIENCE"]), file=_state["out"])
    if TRACED:
        _lines.clear()
        sys.settrace(_trace)


def end(name, file):
    faulthandler.cancel_dump_traceback_later()
    if TRACED:
        sys.settrace(None)
        write(ev="covered", name=name, file=file, lines={path: sorted(lines) for path, lines in _lines.items()})


def _trace(frame, event, _):
    path = frame.f_code.co_filename
    if not path.startswith(ROOT) or any(part in path for part in _skipped):
        return None
    lines = _lines.setdefault(path, set())

    def local(inner, kind, _):
        if kind == "line":
            lines.add(inner.f_lineno)
        return local

    return local
