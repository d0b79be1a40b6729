import unittest

from flatten import flatten


class HiddenTest(unittest.TestCase):
    def test_empty_inside(self):
        self.assertEqual(flatten([[], [[]]]), [])

    def test_deep(self):
        self.assertEqual(flatten([[[[5]]]]), [5])

    def test_words(self):
        self.assertEqual(flatten(["ab", ["c"]]), ["ab", "c"])


if __name__ == "__main__":
    unittest.main()
