import { pageRows } from './diff-screen.ts';
import type { Dialog, Face, GateWord } from './face.ts';
import { isAnswerable, isWatching, type View } from './view.ts';

/** A key press; `name` is set for keys that are not characters. */
export interface KeyPress {
  name: 'return' | 'escape' | 'backspace' | 'up' | 'down' | 'page-up' | 'page-down' | 'interrupt' | null;
  text: string;
}

/** An action that a key triggers; other keys only change this screen. */
export type UserAction =
  | { type: 'pause' }
  | { type: 'go-on' }
  | { type: 'skip' }
  | { type: 'diff' }
  | { type: 'quit' }
  | { type: 'answer'; answer: GateWord; reason: string | null };

export interface KeyResult {
  face: Face;
  action: UserAction | null;
}

const GATE: Record<string, GateWord> = { a: 'approve', r: 'reject', x: 'abort' };
const MAX_REASON = 500;
export const NO_LONGER_ASKED = 'this question is closed';

/** Handles a key in the current view. Pure: unknown keys change nothing. */
export function pressKey(key: KeyPress, view: View, before: Face, rows: number): KeyResult {
  const face = { ...before, notice: null };
  if (key.name === 'interrupt') return { face, action: { type: 'quit' } };
  if (face.dialog?.type === 'answer') return editAnswer(key, view, face, face.dialog);
  if (face.dialog?.type === 'diff')
    return { face: { ...face, dialog: scrollDiff(key, face.dialog, rows) }, action: null };
  const letter = key.text.toLowerCase();
  const answer = Object.hasOwn(GATE, letter) ? GATE[letter] : undefined;
  if (answer && isAnswerable(view))
    return { face: { ...face, dialog: { type: 'answer', answer, text: '' } }, action: null };
  return { face, action: actionOf(letter, view, face) };
}

function actionOf(letter: string, view: View, face: Face): UserAction | null {
  if (face.leaving) return null;
  if (letter === 'q') return { type: 'quit' };
  if (letter === 'd') return { type: 'diff' };
  if (letter === 'p' && view.status === 'paused') return { type: 'go-on' };
  if (letter === 'p' && isWatching(view)) return { type: face.pausing ? 'go-on' : 'pause' };
  return letter === 's' && view.agent ? { type: 'skip' } : null;
}

/** Edits or sends the answer; closes if the gate was answered elsewhere. */
function editAnswer(key: KeyPress, view: View, face: Face, dialog: Extract<Dialog, { type: 'answer' }>): KeyResult {
  const closed = { ...face, dialog: null };
  if (key.name === 'escape') return { face: closed, action: null };
  if (!isAnswerable(view)) return { face: { ...closed, notice: NO_LONGER_ASKED }, action: null };
  if (key.name === 'return') {
    return { face: closed, action: { type: 'answer', answer: dialog.answer, reason: dialog.text.trim() || null } };
  }
  const characters = [...dialog.text];
  const text =
    key.name === 'backspace'
      ? characters.slice(0, -1).join('')
      : key.name === null
        ? [...characters, ...key.text].slice(0, MAX_REASON).join('')
        : dialog.text;
  return { face: { ...face, dialog: { ...dialog, text } }, action: null };
}

function scrollDiff(key: KeyPress, dialog: Extract<Dialog, { type: 'diff' }>, rows: number): Dialog | null {
  if (key.name === 'escape' || key.text === 'q' || key.text === 'd') return null;
  const page = pageRows(rows);
  const by: Record<string, number> = {
    up: -1,
    down: 1,
    'page-up': -page,
    'page-down': page,
    k: -1,
    j: 1,
    ' ': page,
    b: -page,
  };
  const name = key.name ?? key.text;
  const step = Object.hasOwn(by, name) ? (by[name] ?? 0) : 0;
  const last = Math.max(0, dialog.lines.length - page);
  return { ...dialog, top: Math.min(last, Math.max(0, dialog.top + step)) };
}
