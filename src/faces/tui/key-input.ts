import type { KeyPress } from './keys.ts';

/** The key flags of Ink. */
export interface Flags {
  return: boolean;
  escape: boolean;
  backspace: boolean;
  delete: boolean;
  upArrow: boolean;
  downArrow: boolean;
  pageUp: boolean;
  pageDown: boolean;
  ctrl: boolean;
  meta: boolean;
}

const NAMED: [keyof Flags, NonNullable<KeyPress['name']>][] = [
  ['return', 'return'],
  ['escape', 'escape'],
  ['backspace', 'backspace'],
  // Many terminals send "delete" for the key above Enter.
  ['delete', 'backspace'],
  ['upArrow', 'up'],
  ['downArrow', 'down'],
  ['pageUp', 'page-up'],
  ['pageDown', 'page-down'],
];

const CHARACTERS: Record<string, NonNullable<KeyPress['name']>> = {
  '\r': 'return',
  '\n': 'return',
  '\u007f': 'backspace',
  '\b': 'backspace',
  '\u0003': 'interrupt',
};

/** The keys in one chunk of input: pasted or fast typing arrives as several characters. */
export function keysIn(input: string, flags: Flags): KeyPress[] {
  if (flags.ctrl) return input === 'c' ? [{ name: 'interrupt', text: '' }] : [];
  const named = NAMED.find(([flag]) => flags[flag]);
  if (named) return [{ name: named[1], text: '' }];
  if (flags.meta) return [];
  return [...input].flatMap((character): KeyPress[] => {
    const name = Object.hasOwn(CHARACTERS, character) ? CHARACTERS[character] : undefined;
    if (name) return [{ name, text: '' }];
    return /\p{Cc}/u.test(character) ? [] : [{ name: null, text: character }];
  });
}
