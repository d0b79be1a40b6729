"""What the tests of each file reached, from the contexts that pytest-cov recorded: one a test, and none while modules load."""
import json
import os


def knows_contexts(texts):
    """Older plugins do not know the flag, and a project's own contexts are left alone."""
    from importlib.util import find_spec

    if any("dynamic_context" in text for text in texts):
        return False
    # Read, not imported: pytest itself is still being loaded.
    with open(os.path.join(os.path.dirname(find_spec("pytest_cov").origin), "plugin.py")) as file:
        return "--cov-context" in file.read()


def write(files, root, target):
    from coverage import CoverageData

    data = CoverageData(basename=os.environ["COVERAGE_FILE"])
    data.read()
    tests = dict((os.path.join(root, file), {}) for file in files)
    for source in data.measured_files():
        for line, contexts in data.contexts_by_lineno(source).items():
            for test in set(os.path.join(root, context.split("::")[0]) for context in contexts if "::" in context):
                tests.setdefault(test, {}).setdefault(source, []).append(line)
    with open(os.path.join(target, "reach.json"), "w") as file:
        json.dump(tests, file)
