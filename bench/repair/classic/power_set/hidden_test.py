import unittest

from power_set import power_set


class HiddenTest(unittest.TestCase):
    def test_one(self):
        self.assertEqual(power_set(["a"]), [[], ["a"]])

    def test_count(self):
        self.assertEqual(len(power_set([1, 2, 3, 4])), 16)

    def test_three(self):
        self.assertEqual(power_set([1, 2, 3])[-1], [1, 2, 3])


if __name__ == "__main__":
    unittest.main()
