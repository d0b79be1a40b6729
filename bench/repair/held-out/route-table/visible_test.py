import pytest

from route_table import Router, match, normalise, query


def test_normalise():
    assert normalise("users//7/") == "/users/7"
    assert normalise("/") == "/"


def test_match_parameters():
    assert match("/users/:id", "/users/7/") == {"id": "7"}


def test_match_plain():
    assert match("/about", "about") == {}
    assert match("/about", "/contact") is None


def test_match_needs_the_same_length():
    assert match("/users/:id", "/users") is None
    assert match("/users", "/users/7") is None


@pytest.fixture
def router():
    router = Router()
    router.add("get", "/users/:id", lambda id: f"user {id}")
    router.add("post", "/users/:id", lambda id: f"changed {id}")
    router.add("get", "/", lambda: "home")
    return router


def test_dispatch(router):
    assert router.dispatch("GET", "/users/7") == "user 7"
    assert router.dispatch("post", "/users/7") == "changed 7"


def test_dispatch_without_parameters(router):
    assert router.dispatch("get", "/") == "home"


def test_no_route(router):
    with pytest.raises(LookupError):
        router.dispatch("delete", "/users/7")


def test_fallback():
    assert Router(fallback=lambda path: path.upper()).dispatch("get", "/x") == "/X"


def test_allowed(router):
    assert router.allowed("/users/1") == ["GET", "POST"]
    assert router.allowed("/nowhere") == []


def test_query():
    assert query("?a=1&b=x=y&c") == {"a": "1", "b": "x=y", "c": ""}
    assert query("") == {}
