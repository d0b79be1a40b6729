const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

export function isWeekend(day) {
  return day === 'sat' || day === 'sun';
}

/** The day after; the week begins anew after sunday. */
export function nextDay(day) {
  const index = DAYS.indexOf(day);
  if (index < 0) throw new TypeError(`no such day: ${day}`);
  return DAYS[(index + 1) % DAYS.length];
}

export function nextWorkday(day) {
  let next = nextDay(day);
  while (isWeekend(next)) next = nextDay(next);
  return next;
}

/** `9:30` in minutes; null where it is no time. */
export function parseTime(text) {
  const match = /^(\d{1,2}):(\d{2})$/.exec(text);
  if (!match) return null;
  const [hours, minutes] = [Number(match[1]), Number(match[2])];
  if (hours > 23 || minutes > 59) return null;
  return hours * 60 + minutes;
}

export function formatTime(total) {
  const hours = Math.floor(total / 60);
  const minutes = total % 60;
  return `${hours}:${String(minutes).padStart(2, '0')}`;
}

/** Spreads tasks over days of `capacity` minutes, in order; a task is never split. */
export function spread(tasks, capacity) {
  const days = [];
  let today = [];
  let used = 0;
  for (const task of tasks) {
    if (used + task.minutes > capacity) {
      days.push(today);
      today = [];
      used = 0;
    }
    today.push(task.name);
    used += task.minutes;
  }
  if (today.length > 0) days.push(today);
  return days;
}
