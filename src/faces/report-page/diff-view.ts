import { fileView } from './diff-file.ts';
import { choice, element } from './elements.ts';
import type { Payload } from './payload.ts';

type Compared = Pick<Payload, 'files' | 'notes'>;

const OPEN_AT_FIRST = 20;
const SIDES = 'side by side';

/** Shows every file that differs between any two chosen iterations, unified or side by side. `read` gives both sides of each file. */
export function drawDiffs(place: HTMLElement, read: (from: number, to: number) => Promise<Compared>) {
  const from = choice('From', [], '');
  const to = choice('To', [], '');
  const split = element('input', { type: 'checkbox', id: 'diff-split' });
  const summary = element('p', { role: 'status' });
  const list = element('div');
  const controls = element('p', { class: 'controls' });
  controls.append(from.label, from.list, to.label, to.list, split, element('label', { for: 'diff-split' }, SIDES));
  let shown = '';
  let compared: Compared | null = null;
  let isChosen = false;

  const draw = () => {
    if (!compared) return;
    const changed = drawFiles(list, compared, split.checked);
    summary.textContent = `${changed} ${changed === 1 ? 'file differs' : 'files differ'}`;
  };
  const load = async () => {
    const wanted = `${from.list.value} ${to.list.value}`;
    if (wanted === shown) return;
    shown = wanted;
    summary.textContent = 'Loading…';
    try {
      const answer = await read(Number(from.list.value), Number(to.list.value));
      if (shown !== wanted) return;
      compared = answer;
      draw();
    } catch (error) {
      summary.textContent = (error as Error).message;
    }
  };
  for (const list of [from.list, to.list]) {
    list.addEventListener('change', () => {
      isChosen = true;
      void load();
    });
  }
  split.addEventListener('change', draw);

  return {
    /** The iterations that can be compared; what is chosen stays, else it is the first with what is best. */
    update(iterations: readonly number[], best: number): void {
      if (iterations.length < 2) {
        place.replaceChildren(element('p', {}, 'Fewer than two iterations: nothing to compare.'));
        return;
      }
      if (!controls.isConnected) place.replaceChildren(controls, summary, list);
      const last = iterations.includes(best) && best > 0 ? best : (iterations.at(-1) ?? 0);
      const chosen = isChosen ? [from.list.value, to.list.value] : [String(iterations[0]), String(last)];
      [from, to].forEach((side, index) => {
        side.set(
          iterations.map((n) => [String(n), n === 0 ? 'baseline' : `#${n}`]),
          chosen[index] ?? '',
        );
      });
      void load();
    },
  };
}

/** Shows the files that differ, and gives how many they are. */
export function drawFiles(place: HTMLElement, { files, notes }: Compared, isSplit: boolean): number {
  const changed = files.filter(({ at: [a, b] }) => a !== b);
  place.replaceChildren(
    ...notes.map((note) => element('p', { class: 'note' }, note)),
    ...changed.map((file, index) => fileView(file, { isOpen: index < OPEN_AT_FIRST, isSplit })),
  );
  return changed.length;
}
