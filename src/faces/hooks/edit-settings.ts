import {
  applyEdits,
  type Edit,
  type FormattingOptions,
  findNodeAtLocation,
  modify,
  type Node,
  type ParseError,
  parse,
  parseTree,
} from 'jsonc-parser';
import { UsageError } from '../../system/usage-error.ts';

interface HookEntry {
  hooks?: { command?: unknown }[];
}

export interface HookToAdd {
  event: string;
  command: string;
  timeout: number;
}

/** The settings with the hooks at the end of their events; text, comments and order of the rest stay. Null if they are there. */
export function withHooks(text: string, file: string, hooks: readonly HookToAdd[]): string | null {
  const formattingOptions = formatOf(text);
  let now = text.trim() === '' ? '{}\n' : text;
  for (const { event, command, timeout } of hooks) {
    const entries = entriesOf(now, file, event);
    if (entries.some((entry) => runs(entry, command))) continue;
    const entry = { hooks: [{ type: 'command', command, timeout }] };
    now =
      entries.length === 0
        ? applyEdits(now, modify(now, ['hooks', event], [entry], { formattingOptions }))
        : applyEdits(now, onOwnLine(modify(now, ['hooks', event, entries.length], entry, {}), now));
  }
  return now === text ? null : now;
}

/** The settings without these hooks, and without the lists that only they were in. */
export function withoutHooks(
  text: string,
  file: string,
  hooks: readonly Pick<HookToAdd, 'event' | 'command'>[],
): string {
  let now = text;
  const remove = (path: (string | number)[]) => {
    now = applyEdits(now, modify(now, path, undefined, {}));
  };
  for (const { event, command } of hooks) {
    for (;;) {
      const entries = entriesOf(now, file, event);
      const at = entries.findIndex((entry) => runs(entry, command));
      if (at < 0) break;
      if (entries.length === 1) remove(['hooks', event]);
      else now = withoutItem(now, ['hooks', event], at);
    }
  }
  if (now !== text && Object.keys(settingsIn(now, file).hooks ?? {}).length === 0) remove(['hooks']);
  return now;
}

/** The text without one item of several, and nothing else of it. */
function withoutItem(text: string, path: string[], at: number): string {
  const items = findNodeAtLocation(parseTree(text) as Node, path)?.children ?? [];
  const end = (node: Node | undefined) => (node ? node.offset + node.length : 0);
  const [from, to] = at > 0 ? [end(items[at - 1]), end(items[at])] : [items[0]?.offset ?? 0, items[1]?.offset ?? 0];
  return text.slice(0, from) + text.slice(to);
}

/** What stands beside it is not formatted again. */
function onOwnLine(edits: Edit[], text: string): Edit[] {
  return edits.map((edit) => {
    const line = text.slice(text.lastIndexOf('\n', edit.offset - 1) + 1, edit.offset);
    const indent = /^[ \t]*/.exec(line)?.[0] ?? '';
    return { ...edit, content: edit.content.replace(/^,\s*/, `,${formatOf(text).eol}${indent}`) };
  });
}

function runs(entry: HookEntry, command: string): boolean {
  return (Array.isArray(entry?.hooks) ? entry.hooks : []).some((hook) => hook?.command === command);
}

function entriesOf(text: string, file: string, event: string): HookEntry[] {
  const entries = settingsIn(text, file).hooks?.[event] ?? [];
  if (Array.isArray(entries)) return entries;
  throw new UsageError(`${file}: hooks.${event} is not a list`, 'correct it, then run the command again');
}

function settingsIn(text: string, file: string): { hooks?: Record<string, HookEntry[]> } {
  const errors: ParseError[] = [];
  const settings: unknown = parse(text, errors, { allowTrailingComma: true });
  const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);
  const hooks = isObject(settings) ? (settings as { hooks?: unknown }).hooks : null;
  if (errors.length > 0 || !isObject(settings) || (hooks !== undefined && !isObject(hooks)))
    throw new UsageError(`${file} cannot be read as settings with hooks`, 'correct it, then run the command again');
  return settings as { hooks?: Record<string, HookEntry[]> };
}

function formatOf(text: string): FormattingOptions {
  const indent = /^([ \t]+)\S/m.exec(text)?.[1] ?? '  ';
  return {
    insertSpaces: !indent.startsWith('\t'),
    tabSize: indent.startsWith('\t') ? 1 : indent.length,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  };
}
