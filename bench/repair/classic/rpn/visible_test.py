import unittest

from rpn import evaluate


class VisibleTest(unittest.TestCase):
    def test_sum(self):
        self.assertEqual(evaluate("3 4 +".split()), 7.0)

    def test_difference(self):
        self.assertEqual(evaluate("7 2 -".split()), 5.0)

    def test_nested(self):
        self.assertEqual(evaluate("3 5 + 7 2 - *".split()), 40.0)


if __name__ == "__main__":
    unittest.main()
