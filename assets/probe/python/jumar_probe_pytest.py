"""Registers a plugin with every plugin manager that pytest makes."""
import os

import jumar_probe_reach
from jumar_probe_record import OUT, Record

# Where coverage with a context a test goes; None where it is not collected.
reach_folder = None


def attach(config):
    try:
        ask_for_coverage()
    except Exception:
        pass
    from pluggy import HookimplMarker

    # Before pytest's own plugin reads the option.
    Plugin.pytest_configure = HookimplMarker("pytest")(tryfirst=True)(Plugin.pytest_configure)
    manager = config.PytestPluginManager
    original = manager.__init__

    def init(self, *args, **kwargs):
        original(self, *args, **kwargs)
        try:
            self.register(Plugin(), "jumar-probe")
        except Exception:
            pass

    manager.__init__ = init


def ask_for_coverage():
    """Only where pytest-cov is there, and neither the command nor the project uses it: its thresholds are the user's."""
    global reach_folder
    from importlib.util import find_spec
    import sys

    folder = os.path.join(os.path.dirname(OUT), "coverage")
    if not os.path.isdir(folder) or find_spec("pytest_cov") is None or os.environ.get("JUMAR_PROBE_INSIDE"):
        return
    texts = list(sys.argv) + [os.environ.get("PYTEST_ADDOPTS", "")]
    for name in ("pytest.ini", ".pytest.ini", "pyproject.toml", "tox.ini", "setup.cfg", ".coveragerc"):
        if os.path.exists(name):
            with open(name) as file:
                texts.append(file.read())
    if any("--cov" in text for text in texts):
        return
    target = os.path.join(folder, "pytest-%d" % os.getpid())
    os.mkdir(target)
    flags = "--cov=. --cov-report=json:%s --cov-fail-under=0" % os.path.join(target, "coverage.json")
    try:
        if jumar_probe_reach.knows_contexts(texts):
            flags += " --cov-context=test"
            reach_folder = target
    except Exception:
        pass
    os.environ.setdefault("COVERAGE_FILE", os.path.join(target, "data"))
    os.environ["PYTEST_ADDOPTS"] = (os.environ.get("PYTEST_ADDOPTS", "") + " " + flags).strip()


class Plugin(object):
    record = None
    root = None

    def __init__(self):
        self.files = set()

    def pytest_configure(self, config):
        """What the plugin records, pytest need not report as well."""
        report = getattr(config.option, "xmlpath", None)
        if report and os.path.dirname(report) == OUT and not os.environ.get("JUMAR_PROBE_INSIDE"):
            config.option.xmlpath = None

    # The names of the arguments are those that pytest looks for.
    def pytest_sessionstart(self, session):
        self.quietly(self.start, session)

    def pytest_collection_finish(self, session):
        self.quietly(self.collected, session)

    def pytest_collectreport(self, report):
        self.quietly(self.collect_report, report)

    def pytest_runtest_logreport(self, report):
        self.quietly(self.test_report, report)

    def pytest_sessionfinish(self, session, exitstatus):
        self.write(ev="end", exit=int(exitstatus))
        self.record = None

    def pytest_unconfigure(self, config):
        self.quietly(self.write_reach, config)

    def quietly(self, action, subject):
        """An exception in a plugin would end the user's run."""
        try:
            action(subject)
        except Exception:
            pass

    def start(self, session):
        # The workers of pytest-xdist report to their controller.
        if hasattr(session.config, "workerinput") or os.environ.get("JUMAR_PROBE_INSIDE"):
            return
        os.environ["JUMAR_PROBE_INSIDE"] = "1"
        self.record = Record("pytest")
        self.root = str(session.config.rootdir)

    def write(self, **fact):
        if self.record is not None:
            self.record.write(**fact)

    def collected(self, session):
        if not session.config.getoption("collectonly", False):
            self.write(ev="collected", count=len(session.items))

    def collect_report(self, report):
        if report.failed:
            self.write(ev="collect-error", id=report.nodeid, err=str(report.longrepr)[-2000:])

    def write_reach(self, config):
        if reach_folder is not None and self.root is not None:
            jumar_probe_reach.write(self.files, self.root, reach_folder)

    def test_report(self, report):
        self.files.add(report.nodeid.split("::")[0])
        if report.when != "call" and report.outcome == "passed":
            return
        self.write(
            ev="test",
            id=report.nodeid,
            when=report.when,
            outcome=report.outcome,
            ms=report.duration * 1000,
            err=str(report.longrepr)[-2000:] if report.failed else None,
        )
