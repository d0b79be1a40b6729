import { resolve } from 'node:path';
import { readHidden } from '../checks/safeguards/hidden.ts';
import type { Criterion } from '../core/criteria/criterion.ts';
import type { Settings } from '../core/state/settings.ts';
import { hiddenChecks } from '../core/state/verification-settings.ts';
import { UsageError } from '../system/usage-error.ts';

/**
 * A worktree is in another folder: relative paths of hidden checks refer to the original working tree, and must not be
 * inside that one either.
 */
export function hiddenFrom(root: string | undefined, settings: Settings): Settings {
  if (root === undefined) return settings;
  const absolutePath = (source: string) => {
    if (/^~(?:\/|$)/.test(source)) return source;
    const path = resolve(root, source);
    if (path !== root && !path.startsWith(`${root}/`)) return path;
    throw new UsageError(`verify.hidden cannot be used: ${source} is inside the workspace, where the agent can see it`);
  };
  const hidden = Object.entries(settings.verify.hidden).map(([name, check]) => {
    if (typeof check === 'string') return [name, check];
    const files = Object.entries(check.files).map(([target, source]) => [target, absolutePath(source)]);
    return [name, { ...check, files: Object.fromEntries(files) }];
  });
  return { ...settings, verify: { ...settings.verify, hidden: Object.fromEntries(hidden) } };
}

/** Hidden checks as criteria, by name only; their commands stay in the settings. Throws if their files cannot be overlaid. */
export function hiddenCriteria({ verify }: Settings, root: string): Criterion[] {
  const checks = hiddenChecks(verify);
  try {
    readHidden(checks, root);
  } catch (error) {
    throw new UsageError(`verify.hidden cannot be used: ${(error as Error).message}`);
  }
  return checks.map(({ id, name }) => ({ id, text: `hidden check: ${name}`, kind: 'hidden' }));
}
