import type { LoopState } from '../../core/state/state.ts';
import type { ListRecord } from '../../core/tasks/events.ts';
import type { ListState } from '../../core/tasks/state.ts';
import type { Activity } from '../../ports/activity.ts';
import { doingOf } from '../reports/activity-line.ts';
import type { Glyphs } from '../reports/glyphs.ts';
import { type Paint, plainPaint } from '../reports/paint.ts';
import { listLines } from '../reports/tasks/list-lines.ts';
import { withoutRoot } from '../reports/transcript.ts';
import type { KeyPress } from './keys.ts';
import { type LiveLoop, listRows, liveKey } from './list-rows.ts';
import { type ListFace, listScreen } from './list-screen.ts';
import type { Shell } from './shell.ts';

/** Minimum time between two redraws. */
const DRAW_MS = 100;
const TICK_MS = 1000;
/** Lines of what happened that are kept: more than a screen holds. */
const MAX_SAID = 200;

export interface LiveList {
  onListEvent(record: ListRecord, state: ListState): void;
  onLoopEvent(of: { task: string; entry: string | undefined }, state: LoopState): void;
  onActivity(of: { task: string; entry: string | undefined }, activity: Activity): void;
  /** Attaches the shell and draws. */
  on(shell: Shell): void;
  key(key: KeyPress): void;
  draw(): void;
  say(notice: string): void;
  close(): void;
}

/** The state of the view of a list: the folded logs of the list and of its running loops, and what their agents do. */
export function liveList({
  paint,
  glyphs,
  now,
  quit,
}: {
  paint: Paint;
  glyphs: Glyphs;
  now(): number;
  quit(): void;
}): LiveList {
  let state: ListState | null = null;
  const loops = new Map<string, LiveLoop>();
  let said: string[] = [];
  let face: ListFace = { leaving: false, notice: null, top: 0 };
  let shell: Shell | null = null;
  let pending: NodeJS.Timeout | null = null;
  let ticking: NodeJS.Timeout | null = null;

  const draw = () => {
    if (!shell || !state) return;
    try {
      const list = { rows: listRows(state, loops, now()), said, now: now() };
      shell.show(listScreen(state, list, face, { ...shell.size(), paint, glyphs }));
    } catch (error) {
      // A drawing error must not end the list.
      shell.show([`cannot show this: ${(error as Error).message}`]);
    }
  };
  const soon = () => {
    pending ??= setTimeout(() => {
      pending = null;
      draw();
    }, DRAW_MS);
  };
  const set = (change: Partial<ListFace>) => {
    face = { ...face, ...change };
    draw();
  };
  return {
    onListEvent(record, next) {
      state = next;
      if (record.event.type !== 'list-created')
        said = [...said, ...listLines(record, next, plainPaint)].slice(-MAX_SAID);
      soon();
    },
    onLoopEvent({ task, entry }, next) {
      const key = liveKey(task, entry);
      const before = loops.get(key);
      const isSame = before?.state.id === next.id && before.state.iterations.length === next.iterations.length;
      if (next.ended) loops.delete(key);
      else loops.set(key, { state: next, doing: isSame ? before.doing : null });
      soon();
    },
    onActivity({ task, entry }, activity) {
      const live = loops.get(liveKey(task, entry));
      const words = live && activity.type === 'agent-activity' ? doingOf(activity) : null;
      if (!live || words === null) return;
      loops.set(liveKey(task, entry), { ...live, doing: withoutRoot(words, live.state.workspace.root) });
      soon();
    },
    on(opened) {
      shell = opened;
      ticking = setInterval(draw, TICK_MS);
      draw();
    },
    key({ name, text }) {
      if (name === 'interrupt' || text === 'q') {
        set({ leaving: true });
        return quit();
      }
      const moves: Partial<Record<NonNullable<KeyPress['name']>, number>> = {
        up: -1,
        down: 1,
        'page-up': -10,
        'page-down': 10,
      };
      const by = name === null ? undefined : moves[name];
      if (by !== undefined && state)
        set({ notice: null, top: Math.max(0, Math.min(face.top + by, listRows(state, loops, now()).length - 1)) });
    },
    draw,
    say: (notice) => set({ notice }),
    close() {
      if (pending) clearTimeout(pending);
      if (ticking) clearInterval(ticking);
      shell?.close();
      shell = null;
    },
  };
}
