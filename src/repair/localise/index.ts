import { isFunction } from '../../syntax/shapes.ts';
import { lineOf, type SyntaxNode } from '../../syntax/tree.ts';
import type { Place, RepairTest } from '../model/model.ts';
import type { Parsed } from '../model/syntax.ts';
import { constantScores } from './constants.ts';
import { frameScores } from './frames.ts';
import { type LineScores, raise, scoreLine } from './line-scores.ts';
import { reachScores } from './reach.ts';
import { spectrum } from './spectrum.ts';

export interface Suspect extends Place {
  score: number;
  /** `run by 2 failing tests`, for display. */
  why: string[];
}

export interface Localisation {
  /** Most suspicious first. */
  suspects: Suspect[];
  /** Suspicion of a node: of its own line, or of the nearest enclosing line within its function. */
  at(path: string, node: SyntaxNode): number;
}

/** Score of lines without any evidence. */
const UNKNOWN = 0.1;
const WEIGHTS = { ran: 0.7, frame: 0.25, recent: 0.15 };

/** Where the fault may be: what failing tests ran, where they threw, what they name, and what changed recently. */
export function localise(
  tests: readonly RepairTest[],
  sources: ReadonlyMap<string, Parsed>,
  testFiles: ReadonlyMap<string, SyntaxNode>,
  recent: LineScores,
): Localisation {
  const isSource = (path: string) => sources.has(path);
  const roots = new Map([...sources].map(([path, { root }]) => [path, root]));
  const watched = spectrum(tests);
  const ran = watched ?? reachScores(tests, roots, testFiles);
  const frames = frameScores(tests, isSource);
  const total: LineScores = new Map();
  const suspects: Suspect[] = [];
  for (const [path, line] of placesIn([ran, frames])) {
    if (!isSource(path)) continue;
    const parts = {
      ran: scoreLine(ran, path, line),
      frame: scoreLine(frames, path, line),
      recent: scoreLine(recent, path, line),
    };
    const score = parts.ran * WEIGHTS.ran + parts.frame * WEIGHTS.frame + parts.recent * WEIGHTS.recent;
    raise(total, path, line, Math.min(1, score));
    suspects.push({ path, line, score, why: reasons(parts, watched !== null) });
  }
  if (suspects.length === 0 && tests.some(({ status }) => status === 'failed')) {
    // If the tests point nowhere, everything is equally suspicious, except for what changed recently.
    for (const { path, text } of sources.values()) {
      for (let line = 1; line <= text.split('\n').length; line++) {
        const changed = scoreLine(recent, path, line);
        const score = Math.max(UNKNOWN, changed * WEIGHTS.ran);
        raise(total, path, line, score);
        if (changed > 0)
          suspects.push({ path, line, score, why: reasons({ ran: 0, frame: 0, recent: changed }, false) });
      }
      suspects.push({ path, line: 1, score: UNKNOWN, why: ['no failing test points to any line'] });
    }
  }
  for (const { path, line, score, why } of constantScores(total, sources)) {
    raise(total, path, line, score);
    suspects.push({ path, line, score, why: [why] });
  }
  suspects.sort((a, b) => b.score - a.score || a.path.localeCompare(b.path) || a.line - b.line);
  return { suspects, at: (path, node) => nearest(total, path, node) };
}

function nearest(total: LineScores, path: string, node: SyntaxNode): number {
  const lines = total.get(path);
  if (!lines) return 0;
  for (let at: SyntaxNode | null = node; at; at = at.parent) {
    const score = lines.get(lineOf(at));
    if (score !== undefined) return score;
    if (isFunction(at)) {
      // The head of a function does not run when the function does.
      const body = at.children.find(({ field }) => field === 'body');
      const first = body?.children.find(({ named }) => named) ?? null;
      return first ? (lines.get(lineOf(first)) ?? 0) * 0.9 : 0;
    }
  }
  return 0;
}

function* placesIn(all: readonly LineScores[]): Iterable<[path: string, line: number]> {
  const seen = new Set<string>();
  for (const scores of all) {
    for (const [path, lines] of scores) {
      for (const line of lines.keys()) {
        const key = `${line} ${path}`;
        if (!seen.has(key)) yield [path, line];
        seen.add(key);
      }
    }
  }
}

function reasons({ ran, frame, recent }: { ran: number; frame: number; recent: number }, watched: boolean): string[] {
  const why: string[] = [];
  if (ran > 0) why.push(`${watched ? 'run' : 'named'} by failing tests (${ran.toFixed(2)})`);
  if (frame > 0) why.push('in the stack of a failure');
  if (recent > 0) why.push('changed recently');
  return why;
}
