import { writeSync } from 'node:fs';
import { abortOnInterrupt } from '../../../app/interrupts.ts';
import type { ListHost } from '../../../app/tasks/list-run.ts';
import type { OpenHost } from '../../../app/tasks/run-list.ts';
import { writeListReceipt } from '../../../app/tasks/write-receipt.ts';
import type { ListRecord } from '../../../core/tasks/events.ts';
import { listExitCode } from '../../../core/tasks/outcome.ts';
import type { ListState } from '../../../core/tasks/state.ts';
import { inGlyphs } from '../../reports/glyphs.ts';
import { iterationLine } from '../../reports/iteration-line.ts';
import { paintFor } from '../../reports/paint.ts';
import { listLines } from '../../reports/tasks/list-lines.ts';
import { listReports } from '../../reports/tasks/list-reports.ts';
import { listEndText } from '../../reports/tasks/list-table.ts';
import type { LiveList } from '../../tui/live-list.ts';
import { appContext, type CommandContext } from './context.ts';
import { wantsView } from './live-face.ts';
import { textSize } from './output.ts';
import { type FaceOptions, observeWith } from './reporting.ts';

/** Runs a list on this terminal, where Ctrl-C pauses it, and returns its exit code. */
export async function hostList(
  context: CommandContext,
  options: Pick<FaceOptions, 'json' | 'plain'>,
  run: (open: OpenHost) => Promise<ListState>,
): Promise<number> {
  let close = () => {};
  const open: OpenHost = async (list) => {
    const controller = new AbortController();
    const view = wantsView(context, options) ? await openList(context) : null;
    const dispose = abortOnInterrupt(controller, () => {
      view?.close();
      writeAtOnce(context, `\n${list} was stopped immediately; continue with: jumar tasks resume ${list}\n`);
    });
    close = () => {
      view?.close();
      dispose();
    };
    return listHost(context, { json: options.json === true, view }, controller.signal);
  };
  try {
    const state = await run(open).finally(() => close());
    const receipt = await writeListReceipt(appContext(context), state, listReports.json({ state, owner: null }));
    if (!options.json) {
      const { columns, glyphs } = textSize(context);
      const paint = paintFor(context.stdout, context.env);
      context.stdout.write(inGlyphs(listEndText(state, { columns, paint, receipt }), glyphs));
    }
    return listExitCode(state);
  } finally {
    close();
  }
}

/** The process exits next: a stream would lose its buffer. */
function writeAtOnce({ stderr }: CommandContext, text: string): void {
  const { fd } = stderr as { fd?: number };
  if (fd === undefined) stderr.write(text);
  else writeSync(fd, text);
}

interface ListFaceOnTerminal {
  live: LiveList;
  /** What plain output would say, for when the terminal is free again. */
  later: string[];
  close(): void;
}

/** The live view; its modules are loaded only here. Closing it prints what plain output would have said. */
async function openList(context: CommandContext): Promise<ListFaceOnTerminal> {
  const [{ liveList }, { openShell }] = await Promise.all([
    import('../../tui/live-list.ts'),
    import('../../tui/shell.ts'),
  ]);
  const later: string[] = [];
  const live = liveList({
    paint: paintFor(context.stdout, context.env),
    glyphs: textSize(context).glyphs,
    now: Date.now,
    quit: () => void process.kill(process.pid, 'SIGINT'),
  });
  const { stdin, stdout } = context;
  live.on(await openShell({ stdin, stdout: stdout as NodeJS.WriteStream, onKey: live.key, onResize: live.draw }));
  return {
    live,
    later,
    close() {
      live.close();
      context.stdout.write(later.splice(0).join(''));
    },
  };
}

function listHost(
  context: CommandContext,
  { json, view }: { json: boolean; view: ListFaceOnTerminal | null },
  signal: AbortSignal,
): ListHost {
  const { glyphs } = textSize(context);
  const paint = paintFor(context.stdout, context.env);
  const write = (text: string) => {
    const shown = json ? text : inGlyphs(text, glyphs);
    if (view) view.later.push(shown);
    else context.stdout.write(shown);
  };
  const note = (text: string) => {
    if (view) view.live.say(text);
    else context.stderr.write(`note: ${text}\n`);
  };
  return {
    signal,
    observe(record, state) {
      view?.live.onListEvent(record, state);
      const lines = () => listLines(record, state, paint).map((line) => `${line}\n`);
      write(json ? jsonLine(record) : lines().join(''));
    },
    watchLoop(_, { task, kind, entry }) {
      const name = [task, entry, kind === 'integration' ? 'integrating' : undefined].filter(Boolean).join(' ');
      const by = task === null ? '' : `${paint.dim(name)}  `;
      const live = task === null ? null : (view?.live ?? null);
      const of = { task: task ?? '', entry };
      return {
        note,
        ...observeWith(
          context,
          {
            onEvent({ event }, state) {
              live?.onLoopEvent(of, state);
              if (json || kind === 'own' || event.type !== 'iteration-judged') return;
              if (event.iteration === 0 && (kind === 'work' || event.decision.action === 'complete')) return;
              write(`${by}${iterationLine(state, event, paint)}\n`);
            },
            onActivity: (activity) => live?.onActivity(of, activity),
          },
          { report: () => {}, note },
        ),
      };
    },
  };
}

function jsonLine({ seq, at, event }: ListRecord): string {
  return `${JSON.stringify({ seq, at: new Date(at).toISOString(), ...event })}\n`;
}
