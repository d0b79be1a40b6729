import { z } from 'zod';
import { listLoops } from '../../../app/list-loops.ts';
import { readLoop } from '../../../app/loop-reading.ts';
import { startJumar } from '../../../app/run-jumar.ts';
import { blockersOf } from '../../../core/findings/blockers.ts';
import { UsageError } from '../../../system/usage-error.ts';
import { receiptOf } from '../../reports/receipt.ts';
import { tool } from '../tool.ts';

const MAX_LISTED = 20;

export const status = tool({
  name: 'status',
  title: 'Loops of this workspace',
  description: 'The loops of this workspace, the latest first, with their status and task.',
  input: {},
  output: {
    loops: z.array(
      z.object({ id: z.string(), status: z.string(), task: z.string().nullable(), started_at: z.string() }),
    ),
  },

  async run(_, { context }) {
    const loops = (await listLoops(context)).slice(0, MAX_LISTED).map(({ id, status: now, summary, createdAt }) => ({
      id,
      status: now,
      task: summary?.task ?? null,
      started_at: new Date(createdAt).toISOString(),
    }));
    const text = loops.map((one) => `${one.id}  ${one.status}  ${one.task ?? ''}`).join('\n') || 'no loops here';
    return { text, result: { loops } };
  },
});

export const loopStatus = tool({
  name: 'loop_status',
  title: 'One loop',
  description:
    'How a loop stands: its checks, what is in the way of completion, and the question to a person if one is open.',
  input: { loop: z.string().min(1).optional().describe('an id or its beginning; by default the latest') },
  output: {
    loop: z.string(),
    status: z.string(),
    verified: z.boolean(),
    reason: z.string().nullable(),
    iterations: z.number(),
    best: z.number().nullable(),
    in_the_way: z.array(z.string()),
    question: z.string().nullable(),
    receipt: z.looseObject({}),
  },

  async run({ loop }, { context }) {
    const { state, status: now } = await readLoop(context, loop);
    const receipt = receiptOf(state);
    const last = state.iterations.findLast(({ decision }) => decision !== null);
    const result = {
      loop: state.id,
      status: now,
      verified: receipt.verified,
      reason: state.ended?.reason ?? last?.decision?.reason ?? null,
      iterations: state.iterations.length,
      best: state.best,
      in_the_way: last ? blockersOf(state, last).map(({ text }) => text) : [],
      question: state.gate?.question ?? null,
      receipt: JSON.parse(JSON.stringify(receipt)),
    };
    const person = result.question ? ` A person has to answer: ${result.question}` : '';
    return { text: `${state.id}: ${now}. ${result.reason ?? ''}${person}`, result };
  },
});

export const startLoop = tool({
  name: 'start_loop',
  title: 'Start a loop',
  description:
    'Starts a loop in a process of its own: an agent works on the task until the checks hold. Answers at once; follow it with loop_status.',
  writes: true,
  input: {
    task: z.string().trim().min(1).max(100_000),
    until: z
      .array(z.string().min(1).max(2000))
      .default([])
      .describe('checks that must hold; found in the project if empty'),
    agent: z.string().min(1).optional().describe('claude, codex, gemini, opencode, repair …'),
    worktree: z.boolean().default(true).describe('work in a new worktree, so that the files here stay as they are'),
    max_iterations: z.int().positive().max(100).optional(),
    max_cost_usd: z.number().positive().optional(),
  },
  output: { loop: z.string().nullable(), said: z.string() },

  async run({ task, until, agent, worktree, max_iterations, max_cost_usd }, { context }) {
    const args = [
      ...['run', '--plain', '--json'],
      ...until.flatMap((check) => ['--until', check]),
      ...(agent === undefined ? [] : ['--agent', agent]),
      ...(worktree ? ['--worktree'] : []),
      ...(max_iterations === undefined ? [] : ['--max-iterations', String(max_iterations)]),
      ...(max_cost_usd === undefined ? [] : ['--max-cost', String(max_cost_usd)]),
      ...['--', task],
    ];
    const { code, stdout, stderr } = await startJumar(context, args);
    if (code !== null && code !== 0 && !stdout) throw new UsageError(stderr.trim().replace(/^jumar: /, ''));
    const loop = /"loop":"([a-z0-9-]+)"/.exec(stdout)?.[1] ?? null;
    return {
      text: loop ? `started ${loop}; follow it with loop_status` : stdout || stderr,
      result: { loop, said: stderr.trim() },
    };
  },
});
