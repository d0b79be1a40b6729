import { relative, resolve } from 'node:path';
import { UsageError } from '../config/errors.ts';
import type { Criterion } from '../core/criterion.ts';
import type { Settings } from '../core/settings.ts';
import { hiddenChecks } from '../core/verification/settings.ts';
import { readHidden } from '../verify/hidden.ts';
import { fromFolder } from '../verify/path-rules.ts';

export interface JudgingOptions {
  only?: string[];
  protect?: string[];
  setup?: string;
  confirm?: number;
}

/** Globs on the command line are meant from the folder they are given in. */
export function judgingFlags(
  { only = [], protect = [], setup, confirm }: JudgingOptions,
  { root, cwd }: { root: string; cwd: string },
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  const folder = relative(root, cwd);
  if (only.length > 0) values['verify.only'] = fromFolder(only.flatMap(commas), folder);
  if (protect.length > 0) values['verify.protect'] = fromFolder(protect.flatMap(commas), folder);
  if (setup !== undefined) values['verify.setup'] = setup;
  if (confirm !== undefined) values['verify.confirm'] = confirm;
  return values;
}

/**
 * A worktree lies elsewhere: what hidden checks name relative to the project is meant from the working tree that it was
 * made of, and may not lie inside that one either.
 */
export function hiddenFrom(root: string | undefined, settings: Settings): Settings {
  if (root === undefined) return settings;
  const found = (source: string) => {
    if (/^~(?:\/|$)/.test(source)) return source;
    const path = resolve(root, source);
    if (path !== root && !path.startsWith(`${root}/`)) return path;
    throw new UsageError(`verify.hidden cannot be used: ${source} lies inside the workspace, where the agent sees it`);
  };
  const hidden = Object.entries(settings.verify.hidden).map(([name, check]) => {
    if (typeof check === 'string') return [name, check];
    const files = Object.entries(check.files).map(([target, source]) => [target, found(source)]);
    return [name, { ...check, files: Object.fromEntries(files) }];
  });
  return { ...settings, verify: { ...settings.verify, hidden: Object.fromEntries(hidden) } };
}

/** Counted among the criteria by name; what they run stays in the settings. Refuses what could not be laid in. */
export function hiddenCriteria({ verify }: Settings, root: string): Criterion[] {
  const checks = hiddenChecks(verify);
  try {
    readHidden(checks, root);
  } catch (error) {
    throw new UsageError(`verify.hidden cannot be used: ${(error as Error).message}`);
  }
  return checks.map(({ id, name }) => ({ id, text: `hidden check: ${name}`, kind: 'hidden' }));
}

/** Commas part globs, but not inside of braces. */
function commas(text: string): string[] {
  return text
    .split(/,(?![^{]*\})/)
    .map((glob) => glob.trim())
    .filter((glob) => glob !== '');
}
