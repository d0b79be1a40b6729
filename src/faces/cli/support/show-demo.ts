import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { git } from '../../../system/git.ts';
import { packageRoot } from '../../../system/package-root.ts';
import { paintFor } from '../../reports/paint.ts';
import { wrapText } from '../../reports/wrap.ts';
import type { CommandContext } from './context.ts';
import { textSize } from './output.ts';
import { runTask } from './run-task.ts';

export interface DemoOptions {
  cheat?: boolean;
  plain?: boolean;
}

const COMMIT = [
  ['init', '-q'],
  ['add', '-A'],
  ['commit', '-q', '-m', 'A corner shop with bugs'],
];

/**
 * Runs a real loop on a small project with real bugs, in a temporary folder. The built-in agent repairs them; with
 * `--cheat` a fake agent changes the checks instead.
 */
export async function showDemo(context: CommandContext, options: DemoOptions): Promise<number> {
  const assets = join(packageRoot(), 'assets', 'demo');
  const folder = mkdtempSync(join(tmpdir(), 'jumar-demo-'));
  const project = join(folder, 'corner-shop');
  const state = join(folder, 'state');
  cpSync(join(assets, 'project'), project, { recursive: true });
  for (const args of COMMIT) await git(args, { cwd: project });
  const say = (text: string) => context.stdout.write(text);
  const dim = paintFor(context.stdout, context.env).dim;
  const inside = { ...context, cwd: project, env: { ...context.env, JUMAR_HOME: state } };
  const intro = wrapText(options.cheat ? CHEATING : REPAIRING, textSize(context).columns);
  say(`${intro.map(dim).join('\n')}\n\n`);
  const code = options.cheat
    ? await runCheatDemo(inside, assets, options)
    : await runRepairDemo(inside, assets, options);
  const itself = `alias jumar='node ${join(packageRoot(), 'dist', 'bin', 'jumar.js')}'`;
  say(`\nEverything is in ${folder}\nTo use the commands above, first run\n`);
  say(`  cd ${project}\n  export JUMAR_HOME=${state}\n  ${itself}    # unless jumar is installed\n`);
  return code;
}

const TASK = { task: 'make npm test pass', commands: [] };
const REPAIRING =
  'A sample project with real bugs, repaired by the built-in agent: it tries small code changes until the tests pass. No ' +
  'model, no key, no network. A hidden check catches changes that only satisfy the tests.';
const CHEATING =
  'The same project, with a fake agent that changes the checks instead of the code and claims to be done.';

/** The hidden check is outside the workspace: the agent only learns whether it holds. */
function runRepairDemo(context: CommandContext, assets: string, { plain }: DemoOptions): Promise<number> {
  const files = { 'hidden-check.mjs': join(assets, 'hidden-check.mjs') };
  const hidden = { 'orders that no test has': { command: 'node hidden-check.mjs', files } };
  mkdirSync(join(context.cwd, '.jumar'), { recursive: true });
  writeFileSync(join(context.cwd, '.jumar', 'config.yaml'), JSON.stringify({ verify: { hidden } }, null, 2));
  return runTask(context, TASK, { until: ['npm test'], agent: ['repair'], plain });
}

/** Fails if the cheat is not caught. */
async function runCheatDemo(context: CommandContext, assets: string, { plain }: DemoOptions): Promise<number> {
  const agentCommand = `"${process.execPath}" "${join(assets, 'cheat.mjs')}"`;
  const code = await runTask(context, TASK, {
    until: ['npm test'],
    agentCommand,
    maxIterations: 3,
    plain,
  });
  context.stdout.write(code === 0 ? '\nThe cheat got through.\n' : '\nCaught: no trick counted as a repair.\n');
  return code === 0 ? 1 : 0;
}
