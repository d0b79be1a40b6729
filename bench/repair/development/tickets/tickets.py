class Ticket:
    def __init__(self, title, priority=2, tags=None):
        self.title = title
        self.priority = priority
        self.tags = set(tags or [])
        self.status = "open"
        self.log = []

    def move(self, status):
        """Closed tickets can only be opened again; True where it was moved."""
        if status == self.status:
            return False
        if self.status == "closed" and status != "open":
            return False
        self.log.append((self.status, status))
        self.status = status
        return True


class Board:
    def __init__(self):
        self.tickets = []

    def add(self, ticket):
        if any(other.title == ticket.title for other in self.tickets):
            raise ValueError(f"there is a ticket {ticket.title}")
        self.tickets.append(ticket)
        return ticket

    def next(self):
        """The open ticket of the highest priority (1 before 2), the oldest first."""
        waiting = [ticket for ticket in self.tickets if ticket.status == "open"]
        if not waiting:
            return None
        return min(waiting, key=lambda ticket: ticket.priority)

    def tagged(self, *tags):
        return [ticket for ticket in self.tickets if ticket.tags.issuperset(tags)]

    def summary(self):
        counts = {}
        for ticket in self.tickets:
            counts[ticket.status] = counts.get(ticket.status, 0) + 1
        return counts


def burn_down(closed_per_day, start):
    """What is left after each day, never less than nothing."""
    left = start
    result = []
    for closed in closed_per_day:
        left = max(0, left - closed)
        result.append(left)
    return result
