"""Wraps the methods of unittest.TestResult by which every runner is told how a test went."""
import os
import sys

from jumar_probe_record import Record

STATUS = {
    "addSuccess": "passed",
    "addFailure": "failed",
    "addError": "failed",
    "addSkip": "skipped",
    "addExpectedFailure": "xfail",
    "addUnexpectedSuccess": "failed",
}
_state = {"record": None, "runs": 0}


def attach(module):
    result = module.TestResult
    for method, status in STATUS.items():
        _wrap(result, method, status)

    add_subtest = result.addSubTest

    def addSubTest(self, test, subtest, err):
        if err is not None:
            _told(subtest, "failed", err, parent=_id(test))
        return add_subtest(self, test, subtest, err)

    result.addSubTest = addSubTest
    start, stop = result.startTestRun, result.stopTestRun

    def startTestRun(self):
        _begin()
        return start(self)

    def stopTestRun(self):
        outcome = stop(self)
        if _state["record"] is not None:
            _state["runs"] -= 1
            if _state["runs"] == 0:
                _state["record"].write(ev="end")
        return outcome

    result.startTestRun = startTestRun
    result.stopTestRun = stopTestRun


def _begin():
    if _state["record"] is None:
        if os.environ.get("JUMAR_PROBE_INSIDE"):
            return
        os.environ["JUMAR_PROBE_INSIDE"] = "1"
        _state["record"] = Record("unittest")
    _state["runs"] += 1


def _wrap(result, method, status):
    original = getattr(result, method)

    def told(self, test, *args, **kwargs):
        detail = args[0] if args else None
        _told(test, status, detail)
        return original(self, test, *args, **kwargs)

    told.__name__ = method
    setattr(result, method, told)


def _told(test, status, detail, parent=None):
    record = _state["record"]
    if record is None:
        return
    try:
        message = detail if isinstance(detail, str) else None
        if isinstance(detail, tuple) and len(detail) > 1 and detail[1] is not None:
            message = "%s: %s" % (type(detail[1]).__name__, detail[1])
        module = type(test if parent is None else test.test_case).__module__
        file = getattr(sys.modules.get(module), "__file__", None)
        fact = {"ev": "test", "id": _id(test), "status": status, "err": message and message[:2000]}
        fact.update(module=module, file=file and os.path.abspath(file))
        if parent is not None:
            fact["parent"] = parent
        record.write(**fact)
    except Exception:
        pass


def _id(test):
    try:
        return test.id()
    except Exception:
        return str(test)
