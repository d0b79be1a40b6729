import { writeSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { availableParallelism, totalmem } from 'node:os';
import { basename, relative, resolve } from 'node:path';
import { abortOnInterrupt } from '../../../app/interrupts.ts';
import { readTasks } from '../../../app/tasks/formats/index.ts';
import type { ListHost } from '../../../app/tasks/list-run.ts';
import { writeListReceipt } from '../../../app/tasks/write-receipt.ts';
import type { ListChoices, ListRecord } from '../../../core/tasks/events.ts';
import { listExitCode } from '../../../core/tasks/outcome.ts';
import type { ListState } from '../../../core/tasks/state.ts';
import type { Task } from '../../../core/tasks/task.ts';
import { UsageError } from '../../../system/usage-error.ts';
import { inGlyphs } from '../../reports/glyphs.ts';
import { iterationLine } from '../../reports/iteration-line.ts';
import { paintFor } from '../../reports/paint.ts';
import { listLines } from '../../reports/tasks/list-lines.ts';
import { listReports } from '../../reports/tasks/list-reports.ts';
import { listEndText } from '../../reports/tasks/list-table.ts';
import { appContext, type CommandContext } from './context.ts';
import { textSize } from './output.ts';
import { observeWith } from './reporting.ts';

export interface ListOptions {
  jobs?: number;
  maxCost?: number;
  attempts?: number;
  agent?: string[];
  agentCommand?: string;
  model?: string;
  sandbox?: string;
  setup?: string;
  agentSlots?: Record<string, number>;
  bakeOff?: string[];
  samples?: number;
  maxIterations?: number;
  timeout?: number;
  json?: boolean | undefined;
}

/** What was chosen on the command line; nothing for what was not. */
export function choicesIn(options: ListOptions): Partial<ListChoices> {
  const { jobs, attempts, model, sandbox, setup, maxIterations, agentSlots, bakeOff, samples } = options;
  const given = {
    ...{ jobs, attempts, model, sandbox, setup, maxIterations, agentSlots, bakeOff, samples },
    maxCostUsd: options.maxCost,
    agents: options.agent,
    agentCommand: options.agentCommand,
    timeoutMinutes: options.timeout,
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

export function defaultChoices(): ListChoices {
  const gigabytes = totalmem() / 2 ** 30;
  return {
    jobs: Math.max(1, Math.min(2, availableParallelism(), Math.floor(gigabytes / 2))),
    attempts: 2,
    maxCostUsd: null,
    agents: null,
    agentCommand: null,
    model: null,
    sandbox: null,
    maxIterations: null,
    timeoutMinutes: null,
    setup: null,
    agentSlots: {},
    bakeOff: [],
    samples: 1,
    settings: {},
  };
}

/** The tasks of a file, and what it is called from the workspace. */
export async function readListFile(
  { cwd }: CommandContext,
  file: string,
): Promise<{ tasks: Task[]; source: string; name: string }> {
  const path = resolve(cwd, file);
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(
      `cannot read ${file}: ${error.code ?? error.message}`,
      'name a file with tasks: jumar tasks run tasks.md',
    );
  });
  const name = basename(path).replace(/\.\w+$/, '');
  return { tasks: readTasks(text, relative(cwd, path)), source: path, name };
}

/** Runs a list on this terminal, where Ctrl-C pauses it, and returns its exit code. */
export async function hostList(
  context: CommandContext,
  { json = false }: Pick<ListOptions, 'json'>,
  run: (open: (list: string) => ListHost) => Promise<ListState>,
): Promise<number> {
  let dispose = () => {};
  const open = (list: string): ListHost => {
    const controller = new AbortController();
    dispose = abortOnInterrupt(controller, () => {
      const text = `\n${list} was stopped immediately; continue with: jumar tasks resume ${list}\n`;
      const { fd } = context.stderr as { fd?: number };
      if (fd === undefined) context.stderr.write(text);
      else writeSync(fd, text);
    });
    return listHost(context, json, controller.signal);
  };
  try {
    const state = await run(open);
    const receipt = await writeListReceipt(appContext(context), state, listReports.json({ state, owner: null }));
    if (!json) {
      const { columns, glyphs } = textSize(context);
      const paint = paintFor(context.stdout, context.env);
      context.stdout.write(inGlyphs(listEndText(state, { columns, paint, receipt }), glyphs));
    }
    return listExitCode(state);
  } finally {
    dispose();
  }
}

function listHost(context: CommandContext, json: boolean, signal: AbortSignal): ListHost {
  const { glyphs } = textSize(context);
  const paint = paintFor(context.stdout, context.env);
  const write = (text: string) => void context.stdout.write(json ? text : inGlyphs(text, glyphs));
  const note = (text: string) => void context.stderr.write(`note: ${text}\n`);
  return {
    signal,
    observe(record, state) {
      write(
        json
          ? jsonLine(record)
          : listLines(record, state, paint)
              .map((line) => `${line}\n`)
              .join(''),
      );
    },
    watchLoop(_, { task, kind }) {
      const by = task === null ? '' : `${paint.dim(kind === 'integration' ? `${task} integrating` : task)}  `;
      return {
        note,
        ...observeWith(
          context,
          {
            onEvent({ event }, state) {
              if (json || kind === 'own' || event.type !== 'iteration-judged') return;
              if (event.iteration === 0 && (kind === 'work' || event.decision.action === 'complete')) return;
              write(`${by}${iterationLine(state, event, paint)}\n`);
            },
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
