import pytest

from route_table import Router, match, normalise, query


def test_empty():
    assert normalise("") == "/"


def test_two_parameters():
    assert match("/:a/x/:b", "/1/x/2") == {"a": "1", "b": "2"}


def test_middle_differs():
    assert match("/:a/x/:b", "/1/y/2") is None


def test_last_differs():
    assert match("/a/b", "/a/c") is None


def test_first_route_wins():
    router = Router()
    router.add("GET", "/:x", lambda x: 1)
    router.add("GET", "/a", lambda: 2)
    assert router.dispatch("GET", "/a") == 1


def test_right_method_later():
    router = Router()
    router.add("GET", "/a", lambda: 1)
    router.add("put", "/a", lambda: 2)
    assert router.dispatch("put", "/a") == 2


def test_message():
    with pytest.raises(LookupError, match="no route for get /x"):
        Router().dispatch("get", "/x")


def test_fallback_only_last():
    router = Router(fallback=lambda path: "fallback")
    router.add("get", "/a", lambda: "a")
    assert router.dispatch("get", "/a") == "a"
    assert router.dispatch("get", "/b") == "fallback"


def test_allowed_root():
    router = Router()
    router.add("get", "/", lambda: "")
    assert router.allowed("") == ["GET"]


def test_query_empty_parts():
    assert query("a=1&&b=") == {"a": "1", "b": ""}
