import type { Glyphs } from '../reporters/glyphs.ts';
import type { Face } from './face.ts';
import { separator } from './head.ts';
import { joined, type Line, span } from './lines.ts';
import { isAnswerable, isWatching, type View } from './view.ts';

const PAUSING = 'pauses when this iteration has ended';

/** What can be done now, by key; while an answer is written, the answer. */
export function footerLine(view: View, face: Face, glyphs: Glyphs): Line {
  const { dialog } = face;
  if (dialog?.type === 'answer') {
    return [
      span(`${dialog.answer}, because: `, 'bold'),
      span(dialog.text),
      span('_', 'dim'),
      span('  Enter sends, Esc takes back', 'dim'),
    ];
  }
  if (face.leaving) {
    const what = view.agent ? 'stopping the agent' : 'stopping';
    return [span(`${what} ${glyphs.ellipsis} (Ctrl-C again ends it at once)`, 'yellow')];
  }
  const keys = joined(
    keysOf(view, face).map(([key, does]) => span(`${key} ${does}`, 'dim')),
    separator(glyphs),
  );
  const notice = face.notice ?? (face.pausing && isWatching(view) ? PAUSING : null);
  return notice ? [span(notice, 'yellow'), span('  '), ...keys] : keys;
}

export function keysOf(view: View, face: Face): [key: string, does: string][] {
  if (face.dialog?.type === 'diff') {
    return [
      ['up/down', 'scroll'],
      ['space', 'page'],
      ['q', 'back'],
    ];
  }
  const quit: [string, string] = ['q', face.attached ? 'leave' : 'quit, resumable'];
  if (view.status === 'paused') return [['p', 'go on'], ['d', 'diff'], quit];
  if (isAnswerable(view)) return [['a', 'approve'], ['r', 'reject'], ['x', 'abort'], ['d', 'diff'], quit];
  if (!isWatching(view)) return [quit];
  return [
    ['p', face.pausing ? 'do not pause' : 'pause'],
    ...(view.agent ? [['s', 'skip to checks'] as [string, string]] : []),
    ['d', 'diff'],
    quit,
  ];
}
