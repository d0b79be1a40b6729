import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cleanEnvironment } from './cli.ts';
import { until } from './until.ts';

/** One iteration of the built-in agent without a loop around it, whose own checks would wait for what never ends. */
export async function agentAlone(
  folder: string,
  command: string,
  budgetMs = 40_000,
  variables: Record<string, string> = {},
): Promise<string> {
  const beside = mkdtempSync(join(tmpdir(), 'jumar-repair-'));
  const [contextFile, blockedFile] = [join(beside, 'context.json'), join(beside, 'blocked.txt')];
  const context = {
    root: folder,
    cwd: folder,
    iteration: 1,
    commands: [command],
    protected: [],
    memory: join(beside, 'memory'),
  };
  writeFileSync(contextFile, JSON.stringify({ ...context, blockedFile, budgetMs, workers: 2 }));
  const env = { ...cleanEnvironment(), ...variables, JUMAR_REPAIR_CONTEXT: contextFile };
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ['dist/bin/repair.js'], { env });
  await until('nothing that it started is left', () => startedBy(beside).length === 0, 60_000);
  rmSync(beside, { recursive: true, force: true });
  return stdout + stderr;
}

/** Processes that were told of this folder; none where the system does not say. */
function startedBy(folder: string): string[] {
  return names('/proc').filter((pid) => /^\d+$/.test(pid) && environmentOf(pid).includes(folder));
}

function names(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function environmentOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8');
  } catch {
    return '';
  }
}
