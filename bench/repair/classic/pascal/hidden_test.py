import unittest

from pascal import pascal


class HiddenTest(unittest.TestCase):
    def test_one(self):
        self.assertEqual(pascal(1), [[1]])

    def test_sixth(self):
        self.assertEqual(pascal(6)[5], [1, 5, 10, 10, 5, 1])

    def test_two(self):
        self.assertEqual(pascal(2), [[1], [1, 1]])


if __name__ == "__main__":
    unittest.main()
