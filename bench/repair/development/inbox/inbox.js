/** Messages arrive in any order; threads are shown with the newest first. */
export function threads(messages) {
  const found = new Map();
  for (const message of messages) {
    const key = subjectOf(message.subject);
    if (!found.has(key)) found.set(key, []);
    found.get(key).push(message);
  }
  for (const thread of found.values()) thread.sort((a, b) => a.at - b.at);
  return [...found.values()].sort((a, b) => b.at(-1).at - a.at(-1).at);
}

export function subjectOf(subject) {
  let plain = subject.trim();
  while (/^(re|fwd):/i.test(plain)) plain = plain.replace(/^(re|fwd):/i, '').trim();
  return plain;
}

export function unread(messages, reader) {
  return messages.filter(({ readBy = [] }) => !readBy.includes(reader)).length;
}

/** A page of messages and whether there are more. */
export function page(messages, number, size = 20) {
  const start = (number - 1) * size;
  return { items: messages.slice(start, start + size), more: start + size < messages.length };
}

export function preview(text, length = 40) {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= length) return line;
  const cut = line.lastIndexOf(' ', length);
  return `${line.slice(0, cut > 0 ? cut : length)}…`;
}

export async function sendAll(messages, send) {
  const failed = [];
  for (const message of messages) {
    try {
      await send(message);
    } catch (error) {
      failed.push({ message, reason: error.message });
    }
  }
  return failed;
}
