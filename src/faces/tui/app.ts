import { Box, render, Text, useInput } from 'ink';
import { createElement, useSyncExternalStore } from 'react';
import { keysIn } from './key-input.ts';
import type { KeyPress } from './keys.ts';

/** An external store of rows. */
export interface Rows {
  subscribe(listener: () => void): () => void;
  get(): readonly string[];
}

interface AppProps {
  rows: Rows;
  onKey(key: KeyPress): void;
}

/** Ink's whole job: read keys, draw rows, redraw only what changed. */
function App({ rows, onKey }: AppProps) {
  useInput((input, key) => keysIn(input, key).forEach(onKey));
  const lines = useSyncExternalStore(rows.subscribe, rows.get);
  const line = (text: string, index: number) =>
    createElement(Text, { key: index, wrap: 'truncate-end' }, text === '' ? ' ' : text);
  return createElement(Box, { flexDirection: 'column' }, lines.map(line));
}

export function mount(props: AppProps, stdin: NodeJS.ReadStream, stdout: NodeJS.WriteStream) {
  return render(createElement(App, props), { stdin, stdout, exitOnCtrlC: false, patchConsole: false });
}
