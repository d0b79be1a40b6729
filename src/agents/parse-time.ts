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
 * `5pm (Europe/Vilnius)`, `3:30pm`, `Jan 15th, 2030 11:13 AM`: the next moment after now that fits, in milliseconds since
 * the epoch. The text has no seconds, so during the named minute the result is the end of that minute. Without a zone,
 * the machine's own zone applies. Null if the text is not a time.
 */
export function parseTime(words: string, now: number): number | null {
  const groups = PATTERN.exec(words.trim())?.groups;
  if (!groups) return null;
  const minute = Number(groups.minute ?? 0);
  const hour = hourOf(Number(groups.hour), groups.half?.toLowerCase());
  const zone = groups.zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (hour === null || minute > 59 || !isZone(zone)) return null;
  const today = partsAt(now, zone);
  if (!groups.month) {
    const at = endOfCurrentMinute(momentIn({ ...today, hour, minute }, zone), now);
    return at > now ? at : momentIn({ ...today, day: today.day + 1, hour, minute }, zone);
  }
  const month = MONTHS.indexOf(groups.month.toLowerCase());
  if (month < 0) return null;
  const date = { year: Number(groups.year ?? today.year), month: month + 1, day: Number(groups.day), hour, minute };
  const at = endOfCurrentMinute(momentIn(date, zone), now);
  const isLongPast = !groups.year && at < now - DAY_MS;
  return isLongPast ? momentIn({ ...date, year: date.year + 1 }, zone) : at;
}

/** The moment itself, or the end of its minute if that minute has begun. */
function endOfCurrentMinute(at: number, now: number): number {
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

/** Looks up the zone's offset at the guess, then again at the corrected time, because it may change in between. */
function momentIn(parts: Parts, zone: string): number {
  const wall = utc(parts);
  let at = wall;
  for (let tries = 0; tries < 2; tries++) at = wall - (utc(partsAt(at, zone)) - at);
  return at;
}

function utc({ year, month, day, hour, minute }: Parts): number {
  return Date.UTC(year, month - 1, day, hour, minute);
}
