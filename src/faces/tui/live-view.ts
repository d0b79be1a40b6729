import type { LoopEvent } from '../../core/state/events.ts';
import type { LoopState } from '../../core/state/state.ts';
import type { Activity } from '../../ports/activity.ts';
import { doingOf } from '../reports/activity-line.ts';
import type { Glyphs } from '../reports/glyphs.ts';
import type { Paint } from '../reports/paint.ts';
import type { Reporter } from '../reports/reporter.ts';
import { createTranscript, type Transcript, type TranscriptLine, withoutRoot } from '../reports/transcript.ts';
import { type Face, plainFace } from './face.ts';
import { type KeyPress, NO_LONGER_ASKED, pressKey, type UserAction } from './keys.ts';
import { screenOf } from './screen.ts';
import type { Shell } from './shell.ts';
import { foldedView, isAnswerable, type View, viewOf } from './view.ts';

/** Minimum time between two redraws; an agent may send a hundred events per second. */
const DRAW_MS = 100;
const TICK_MS = 1000;
/** How long a notice stays. */
const NOTICE_MS = 10_000;
/** Lines of the transcript that are kept: more than a screen holds. */
const MAX_FEED = 300;
/** Events that clear the notice: the requested action has happened or no longer can. */
const SETTLING = new Set<LoopEvent['type']>([
  'agent-finished',
  'agent-cancelled',
  'gate-opened',
  'gate-answered',
  'loop-paused',
  'session-started',
]);

export type LoopAction = Exclude<UserAction, { type: 'diff' | 'quit' }>;

export interface LiveOptions {
  paint: Paint;
  glyphs: Glyphs;
  attached: boolean;
  now(): number;
  /** Sends a key's action to the loop; a rejection is shown as a notice. */
  perform(action: LoopAction, state: LoopState): Promise<unknown>;
  quit(): void;
  /** The text of a diff that a person asked to see. */
  diff(state: LoopState): Promise<{ title: string; text: string }>;
}

export interface LiveView {
  reporter: Reporter;
  /** Attaches the shell and draws. */
  on(shell: Shell): void;
  key(key: KeyPress): void;
  draw(): void;
  say(notice: string): void;
  set(change: Partial<Face>): void;
  face(): Face;
  close(): void;
}

/** The state of the view: the folded log, the agent's activity, and the screen state from keys. */
export function liveView(options: LiveOptions): LiveView {
  const { paint, glyphs } = options;
  let state: LoopState | null = null;
  let folded: ReturnType<typeof foldedView> | null = null;
  let activity: Extract<Activity, { type: 'agent-activity' }> | null = null;
  let doing: string | null = null;
  let check: string | null = null;
  let transcript: Transcript | null = null;
  let feed: TranscriptLine[] = [];
  let face: Face = { ...plainFace, attached: options.attached };
  let shell: Shell | null = null;
  let noticeAt = 0;
  let pending: NodeJS.Timeout | null = null;
  let ticking: NodeJS.Timeout | null = null;

  const view = (): View | null => {
    if (!state) return null;
    folded ??= foldedView(state);
    const open = transcript?.open();
    return viewOf(state, { at: options.now(), activity, doing, check, feed: open ? [...feed, open] : feed }, folded);
  };
  const draw = () => {
    try {
      const current = view();
      if (face.notice && options.now() - noticeAt >= NOTICE_MS) face = { ...face, notice: null };
      if (shell && current) shell.show(screenOf(current, face, { ...shell.size(), paint, glyphs }));
    } catch (error) {
      // A drawing error must not end the loop.
      shell?.show([`cannot show this: ${(error as Error).message}`]);
    }
  };
  const soon = () => {
    pending ??= setTimeout(() => {
      pending = null;
      draw();
    }, DRAW_MS);
  };
  const keep = (lines: readonly TranscriptLine[]) => {
    feed = [...feed, ...lines].slice(-MAX_FEED);
  };
  const set = (change: Partial<Face>) => {
    face = { ...face, ...change };
    draw();
  };
  const say = (notice: string) => {
    noticeAt = options.now();
    set({ notice });
  };

  const perform = async (action: UserAction, of: LoopState) => {
    try {
      if (action.type === 'quit') return options.quit();
      if (action.type === 'diff') {
        const { title, text } = await options.diff(of);
        return set({ dialog: { type: 'diff', title, lines: text.replace(/\n$/, '').split('\n'), top: 0 } });
      }
      await options.perform(action, of);
    } catch (error) {
      say((error as Error).message);
    }
  };

  return {
    reporter: {
      onEvent({ event }, next) {
        state = next;
        folded = null;
        check = null;
        transcript ??= createTranscript(next.workspace.root);
        if (event.type === 'agent-started') keep(transcript.begin(`#${event.iteration} ${event.agent ?? 'agent'}`));
        if (event.type === 'agent-started' || event.type === 'agent-finished') [activity, doing] = [null, null];
        if (SETTLING.has(event.type)) face = { ...face, notice: null };
        if (event.type === 'session-started' || event.type === 'loop-paused') face = { ...face, pausing: false };
        const current = view();
        if (current && face.dialog?.type === 'answer' && !isAnswerable(current)) {
          face = { ...face, dialog: null };
          say(NO_LONGER_ASKED);
        }
        soon();
      },
      onActivity(current) {
        keep(transcript?.add(current) ?? []);
        if (current.type === 'check-activity') check = current.command;
        if (current.type === 'agent-activity') {
          activity = current;
          const words = doingOf(current);
          if (words !== null) doing = withoutRoot(words, state?.workspace.root ?? '/');
        }
        soon();
      },
    },
    on(opened) {
      shell = opened;
      ticking = setInterval(draw, TICK_MS);
      draw();
    },
    key(key) {
      const current = view();
      if (key.name === 'interrupt' || !current || !state || !shell)
        return key.name === 'interrupt' ? options.quit() : undefined;
      const next = pressKey(key, current, face, shell.size().rows);
      face = next.face;
      if (next.action) void perform(next.action, state);
      draw();
    },
    draw,
    say,
    set,
    face: () => face,
    close() {
      if (pending) clearTimeout(pending);
      if (ticking) clearInterval(ticking);
      shell?.close();
      shell = null;
    },
  };
}
