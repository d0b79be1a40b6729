import pytest

from csv_report import column_widths, group, parse, render, top, total

TEXT = """name, city, amount
ann, rome, 10.5

bob, oslo, 2
cat, rome, 7.5
"""


@pytest.fixture
def rows():
    return parse(TEXT)


def test_parse(rows):
    assert rows[0] == {"name": "ann", "city": "rome", "amount": "10.5"}
    assert len(rows) == 3


def test_parse_nothing():
    assert parse("") == []


def test_other_separator():
    assert parse("a;b\n1;2", separator=";") == [{"a": "1", "b": "2"}]


def test_total(rows):
    assert total(rows, "amount") == 20.0


def test_total_skips_missing():
    assert total([{"x": "1"}, {"x": ""}, {}], "x") == 1.0


def test_group(rows):
    groups = group(rows, "city")
    assert [row["name"] for row in groups["rome"]] == ["ann", "cat"]
    assert list(groups) == ["rome", "oslo"]


def test_widths():
    assert column_widths([{"id": "1", "text": "a long one"}, {"id": "200", "text": "x"}]) == {"id": 3, "text": 10}


def test_render():
    assert render([{"id": "1", "city": "rome"}, {"id": "22"}]) == "id  city\n1   rome\n22"


def test_render_nothing():
    assert render([]) == ""


def test_top(rows):
    assert [row["name"] for row in top(rows, "amount", 2)] == ["ann", "cat"]
