import { shellQuote } from '../../../core/criteria/shell-words.ts';

/**
 * The arguments with the task in quotes. An option between its words is one of them ("add a --json flag"); options before
 * and after them stay options.
 */
export function quotedTask(words: readonly string[], args: readonly string[]): string {
  const first = args.indexOf(words[0] ?? '');
  const last = args.lastIndexOf(words.at(-1) ?? '');
  if (first === -1 || last < first) return JSON.stringify(words.join(' '));
  const task = JSON.stringify(args.slice(first, last + 1).join(' '));
  return [...args.slice(0, first).map(asTyped), task, ...args.slice(last + 1).map(asTyped)].join(' ');
}

/** People type double quotes; what a shell would expand in them gets single ones. */
function asTyped(arg: string): string {
  if (/^[\w@%+=:,./-]+$/.test(arg)) return arg;
  return /[$`\\!"]/.test(arg) ? shellQuote(arg) : `"${arg}"`;
}
