def normalise(path):
    """Leading slash, no trailing one, no doubled ones."""
    parts = [part for part in path.split("/") if part]
    return "/" + "/".join(parts)


def match(pattern, path):
    """Parameters by name where the path fits the pattern; None where it does not."""
    wanted = normalise(pattern).split("/")[1:]
    given = normalise(path).split("/")[1:]
    if len(wanted) != len(given):
        return None
    params = {}
    for want, got in zip(wanted, given):
        if want.startswith(":"):
            params[want[1:]] = got
        elif want != got:
            return None
    return params


class Router:
    def __init__(self, fallback=None):
        self.routes = []
        self.fallback = fallback

    def add(self, method, pattern, handler):
        self.routes.append((method.upper(), pattern, handler))

    def dispatch(self, method, path):
        for known, pattern, handler in self.routes:
            params = match(pattern, path)
            if known == method.upper() and params is not None:
                return handler(**params)
        if self.fallback:
            return self.fallback(path)
        raise LookupError(f"no route for {method} {path}")

    def allowed(self, path):
        methods = {known for known, pattern, _ in self.routes if match(pattern, path) is not None}
        return sorted(methods)


def query(text):
    """'a=1&b=2' -> {'a': '1', 'b': '2'}; a name without a value is empty."""
    found = {}
    for part in text.lstrip("?").split("&"):
        if not part:
            continue
        name, _, value = part.partition("=")
        found[name] = value
    return found
