import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { installAgent } from '../../scripts/install-agents.mjs';
import { type RealAgent, realAgents, situations, usageLimits } from '../support/agent-matrix.ts';
import { scenarios, usageLimit } from '../support/model-scenarios.ts';
import { type TroubledLoop, troubledLoop } from '../support/troubled-loop.ts';
import { until } from '../support/until.ts';

/** Held up once, all but Claude Code are given up at once: two runs of one agent show the back-off. */
const ONCE = { JUMAR_AGENT_MAX_WAIT_MINUTES: '0.0001' };
const SUBSCRIPTION = { ANTHROPIC_API_KEY: '', CLAUDE_CODE_OAUTH_TOKEN: 'dummy-token' };

const agents = Object.keys(realAgents) as RealAgent[];
const kindsOf = (runs: Record<string, unknown>[]) =>
  runs.map(({ outcome, error }) => [outcome, (error as { kind: string } | null)?.kind ?? null]);

/** One loop for each agent meets every trouble; that it meets the next shows that the one before could be resumed. */
describe.concurrent.each(agents)('the real %s', (agent) => {
  const installed = installAgent(agent);
  if (installed.problem !== undefined) {
    test.skip(`could not be installed: ${installed.problem}`, () => {});
    return;
  }
  const loops: TroubledLoop[] = [];
  const begin = async (settings: Record<string, string>) => {
    const loop = await troubledLoop(agent, installed.bin, settings);
    loops.push(loop);
    return loop;
  };
  afterAll(async () => {
    for (const loop of loops) await loop.close();
  });
  /** Longer than the agent's own pauses between two attempts, on this machine as it is now. */
  let silenceMinutes = 2;
  let loop: TroubledLoop;

  test.sequential('edits a file and finishes; its tokens are counted and its doings told', async () => {
    const fine = await begin({});
    const { code, runs, events, story } = await fine.goOn(scenarios.fine);
    expect(code, story).toBe(0);
    expect(runs).toMatchObject([
      {
        outcome: 'ok',
        error: null,
        usage: { output: 160, cacheRead: 600 },
        costUsd: agent === 'codex' ? null : expect.any(Number),
        costEstimated: agent === 'gemini',
      },
    ]);
    expect(JSON.stringify(events.filter(({ type }) => type === 'agent-activity'))).toContain('hello.txt');
    expect(fine.left()).toEqual([]);
    silenceMinutes = Math.max(agent === 'gemini' ? 0.75 : 0.4, (4 * Number(runs[0]?.durationMs)) / 60_000);
  });

  test.sequential.each(situations)('$words', async ({ scenario, expected }) => {
    const [outcome, kind, exit] = expected[agent];
    loop ??= await begin({
      JUMAR_AGENT_SILENCE_MINUTES: String(silenceMinutes),
      ...(agent === 'claude' ? {} : ONCE),
    });
    const { code, runs, story } = await loop.goOn(scenario);
    expect(runs).not.toEqual([]);
    expect(kindsOf(runs), story).toEqual(runs.map(() => [outcome, kind]));
    expect(code, story).toBe(exit);
    expect(loop.left()).toEqual([]);
  });

  test.sequential('a usage limit', async () => {
    const [outcome, kind, exit] = usageLimits[agent];
    const resets = agent === 'claude' ? Math.floor(Date.now() / 1000) + 20 : null;
    const session = loop.start(usageLimit(resets), agent === 'claude' ? SUBSCRIPTION : {});
    const has = (type: string) => session.told().some((event) => event.type === type);
    if (resets !== null) {
      await until('it waits', () => has('wait-started'), 60_000);
      loop.play(scenarios.other);
    }
    const { code, stderr } = await session.done;
    const [first, ...others] = session.told().filter(({ type }) => type === 'agent-finished');
    const story = `${JSON.stringify([first, ...others])}\n${stderr}`;
    expect(kindsOf(first ? [first] : []), story).toEqual([[outcome, kind]]);
    if (resets !== null) {
      expect(first).toMatchObject({ error: { resetsAt: resets * 1000 } });
      expect(others).toMatchObject([{ outcome: 'ok', iteration: first?.iteration }]);
      expect(has('wait-ended')).toBe(true);
    }
    expect(code, story).toBe(exit);
    expect(loop.left()).toEqual([]);
  });

  test.sequential('names the minute in which its usage limit ends', { skip: agent !== 'codex' }, async () => {
    const resets = Math.floor(Date.now() / 1000) + 3 * 3600;
    const { code, runs, story } = await (await begin(ONCE)).goOn(usageLimit(resets));
    expect(code, story).toBe(6);
    const told = runs.map(({ error }) => (error as { resetsAt: number }).resetsAt / 1000);
    expect(told, story).toHaveLength(1);
    expect(Math.abs(Number(told[0]) - resets), story).toBeLessThanOrEqual(60);
  });

  test.sequential('an interrupt while a tool runs leaves nothing behind', async () => {
    const session = loop.start(scenarios.slowTool);
    await until('the tool runs', () => existsSync(join(loop.project, 'started.txt')), 120_000);
    session.child.kill('SIGINT');
    expect((await session.done).code).toBe(130);
    expect(loop.left()).toEqual([]);
  });

  test.sequential('and when the model is well again, the loop is done', async () => {
    const { code, story } = await loop.goOn(scenarios.fine);
    expect(code, story).toBe(0);
    expect(loop.left()).toEqual([]);
  });
});
