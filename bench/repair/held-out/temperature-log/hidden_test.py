import unittest

from temperature_log import daily_means, frost_days, hottest, longest_rise, parse_line, read_log


class HiddenTest(unittest.TestCase):
    def test_positive(self):
        self.assertEqual(parse_line("x 00:30;7"), ("x", 0, 7.0))

    def test_all_blank(self):
        self.assertEqual(read_log(["", "#"]), [])

    def test_order_kept(self):
        self.assertEqual([e[1] for e in read_log(["a 2:00;1", "a 1:00;1"])], [2, 1])

    def test_mean_rounded(self):
        self.assertEqual(daily_means([("a", 0, 1.0), ("a", 1, 1.0), ("a", 2, 2.0)]), {"a": 1.3})

    def test_no_means(self):
        self.assertEqual(daily_means([]), {})

    def test_frost_once(self):
        self.assertEqual(frost_days([("b", 1, -1.0), ("a", 1, -1.0), ("b", 2, -3.0)]), ["a", "b"])

    def test_rise_all(self):
        self.assertEqual(longest_rise([1, 2, 3, 4]), 3)

    def test_rise_none(self):
        self.assertEqual(longest_rise([4, 3, 2]), 0)

    def test_rise_empty(self):
        self.assertEqual(longest_rise([]), 0)

    def test_rise_late(self):
        self.assertEqual(longest_rise([5, 1, 2]), 1)

    def test_bounds(self):
        entries = [("a", 3, 1.0), ("a", 6, 2.0), ("a", 7, 9.0)]
        self.assertEqual(hottest(entries, between=(3, 6)), ("a", 6, 2.0))
        self.assertEqual(hottest(entries, between=(7, 7)), ("a", 7, 9.0))

    def test_last_hour(self):
        self.assertEqual(hottest([("a", 23, 1.0)]), ("a", 23, 1.0))


if __name__ == "__main__":
    unittest.main()
