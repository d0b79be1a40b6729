import { homedir } from 'node:os';
import { createTwoFilesPatch } from 'diff';
import { refuseBeneathAgent } from '../../../app/beneath-agent.ts';
import { hookPlace } from '../../../app/outside/hook-place.ts';
import { UsageError } from '../../../system/usage-error.ts';
import { dialectOf } from '../../hooks/index.ts';
import { applyInstall, applyUninstall, planInstall, planUninstall, type SettingsChange } from '../../hooks/install.ts';
import type { CommandContext } from './context.ts';
import { say } from './output.ts';

export interface InstallOptions {
  user?: boolean;
  project?: boolean;
  uninstall?: boolean;
  dryRun?: boolean;
}

export async function installHook(context: CommandContext, agent: string, options: InstallOptions): Promise<number> {
  const dialect = dialectOf(agent);
  await refuseBeneathAgent(context, 'hook install');
  if (options.user && options.project) throw new UsageError('--user and --project cannot be combined', 'choose one');
  const scope = options.project ? 'project' : 'user';
  const { root, stateHome, program } = await hookPlace(context);
  const places = { env: context.env, home: context.env.HOME || homedir(), root };
  const installation = { dialect, scope, places, stateHome, program } as const;
  const change = await (options.uninstall ? planUninstall : planInstall)(installation);
  const { file, before, after } = change;
  if (before === after) {
    say(context, options.uninstall ? `${file} has no hooks of Jumar\n` : `the hooks are installed already: ${file}\n`);
    return 0;
  }
  say(context, `${patchOf(change)}\n`);
  if (options.dryRun) {
    say(context, 'nothing was written; run it without --dry-run to apply it\n');
    return 0;
  }
  await (options.uninstall ? applyUninstall : applyInstall)(installation, change);
  say(context, options.uninstall ? `the hooks of ${dialect.title} are removed\n` : installedText(dialect, scope));
  return 0;
}

function installedText({ agent, title, afterwards }: ReturnType<typeof dialectOf>, scope: string): string {
  const lines = [
    `${title} is judged from its next session on: when it wants to stop, the checks and the guard run in the judge's room.`,
    `Let it go: jumar hook off. Remove: jumar hook install ${agent} --uninstall${scope === 'project' ? ' --project' : ''}`,
    ...(afterwards ? [afterwards] : []),
  ];
  return `${lines.join('\n')}\n`;
}

function patchOf({ file, before, after }: SettingsChange): string {
  const patch = createTwoFilesPatch(
    before === null ? '/dev/null' : file,
    after === null ? '/dev/null' : file,
    before ?? '',
    after ?? '',
    '',
    '',
    { context: 2 },
  );
  return patch.replace(/^=+\n/, '').replace(/\t\n/g, '\n').trimEnd();
}
