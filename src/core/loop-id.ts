/** `fix-failing-tests-a1b2c3d4`: a slug of the task, at most 30 characters, and 8 hex digits given by the caller. */
export function loopId(task: string, hex: string): string {
  const words = task
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{Mn}/gu, '')
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
  let slug = '';
  for (const word of words) {
    const longer = slug ? `${slug}-${word}` : word;
    if (longer.length > 30) break;
    slug = longer;
  }
  return `${slug || words[0]?.slice(0, 30) || 'loop'}-${hex}`;
}
