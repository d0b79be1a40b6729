# Found by way of PYTHONPATH in every Python of a measured command. Hands over to the sitecustomize that it hides, and hooks
# into pytest and unittest when (and only when) they are imported. Never raises. Runs on Python 2 too, where it only hands over.
import os
import sys

_here = os.path.dirname(os.path.abspath(__file__))


def _hand_over():
    paths = [path for path in sys.path if os.path.abspath(path or os.curdir) != _here]
    if sys.version_info < (3, 4):
        import imp

        found = imp.find_module("sitecustomize", paths)
        imp.load_module("sitecustomize", *found)
        return
    from importlib.machinery import PathFinder
    from importlib.util import module_from_spec

    spec = PathFinder.find_spec("sitecustomize", paths)
    if spec is not None and spec.loader is not None:
        module = module_from_spec(spec)
        sys.modules["sitecustomize"] = module
        spec.loader.exec_module(module)


class _Finder(object):
    """Loads a module as it would be loaded anyway, then lets the probe look at it."""

    hooks = {"_pytest.config": "jumar_probe_pytest", "unittest.result": "jumar_probe_unittest"}

    def find_spec(self, name, path=None, target=None):
        if name not in self.hooks:
            return None
        hook = self.hooks.pop(name)
        if not self.hooks:
            sys.meta_path.remove(self)
        from importlib.util import find_spec

        spec = find_spec(name)
        if spec is None or not hasattr(spec.loader, "exec_module"):
            return spec
        original = spec.loader.exec_module

        def exec_module(module):
            original(module)
            try:
                __import__(hook).attach(module)
            except Exception:
                pass

        spec.loader.exec_module = exec_module
        return spec


try:
    if sys.version_info >= (3, 5) and not os.environ.get("JUMAR_PROBE_INSIDE"):
        sys.meta_path.insert(0, _Finder())
except Exception:
    pass
try:
    _hand_over()
except ImportError:
    pass
