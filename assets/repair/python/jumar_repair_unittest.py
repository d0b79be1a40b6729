"""`python -m jumar_repair_unittest` takes what `python -m unittest` takes; runs the planned files only and stops early."""
import os
import sys
import unittest

from jumar_repair_common import begin, end, error_of, relative, told, wanted, write


def _file(test):
    path = getattr(sys.modules.get(type(test).__module__), "__file__", None)
    return relative(path) if path else "(nowhere)"


def _unloaded(test, error):
    """A module of tests that cannot be imported; its traceback is told in the message alone."""
    name = test.id().split("_FailedTest.", 1)[-1]
    path = name.replace(".", os.sep) + ".py"
    found = os.path.exists(path)
    error = error and {"message": error["message"], "stack": error["message"]}
    told("the file itself" if found else test.id(), path if found else "(nowhere)", "failed", error)


class _Result(unittest.TestResult):
    status = None
    error = None

    def startTest(self, test):
        super().startTest(test)
        self.status, self.error = "passed", None
        if not isinstance(test, unittest.loader._FailedTest):
            begin(test.id(), _file(test))

    def stopTest(self, test):
        super().stopTest(test)
        if isinstance(test, unittest.loader._FailedTest):
            return _unloaded(test, self.error)
        end(test.id(), _file(test))
        told(test.id(), _file(test), self.status, self.error)

    def _fail(self, error):
        self.status, self.error = "failed", error_of(error[1], error[2])

    def addError(self, test, err):
        super().addError(test, err)
        self._fail(err)

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self._fail(err)

    def addSubTest(self, test, subtest, err):
        super().addSubTest(test, subtest, err)
        if err is not None:
            self._fail(err)

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        self.status = "skipped"

    def addUnexpectedSuccess(self, test):
        super().addUnexpectedSuccess(test)
        self.status = "failed"


class _Runner:
    def run(self, suite):
        result = _Result()
        # Suites are kept whole: they own what is set up once for a class or a module.
        _select(suite)(result)
        write(ev="end")
        return result


def _select(suite):
    kept = unittest.TestSuite()
    for test in suite:
        if isinstance(test, unittest.TestSuite):
            kept.addTest(_select(test))
        elif isinstance(test, unittest.loader._FailedTest) or wanted(test.id(), sys.modules[type(test).__module__].__file__):
            kept.addTest(test)
    return kept


if __name__ == "__main__":
    sys.path.insert(0, os.getcwd())
    sys.argv[0] = "python -m unittest"
    unittest.main(module=None, testRunner=_Runner())
