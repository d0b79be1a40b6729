import unittest

from temperature_log import daily_means, frost_days, hottest, longest_rise, parse_line, read_log

ENTRIES = [("d1", 6, -2.0), ("d1", 14, 5.0), ("d2", 6, 1.0), ("d2", 15, 9.5), ("d3", 3, -0.5)]


class TemperatureLogTest(unittest.TestCase):
    def test_line(self):
        self.assertEqual(parse_line("2024-01-05 14:00;-3.5\n"), ("2024-01-05", 14, -3.5))

    def test_blank_and_comment(self):
        self.assertIsNone(parse_line("  \n"))
        self.assertIsNone(parse_line("# sensor replaced"))

    def test_log(self):
        self.assertEqual(len(read_log(["a 1:00;2", "", "# x", "a 2:00;3"])), 2)

    def test_means(self):
        self.assertEqual(daily_means(ENTRIES), {"d1": 1.5, "d2": 5.2, "d3": -0.5})

    def test_frost(self):
        self.assertEqual(frost_days(ENTRIES), ["d1", "d3"])

    def test_no_frost_at_zero(self):
        self.assertEqual(frost_days([("d1", 0, 0.0)]), [])

    def test_rise(self):
        self.assertEqual(longest_rise([1, 2, 3, 2, 3, 4, 5, 1]), 3)
        self.assertEqual(longest_rise([3, 3, 3]), 0)

    def test_hottest(self):
        self.assertEqual(hottest(ENTRIES), ("d2", 15, 9.5))

    def test_hottest_between(self):
        self.assertEqual(hottest(ENTRIES, between=(3, 6)), ("d2", 6, 1.0))

    def test_hottest_of_none(self):
        self.assertIsNone(hottest([], between=(1, 2)))


if __name__ == "__main__":
    unittest.main()
