import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { markedProcesses } from '../../src/process/strays.ts';
import { type ModelServer, startFakeModel } from '../fixtures/model-server/server.mjs';
import type { RealAgent } from './agent-matrix.ts';
import { eventsIn, logOf, loopFolders, startCli } from './cli.ts';
import type { Scenario } from './model-scenarios.ts';
import { git, writeFiles } from './project.ts';
import { realAgentEnvironment } from './real-agents.mjs';

/** Guards, breaker and waits so small that every trouble is seen to its end. */
const HASTY = {
  JUMAR_AGENT_MAX_MISSES: '1',
  JUMAR_AGENT_BACKOFF_SECONDS: '0.2',
  JUMAR_AGENT_MAX_RETRIES: '3',
  JUMAR_AGENT_MAX_STEPS: '4',
};

export type TroubledLoop = Awaited<ReturnType<typeof troubledLoop>>;

/**
 * One loop of a real agent against a scripted model of its own. Every `goOn` is one more session of it, by `resume` from
 * wherever the last one ended, and one more iteration may come of it. `settings` are those it begins with.
 */
export async function troubledLoop(agent: RealAgent, bin: string, settings: Record<string, string>) {
  const server: ModelServer = await startFakeModel({});
  const base = mkdtempSync(join(tmpdir(), 'jumar-real-'));
  const [project, home, outside] = ['project', 'state', 'outside'].map((name) => join(base, name)) as [
    string,
    string,
    string,
  ];
  mkdirSync(outside);
  writeFiles(project, { 'state.txt': 'raw\n' });
  git(project, 'init', '-q');
  git(project, 'add', '-A');
  git(project, 'commit', '-q', '-m', 'start');
  const env = {
    PATH: `${bin}:${process.env.PATH}`,
    HOME: outside,
    ...realAgentEnvironment(agent, server.url, outside),
    ...HASTY,
    ...settings,
  };

  const play = (scenario: Scenario) =>
    server.setScenario(JSON.parse(JSON.stringify(scenario).replaceAll('{{cwd}}', project)));
  const log = () => (loopFolders(home)[0] ? logOf(loopFolders(home)[0] as string).map(({ event }) => event) : []);
  const iterations = () =>
    new Set(log().flatMap(({ type, iteration }) => (type === 'iteration-judged' && iteration !== 0 ? iteration : [])));

  return {
    project,
    play,
    /** What is running; `told()` is what it has printed so far. */
    start(scenario: Scenario, more: Record<string, string> = {}) {
      play(scenario);
      const begin = ['run', 'create hello.txt', '--until', 'file:hello.txt', '--agent', agent];
      const args = log().length === 0 ? begin : ['resume'];
      const limit = ['--max-iterations', String(iterations().size + 1)];
      const { child, done, result } = startCli([...args, '--json', ...limit], {
        cwd: project,
        home,
        env: { ...env, ...more },
      });
      return { child, done, told: () => eventsIn(result.stdout.slice(0, result.stdout.lastIndexOf('\n') + 1)) };
    },
    async goOn(scenario: Scenario, more?: Record<string, string>) {
      const { code, stdout, stderr } = await this.start(scenario, more).done;
      const events = eventsIn(stdout);
      const runs = events.filter(({ type }) => type === 'agent-finished');
      const story = `${[...runs, events.at(-1)].map((event) => JSON.stringify(event)).join('\n')}\n${stderr}`;
      return { code, story, events, runs };
    },
    /** Processes of any of its runs that are still there. */
    left: () => log().flatMap((event) => (event.type === 'agent-started' ? markedProcesses(String(event.run)) : [])),
    async close() {
      await server.close();
      rmSync(base, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}
