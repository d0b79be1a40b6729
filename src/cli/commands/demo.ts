import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '../../package-root.ts';
import { paintFor } from '../../reporters/paint.ts';
import type { CommandContext } from '../context.ts';
import run from './run.ts';

/**
 * The real loop on a small project with real failing tests, in a temporary folder. The agent is a stand-in, but a real
 * process that edits files: it half-fixes, breaks something, claims to be done, and then finds the rest.
 */
export default async function demo(context: CommandContext): Promise<number> {
  const assets = join(packageRoot(), 'assets', 'demo');
  const folder = mkdtempSync(join(tmpdir(), 'jumar-demo-'));
  const project = join(folder, 'corner-shop');
  const state = join(folder, 'state');
  cpSync(join(assets, 'project'), project, { recursive: true });
  for (const args of [
    ['init', '-q'],
    ['add', '-A'],
    ['commit', '-q', '-m', 'A corner shop with bugs'],
  ]) {
    execFileSync('git', ['-c', 'user.name=demo', '-c', 'user.email=demo@localhost', ...args], { cwd: project });
  }
  const paint = paintFor(context.stdout, context.env);
  context.stdout.write(
    `${paint.dim('A sample project with failing tests, and a stand-in agent that is as fallible as a real one.')}\n\n`,
  );
  const code = await run(
    { ...context, cwd: project, env: { ...context.env, JUMAR_HOME: state } },
    'make npm test pass',
    { until: [], agentCommand: `"${process.execPath}" "${join(assets, 'agent.mjs')}"` },
  );
  context.stdout.write(
    `\nEverything was left in ${folder}\n  look around:  cd ${project} && JUMAR_HOME=${state} jumar show\n`,
  );
  return code;
}
