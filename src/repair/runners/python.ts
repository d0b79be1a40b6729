import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { joinSearchPath } from '../../system/find-program.ts';
import { packageRoot } from '../../system/package-root.ts';
import type { RepairTest, RunPlan, TestOutcome, TestRunner } from '../model/model.ts';
import { type ProcessRun, runProcess } from '../model/run-process.ts';
import { DID_NOT_END } from '../model/whole-file.ts';
import { framesIn, limitTo, type RunFact, readFacts } from './facts.ts';
import { type PythonServer, pythonModule, pythonServer } from './python-server.ts';

interface PythonOptions {
  name: 'pytest' | 'unittest';
  command: string;
  env: Readonly<Record<string, string>>;
}

/** pytest through a plugin set in the environment; unittest through a replacement for its command line. */
export function pythonRunner({ name, command, env }: PythonOptions): TestRunner {
  const assets = join(packageRoot(), 'assets', 'repair', 'python');
  const base: Record<string, string> = {
    ...env,
    PYTHONPATH: joinSearchPath(assets, env.PYTHONPATH),
  };
  if (name === 'pytest')
    base.PYTEST_ADDOPTS = `${env.PYTEST_ADDOPTS ?? ''} -p jumar_repair_pytest -p no:cacheprovider`.trim();
  const program = name === 'unittest' ? command.replace(/-m\s+unittest\b/, '-m jumar_repair_unittest') : command;
  const run = async (folder: string, extra: Record<string, string>, timeoutMs: number, signal: AbortSignal) => {
    const facts = `${folder}.facts.ndjson`;
    await rm(facts, { force: true });
    const spec = { command: program, cwd: folder, env: { ...base, ...extra, JUMAR_REPAIR_FACTS: facts }, timeoutMs };
    return outcomeOf(await runProcess(spec, signal), await readFile(facts, 'utf8').catch(() => ''), folder);
  };
  const parts = pythonModule(command);
  const servers = new Map<string, PythonServer>();
  const serverFor = (folder: string): PythonServer | null => {
    const running = servers.get(folder);
    if (running || !parts) return running ?? null;
    const server = pythonServer({ ...parts, framework: name, assets, cwd: folder, env: base });
    servers.set(folder, server);
    return server;
  };
  return {
    name,
    selects: true,
    survey: (folder, allMs, signal, fileMs) => {
      // Files are not run one by one here, so all remaining time may go to the one test that hangs.
      const timeoutMs = fileMs === undefined ? allMs : allMs / 2;
      const patience = String((timeoutMs * 0.8) / 1000);
      return run(folder, { JUMAR_REPAIR_TRACE: '1', JUMAR_REPAIR_PATIENCE: patience }, timeoutMs, signal);
    },
    async run(folder, plan, timeoutMs, signal) {
      const extra = { JUMAR_REPAIR_PLAN: await writePlan(folder, plan) };
      const server = serverFor(folder);
      if (!server) return run(folder, extra, timeoutMs, signal);
      const facts = `${folder}.facts.ndjson`;
      await rm(facts, { force: true });
      const ended = await server.run({ ...extra, JUMAR_REPAIR_FACTS: facts }, timeoutMs, signal);
      return outcomeOf(ended, await readFile(facts, 'utf8').catch(() => ''), folder);
    },
    close: () => {
      for (const server of servers.values()) server.close();
    },
  };
}

async function writePlan(folder: string, { files, only, mustPass, allowed }: RunPlan): Promise<string> {
  const path = `${folder}.plan.json`;
  await writeFile(path, JSON.stringify({ files, only: only && [...only], mustPass: [...mustPass], allowed }));
  return path;
}

function outcomeOf(run: Pick<ProcessRun, 'ended' | 'durationMs'>, text: string, folder: string): TestOutcome {
  const facts = readFacts(text);
  const covered = new Map(
    facts.filter(({ ev }) => ev === 'covered').map((fact) => [idOf(fact), linesOf(fact, folder)]),
  );
  const tests = facts
    .filter(({ ev }) => ev === 'test')
    .map((fact): RepairTest => {
      const id = idOf(fact);
      return {
        id,
        file: fact.file ?? null,
        name: fact.name ?? '',
        status: fact.status ?? 'failed',
        // The same in every scratch copy, so that messages can be compared.
        message: fact.error?.message?.replaceAll(`${folder}/`, '') ?? null,
        frames: framesIn(fact.error?.stack ?? '', folder),
        covered: covered.get(id) ?? null,
      };
    });
  if (run.ended === 'timeout') tests.push(...hanging(facts, text, folder));
  const ended = facts.some(({ ev }) => ev === 'end');
  const stopped = facts.find(({ ev }) => ev === 'stopped');
  const reason = stopped?.reason ?? (ended ? null : run.ended === 'exited' ? 'the test run crashed' : run.ended);
  return { tests, complete: reason === null, reason, durationMs: run.ended === 'timeout' ? 0 : run.durationMs };
}

/** A test that has only just started when the time is up cannot be said to hang. */
const AT_LEAST_MS = 2000;

/** The test that started and reported no result. Its stack is in the text, which Python wrote before the time was up. */
function hanging(facts: readonly RunFact[], text: string, folder: string): RepairTest[] {
  const reportedIds = new Set(facts.filter(({ ev }) => ev === 'test').map(idOf));
  const open = facts.findLast((fact) => fact.ev === 'begun' && !reportedIds.has(idOf(fact)));
  if (!open || Date.now() - (open.at ?? 0) * 1000 < AT_LEAST_MS) return [];
  const { file = null, name = '' } = open;
  // Unlike other stacks, this one has the innermost frame first.
  const frames = framesIn(text, folder).reverse();
  return [{ id: idOf(open), file, name, status: 'failed', message: DID_NOT_END, frames, covered: null }];
}

const idOf = ({ file, name }: RunFact): string => `${file} › ${name}`;

function linesOf({ lines }: RunFact, folder: string): Map<string, Set<number>> {
  const covered = new Map<string, Set<number>>();
  for (const [file, numbers] of Object.entries(lines ?? {})) {
    const path = limitTo(file, folder);
    if (path !== null) covered.set(path, new Set(numbers));
  }
  return covered;
}
