"""Keeps a Python warm that has loaded the test framework and nothing of the project, and forks it for every run.

`python jumar_repair_server.py pytest|unittest arguments…`; a request is a line of JSON on stdin, the answer a line on stdout.
"""
import gc
import importlib
import json
import os
import resource
import select
import signal
import sys

import collections, contextlib, datetime, decimal, enum, functools, itertools, json, math, random, re, statistics, string, typing, unittest  # noqa: E401,F401

framework, arguments = sys.argv[1], sys.argv[2:]
# pytest captures and prints to what it can get hold of.
requests, answers = os.fdopen(os.dup(0)), os.dup(1)
os.dup2(os.open(os.devnull, os.O_RDWR), 0)
os.dup2(0, 1)
config = None
if framework == "pytest":
    import pytest
    from _pytest.config import _prepareconfig

    os.environ["PYTEST_ADDOPTS"] = os.environ.get("PYTEST_ADDOPTS", "") + " --assert=plain --tb=no"
    config = _prepareconfig(list(arguments), [])
    # Where its set-up loaded code of the project, a fork would not see that code change.
    if any((getattr(module, "__file__", None) or "").startswith(os.getcwd() + os.sep) for module in list(sys.modules.values())):
        config = None


def child(request):
    os.setpgid(0, 0)
    # Should nobody be left to end it: neither a loop without end nor a wait outlives its time by much.
    seconds = int(request["timeoutMs"] / 1000) + 2
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    signal.alarm(seconds)
    null = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(null, descriptor)
    os.environ.update(request["env"])
    sys.path[0] = os.getcwd()
    sys.argv[1:] = arguments
    try:
        if config is not None:
            config.hook.pytest_cmdline_main(config=config)
        elif framework == "pytest":
            os.execvp(sys.executable, [sys.executable, "-m", "pytest", *arguments])
        else:
            import jumar_repair_unittest

            unittest.main(module=None, argv=["python -m unittest"] + arguments, testRunner=jumar_repair_unittest._Runner())
    finally:
        if request["learn"]:
            with open(request["env"]["JUMAR_REPAIR_FACTS"] + ".modules", "w") as file:
                json.dump(foreign(), file)
        os._exit(0)


def foreign():
    """What is loaded and not of the project."""
    here = os.getcwd() + os.sep
    loaded = [(name, getattr(module, "__file__", None) or "") for name, module in list(sys.modules.items())]
    return [name for name, file in loaded if file and not file.startswith(here)]


def learn(path):
    """Loads what the first run had to load, so that no later one needs to; what is loaded need not be looked through again."""
    try:
        with open(path) as file:
            names = json.load(file)
        os.remove(path)
    except (OSError, ValueError):
        return
    for name in names:
        try:
            importlib.import_module(name)
        except BaseException:
            pass
    gc.freeze()


def attend(pid, seconds):
    """Waits for the child, and ends it and what it started when its time is up."""
    ended = "exited"
    while True:
        done, _ = os.waitpid(pid, os.WNOHANG)
        if done:
            break
        ready, _, _ = select.select([reader], [], [], seconds)
        if not ready:
            ended = "timeout"
            break
        os.read(reader, 64)
    try:
        os.killpg(pid, signal.SIGKILL)
    except OSError:
        pass
    if ended == "timeout":
        os.waitpid(pid, 0)
    return ended


reader, writer = os.pipe()
os.set_blocking(reader, False)
os.set_blocking(writer, False)
signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
signal.signal(signal.SIGCHLD, lambda *_: None)
first = True
for line in requests:
    asked = dict(json.loads(line), learn=first)
    made = os.fork()
    if made == 0:
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        child(asked)
    os.write(answers, (json.dumps({"ended": attend(made, asked["timeoutMs"] / 1000)}) + "\n").encode())
    if first:
        first = False
        learn(asked["env"]["JUMAR_REPAIR_FACTS"] + ".modules")
