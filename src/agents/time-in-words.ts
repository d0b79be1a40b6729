const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

const PATTERN = new RegExp(
  [
    /^(?:(?<month>[a-z]{3})[a-z]* (?<day>\d{1,2})(?:st|nd|rd|th)?(?:,? (?<year>\d{4}))?,? (?:at )?)?/,
    /(?<hour>\d{1,2})(?::(?<minute>\d{2}))? ?(?<half>am|pm)?\.?/,
    /(?: \((?<zone>[\w+\-/]{1,40})\))?\.?$/,
  ]
    .map(({ source }) => source)
    .join(''),
  'i',
);

/**
 * `5pm (Europe/Vilnius)`, `3:30pm`, `Jan 15th, 2030 11:13 AM`: the next such moment after now, in milliseconds since the
 * epoch. Seconds are left out of such words, so within the named minute its end is meant. Where no zone is named, this
 * machine's holds. Null where the words are no time.
 */
export function timeInWords(words: string, now: number): number | null {
  const found = PATTERN.exec(words.trim())?.groups;
  if (!found) return null;
  const minute = Number(found.minute ?? 0);
  const hour = hourOf(Number(found.hour), found.half?.toLowerCase());
  const zone = found.zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (hour === null || minute > 59 || !isZone(zone)) return null;
  const today = partsAt(now, zone);
  if (!found.month) {
    const at = unlessPast(momentIn({ ...today, hour, minute }, zone), now);
    return at > now ? at : momentIn({ ...today, day: today.day + 1, hour, minute }, zone);
  }
  const month = MONTHS.indexOf(found.month.toLowerCase());
  if (month < 0) return null;
  const date = { year: Number(found.year ?? today.year), month: month + 1, day: Number(found.day), hour, minute };
  const at = unlessPast(momentIn(date, zone), now);
  const longPast = !found.year && at < now - DAY_MS;
  return longPast ? momentIn({ ...date, year: date.year + 1 }, zone) : at;
}

/** The moment itself, or the end of the minute it names where that has begun. */
function unlessPast(at: number, now: number): number {
  return at <= now && now < at + MINUTE_MS ? at + MINUTE_MS : at;
}

interface Parts {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
}

function hourOf(hour: number, half: string | undefined): number | null {
  if (half === undefined) return hour <= 23 ? hour : null;
  if (hour < 1 || hour > 12) return null;
  return (hour % 12) + (half === 'pm' ? 12 : 0);
}

function isZone(zone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }));
  } catch {
    return false;
  }
}

function partsAt(at: number, zone: string): Parts {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  });
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const { year = 1970, month = 1, day = 1, hour = 0, minute = 0 } = parts;
  return { year, month, day, hour, minute };
}

/** The zone's offset is looked up at the guess, then once more at the corrected one: it may change in between. */
function momentIn(parts: Parts, zone: string): number {
  const wall = utc(parts);
  let at = wall;
  for (let tries = 0; tries < 2; tries++) at = wall - (utc(partsAt(at, zone)) - at);
  return at;
}

function utc({ year, month, day, hour, minute }: Parts): number {
  return Date.UTC(year, month - 1, day, hour, minute);
}
