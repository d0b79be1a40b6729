import type { EventOf } from '../../core/state/events.ts';
import { type SetAside, unrecovered } from '../../core/state/set-aside.ts';
import type { LoopState } from '../../core/state/state.ts';
import { plural } from './format.ts';

const SHOWN = 5;

/** Says what a restore took out of the workspace, and how to get it back. */
export function setAsideLines({ setAside = [], notes = [] }: EventOf<'workspace-restored'>, loop: string): string[] {
  return [
    ...setAside.flatMap((one) => [
      `  set aside as ${one.name}: ${filesText(one)}; no step of the loop made these changes`,
      `    show: jumar diff ${loop} ${one.name}    bring back: jumar apply ${loop} ${one.name} --set-aside`,
    ]),
    ...notes.map((note) => `  note: ${note}`),
  ];
}

/** For the end of a loop: what is still set aside. */
export function setAsideRow(state: LoopState): [string, string][] {
  const waiting = unrecovered(state);
  if (waiting.length === 0) return [];
  const what = waiting.map((one) => `${one.name} (${filesText(one)})`).join(', ');
  return [
    ['aside', `${what}; show: jumar diff ${state.id} --set-aside, bring back: jumar apply ${state.id} --set-aside`],
  ];
}

/** For the end of a loop: what the workspace holds beside what was checked. */
export function editedText({ ended }: LoopState): string | null {
  return ended?.edited ? `differs from what was checked: ${filesText(ended.edited)}; edited meanwhile, and kept` : null;
}

/** For the receipt. */
export function setAsideReceipt(state: LoopState) {
  return state.setAside.map(({ name, since, paths, count, recovered }) => ({
    name,
    since,
    paths,
    files: count,
    recovered,
  }));
}

export function filesText({ paths, count }: Pick<SetAside, 'paths' | 'count'>): string {
  const more = count - Math.min(SHOWN, paths.length);
  return paths.length === 0
    ? plural(count, 'file')
    : `${paths.slice(0, SHOWN).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
