import unittest

from power_set import power_set


class VisibleTest(unittest.TestCase):
    def test_two(self):
        self.assertEqual(power_set([1, 2]), [[], [2], [1], [1, 2]])

    def test_none(self):
        self.assertEqual(power_set([]), [[]])


if __name__ == "__main__":
    unittest.main()
