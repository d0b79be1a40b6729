import unittest

from tickets import Board, Ticket, burn_down


class TicketsTest(unittest.TestCase):
    def setUp(self):
        self.board = Board()
        self.first = self.board.add(Ticket("login fails", priority=2, tags=["bug", "web"]))
        self.second = self.board.add(Ticket("dark mode", priority=3, tags=["web"]))
        self.third = self.board.add(Ticket("data loss", priority=1, tags=["bug"]))

    def test_move(self):
        self.assertTrue(self.first.move("doing"))
        self.assertEqual(self.first.log, [("open", "doing")])

    def test_not_to_where_it_is(self):
        self.assertFalse(self.first.move("open"))
        self.assertEqual(self.first.log, [])

    def test_closed_can_be_opened_only(self):
        self.first.move("closed")
        self.assertFalse(self.first.move("doing"))
        self.assertTrue(self.first.move("open"))

    def test_open_can_be_closed(self):
        self.assertTrue(self.second.move("closed"))
        self.assertEqual(self.second.status, "closed")

    def test_titles_are_unique(self):
        with self.assertRaises(ValueError):
            self.board.add(Ticket("dark mode"))

    def test_next(self):
        self.assertIs(self.board.next(), self.third)
        self.third.move("doing")
        self.assertIs(self.board.next(), self.first)

    def test_nothing_next(self):
        self.assertIsNone(Board().next())

    def test_tagged(self):
        self.assertEqual(self.board.tagged("bug"), [self.first, self.third])
        self.assertEqual(self.board.tagged("bug", "web"), [self.first])

    def test_default_priority(self):
        self.assertEqual(Ticket("x").priority, 2)
        self.assertEqual(Ticket("x").tags, set())

    def test_summary(self):
        self.third.move("closed")
        self.assertEqual(self.board.summary(), {"open": 2, "closed": 1})

    def test_burn_down(self):
        self.assertEqual(burn_down([2, 3, 9, 1], 10), [8, 5, 0, 0])


if __name__ == "__main__":
    unittest.main()
