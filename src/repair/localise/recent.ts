import { git } from '../../system/git.ts';
import { type LineScores, raise } from './line-scores.ts';

/** Lines changed since the last commit, and by it. Empty without a git history. */
export async function recentScores(folder: string): Promise<LineScores> {
  const scores: LineScores = new Map();
  for (const [range, score] of [
    ['HEAD~1', 0.6],
    ['HEAD', 1],
  ] as const) {
    const text = await diff(folder, range);
    let path = '';
    for (const line of text.split('\n')) {
      if (line.startsWith('+++ ')) path = line.replace(/^\+\+\+ (b\/)?/, '');
      const hunk = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(line);
      if (!hunk) continue;
      const [start, count] = [Number(hunk[1]), Number(hunk[2] ?? 1)];
      for (let at = start; at < start + Math.max(1, count); at++) raise(scores, path, at, score);
    }
  }
  return scores;
}

async function diff(folder: string, range: string): Promise<string> {
  const args = ['diff', '-U0', '--no-color', '--no-ext-diff', '--no-textconv', '--relative', range, '--', '.'];
  const options = { cwd: folder, signal: AbortSignal.timeout(3000), maxBytes: 4 * 2 ** 20 };
  return git(args, options).then(
    ({ stdout }) => stdout.toString(),
    () => '',
  );
}
