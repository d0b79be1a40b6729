import { clip, columnsOf, takeLastColumns } from '../reports/columns.ts';
import type { Glyphs } from '../reports/glyphs.ts';
import type { Dialog, Face } from './face.ts';
import { separator } from './head.ts';
import { joinSpans, type Line, span, widthOf } from './lines.ts';
import { isAnswerable, isWatching, type View } from './view.ts';

const PAUSING = 'pauses after this iteration';
const PAUSING_SHORT = 'will pause';

/** The available keys, or the answer in progress. On a narrow terminal, descriptions are dropped before keys. */
export function footerLine(view: View, face: Face, glyphs: Glyphs, columns: number): Line {
  const { dialog } = face;
  if (dialog?.type === 'answer') return answerLine(dialog, columns);
  if (face.leaving) {
    const what = view.agent ? 'stopping the agent' : 'stopping';
    return [span(`${what} ${glyphs.ellipsis} (Ctrl-C again stops immediately)`, 'yellow')];
  }
  const pausing = face.notice === null && face.pausing && isWatching(view);
  const notice = face.notice ?? (pausing ? PAUSING : null);
  const all = keysOf(view, face);
  const short = all.map(([key, does, less]): KeyHint => [key, less ?? does]);
  const letters = keyLine(
    all.map(([key]) => [key, '']),
    glyphs,
  );
  const shapes = [
    withNotice(notice, keyLine(all, glyphs)),
    withNotice(notice, keyLine(short, glyphs)),
    ...(pausing ? [withNotice(PAUSING_SHORT, keyLine(short, glyphs)), withNotice(PAUSING_SHORT, letters)] : []),
    withNotice(notice, letters),
  ];
  const room = Math.max(0, columns - widthOf(letters) - 2);
  return (
    shapes.find((line) => widthOf(line) <= columns) ??
    withNotice(notice && clip(notice, room, glyphs.ellipsis), letters)
  );
}

function withNotice(notice: string | null, keys: Line): Line {
  return notice ? [span(notice, 'yellow'), span('  '), ...keys] : keys;
}

function keyLine(keys: readonly KeyHint[], glyphs: Glyphs): Line {
  return joinSpans(
    keys.map(([key, does]) => span(does ? `${key} ${does}` : key, 'dim')),
    separator(glyphs),
  );
}

/** Shows the end of the text, where the cursor is. */
function answerLine({ answer, text }: Extract<Dialog, { type: 'answer' }>, columns: number): Line {
  const before = span(`${answer}, because: `, 'bold');
  const help = span('  Enter sends, Esc cancels', 'dim');
  const room = columns - widthOf([before]) - 1;
  const visible = takeLastColumns(text, Math.max(1, room));
  const fits = columnsOf(text) + widthOf([help]) <= room;
  return [before, span(visible), span('_', 'dim'), ...(fits ? [help] : [])];
}

type KeyHint = [key: string, does: string, short?: string];

export function keysOf(view: View, face: Face): KeyHint[] {
  if (face.dialog?.type === 'diff') {
    return [
      ['up/down', 'scroll'],
      ['space', 'page'],
      ['q', 'back'],
    ];
  }
  const quit: KeyHint = face.attached ? ['q', 'leave'] : ['q', 'quit, resumable', 'quit'];
  if (view.status === 'paused') return [['p', 'continue'], ['d', 'diff'], quit];
  if (isAnswerable(view)) return [['a', 'approve'], ['r', 'reject'], ['x', 'abort'], ['d', 'diff'], quit];
  if (!isWatching(view)) return [quit];
  return [
    face.pausing ? ['p', 'do not pause', 'continue'] : ['p', 'pause'],
    ...(view.agent ? [['s', 'skip to checks', 'skip'] as KeyHint] : []),
    ['d', 'diff'],
    quit,
  ];
}
