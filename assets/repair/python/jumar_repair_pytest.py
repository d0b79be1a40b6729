"""A plugin of pytest that runs the planned files only, tells each result as it comes, and stops early."""
import pytest
from jumar_repair_common import begin, end, error_of, planned, relative, told, wanted, write

_failed = set()


def _place(nodeid, path):
    return nodeid.split("::", 1)[1] if "::" in nodeid else nodeid, relative(str(path))


def pytest_ignore_collect(collection_path):
    """Other files need not even be loaded; None leaves the decision to the project."""
    isolated = collection_path.is_file() and collection_path.name != "__init__.py"
    return True if isolated and not planned(str(collection_path)) else None


def pytest_collection_modifyitems(items):
    items[:] = [item for item in items if wanted(_place(item.nodeid, item.path)[0], str(item.path))]


def pytest_collectreport(report):
    if report.failed and getattr(report, "fspath", None):
        error = {"message": str(report.longrepr)[-2000:], "stack": str(report.longrepr)[-6000:]}
        told("the file itself", relative(report.nodeid.split("::")[0]), "failed", error)


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_call(item):
    place = _place(item.nodeid, item.path)
    begin(*place)
    yield
    end(*place)


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    outcome = yield
    report = outcome.get_result()
    name, file = _place(item.nodeid, item.path)
    if report.failed and item.nodeid not in _failed:
        _failed.add(item.nodeid)
        told(name, file, "failed", error_of(call.excinfo.value, call.excinfo.tb) if call.excinfo else None)
    elif report.skipped:
        told(name, file, "skipped")
    elif report.when == "call" and report.passed:
        told(name, file, "passed")


def pytest_sessionfinish():
    write(ev="end")
