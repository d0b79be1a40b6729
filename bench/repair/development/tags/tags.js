export function parseTags(text) {
  return text
    .split(',')
    .map((tag) => tag.trim().toLowerCase())
    .filter((tag, index, all) => tag !== '' && all.indexOf(tag) === index);
}

export function countTags(notes) {
  const counts = {};
  for (const { tags = [] } of notes) {
    for (const tag of tags) counts[tag] = (counts[tag] ?? 0) + 1;
  }
  return counts;
}

/** The most used first, the alphabet on ties. */
export function topTags(notes, limit = 3) {
  return Object.entries(countTags(notes))
    .sort(([a, x], [b, y]) => y - x || a.localeCompare(b))
    .slice(0, limit)
    .map(([tag]) => tag);
}

export function withAll(notes, wanted) {
  return notes.filter(({ tags = [] }) => wanted.every((tag) => tags.includes(tag)));
}

export function rename(notes, from, to) {
  return notes.map((note) => ({
    ...note,
    tags: (note.tags ?? []).map((tag) => (tag === from ? to : tag)),
  }));
}

/** Jaccard: shared tags of all tags; two notes without tags have nothing in common. */
export function similarity(a, b) {
  const all = new Set([...a, ...b]);
  if (all.size === 0) return 0;
  const shared = a.filter((tag) => b.includes(tag));
  return shared.length / all.size;
}
