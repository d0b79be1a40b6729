import unittest

from rpn import evaluate


class HiddenTest(unittest.TestCase):
    def test_quotient(self):
        self.assertEqual(evaluate("2 8 /".split()), 0.25)

    def test_one(self):
        self.assertEqual(evaluate(["4"]), 4.0)

    def test_negative(self):
        self.assertEqual(evaluate("1 2 3 - -".split()), 2.0)


if __name__ == "__main__":
    unittest.main()
