from csv_report import column_widths, group, parse, render, top, total


def test_only_head():
    assert parse("a,b\n") == []


def test_two_rows():
    assert parse("a\n1\n2") == [{"a": "1"}, {"a": "2"}]


def test_short_row():
    assert parse("a,b\n1") == [{"a": "1"}]


def test_total_of_none():
    assert total([], "x") == 0


def test_total_negative():
    assert total([{"x": "-1"}, {"x": "3"}], "x") == 2.0


def test_group_of_three():
    rows = [{"k": "a", "v": "1"}, {"k": "b", "v": "2"}, {"k": "a", "v": "3"}]
    assert [len(group) for group in group(rows, "k").values()] == [2, 1]


def test_width_of_head():
    assert column_widths([{"longname": "x"}]) == {"longname": 8}


def test_width_grows_and_stays():
    assert column_widths([{"a": "xxxx"}, {"a": "y"}]) == {"a": 4}


def test_render_aligns():
    assert render([{"a": "xxx", "b": "1"}, {"a": "y", "b": "2"}]) == "a    b\nxxx  1\ny    2"


def test_top_three_by_default():
    rows = [{"x": str(n)} for n in range(6)]
    assert [row["x"] for row in top(rows, "x")] == ["5", "4", "3"]


def test_top_by_number():
    assert top([{"x": "9"}, {"x": "10"}], "x", 1) == [{"x": "10"}]
