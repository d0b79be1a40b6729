/** Text set apart as data: the fence is longer than any run of backticks inside, so the text cannot close it. */
export function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map((run) => run[0].length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${text.trim()}\n${fence}`;
}
