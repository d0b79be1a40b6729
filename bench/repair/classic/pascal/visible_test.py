import unittest

from pascal import pascal


class VisibleTest(unittest.TestCase):
    def test_four(self):
        self.assertEqual(pascal(4), [[1], [1, 1], [1, 2, 1], [1, 3, 3, 1]])

    def test_none(self):
        self.assertEqual(pascal(0), [])


if __name__ == "__main__":
    unittest.main()
