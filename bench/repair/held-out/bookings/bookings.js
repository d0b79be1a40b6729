/** Half-open intervals in minutes since midnight: a booking ends when the next one may begin. */
export function overlaps(a, b) {
  return a.start < b.end && b.start < a.end;
}

export function isFree(bookings, wanted) {
  return !bookings.some((booking) => overlaps(booking, wanted));
}

export function book(bookings, wanted) {
  if (wanted.end <= wanted.start) throw new RangeError('a booking must take some time');
  if (!isFree(bookings, wanted)) return null;
  return [...bookings, wanted].sort((a, b) => a.start - b.start);
}

/** The gaps of a day that are at least `minutes` long. */
export function gaps(bookings, { opens, closes, minutes = 30 }) {
  const found = [];
  let free = opens;
  for (const { start, end } of bookings) {
    if (start - free >= minutes) found.push({ start: free, end: start });
    free = Math.max(free, end);
  }
  if (closes - free >= minutes) found.push({ start: free, end: closes });
  return found;
}

export function utilisation(bookings, { opens, closes }) {
  const taken = bookings.reduce((sum, { start, end }) => sum + (end - start), 0);
  return taken / (closes - opens);
}
