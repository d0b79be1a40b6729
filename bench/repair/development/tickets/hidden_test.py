import unittest

from tickets import Board, Ticket, burn_down


class HiddenTest(unittest.TestCase):
    def test_log_grows(self):
        ticket = Ticket("a")
        ticket.move("doing")
        ticket.move("closed")
        ticket.move("open")
        self.assertEqual(ticket.log, [("open", "doing"), ("doing", "closed"), ("closed", "open")])
        self.assertEqual(ticket.status, "open")

    def test_closed_stays_closed(self):
        ticket = Ticket("a")
        ticket.move("closed")
        self.assertFalse(ticket.move("closed"))
        self.assertFalse(ticket.move("review"))
        self.assertEqual(ticket.status, "closed")

    def test_many_titles(self):
        board = Board()
        board.add(Ticket("a"))
        board.add(Ticket("b"))
        with self.assertRaises(ValueError):
            board.add(Ticket("a"))
        self.assertEqual(len(board.tickets), 2)

    def test_oldest_of_equals(self):
        board = Board()
        first = board.add(Ticket("a", 1))
        board.add(Ticket("b", 1))
        self.assertIs(board.next(), first)

    def test_all_closed(self):
        board = Board()
        board.add(Ticket("a")).move("closed")
        self.assertIsNone(board.next())

    def test_no_tags_wanted(self):
        board = Board()
        board.add(Ticket("a"))
        self.assertEqual(len(board.tagged()), 1)

    def test_tags_of_none(self):
        self.assertEqual(Board().tagged("x"), [])

    def test_summary_of_many(self):
        board = Board()
        for n in range(4):
            board.add(Ticket(str(n)))
        self.assertEqual(board.summary(), {"open": 4})

    def test_burn_down_exact(self):
        self.assertEqual(burn_down([5, 5], 10), [5, 0])
        self.assertEqual(burn_down([], 3), [])


if __name__ == "__main__":
    unittest.main()
