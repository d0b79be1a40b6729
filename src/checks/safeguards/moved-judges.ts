import type { TreeDifference } from '../../ports/workspace.ts';
import { folderOf } from '../../system/paths.ts';
import { isTest, runsTests, setsUpTests } from './judge-files.ts';
import { followsMoves, type Moves } from './moved-imports.ts';

export interface MovedJudge {
  to: string;
  /** It reaches the same files as before, or where they were moved to. Else it may test something else there. */
  follows: boolean;
}

interface Sides {
  read(side: 'before' | 'after', path: string): Promise<string | null>;
  /** The baseline's files directly in a folder. */
  filesIn(folder: string): Promise<readonly string[]>;
}

/**
 * Tests and their data that are gone from their place and lie in another one that is for tests too, by where they were: with the
 * same content, or only following moved imports. Whether they run there is for a run to show. Set-up counts where it was.
 */
export async function findMovedJudges(
  changes: readonly TreeDifference[],
  moves: Moves,
  sides: Sides,
): Promise<Map<string, MovedJudge>> {
  const mayMove = ({ path }: TreeDifference) => isTest(path) && !setsUpTests(fileOf(path)) && !runsTests(path);
  const removed = changes.filter((one) => !one.after && mayMove(one));
  const free = new Set(changes.filter((one) => !one.before && mayMove(one)));
  if (removed.length === 0 || free.size === 0) return new Map();
  const unchanged = new Map<string, string>();
  for (const { path, before } of removed) {
    const same = [...free].filter(({ after }) => after?.object === before?.object && after?.mode === before?.mode);
    const to = same.find((one) => fileOf(one.path) === fileOf(path)) ?? same[0];
    if (!to) continue;
    free.delete(to);
    unchanged.set(nameOf(path), nameOf(to.path));
  }
  const known = { ...moves, unchanged };
  const moved = new Map<string, MovedJudge>();
  for (const [from, to] of unchanged) moved.set(from, { to, follows: await follows(from, to, known, sides) });
  for (const { path } of removed) {
    const from = nameOf(path);
    if (moved.has(from) || !SCRIPT.test(from)) continue;
    for (const one of [...free].filter((each) => fileOf(each.path) === fileOf(path))) {
      if (!(await follows(from, nameOf(one.path), known, sides))) continue;
      free.delete(one);
      moved.set(from, { to: nameOf(one.path), follows: true });
      break;
    }
  }
  return moved;
}

/** Data has no imports. A Go test reaches its folder, so that nothing may be left in the old one. */
async function follows(from: string, to: string, moves: Moves, { read, filesIn }: Sides): Promise<boolean> {
  if (SCRIPT.test(from)) {
    const [before, after] = [await read('before', from), await read('after', to)];
    return before !== null && after !== null && followsMoves(from, before, after, moves, to);
  }
  if (from.endsWith('.go'))
    return fileOf(from) === fileOf(to) && (await filesIn(folderOf(from))).every((one) => moves.removed.has(one));
  return !CODE.test(from);
}

const SCRIPT = /\.(?:[cm]?[jt]sx?|py)$/;
const CODE = /\.(?:rs|java|kts?|scala|groovy|rb|php|cs|swift|exs?|dart|c|cc|cpp|h|hpp|sh)$/;
const nameOf = (path: string) => Buffer.from(path, 'latin1').toString('utf8');
const fileOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);
