import type { ProjectCommand, ProjectScript } from '../core/criteria/project.ts';
import type { Folder } from './folder.ts';

export const purposes = ['test', 'lint', 'typecheck', 'build'] as const;
export type Purpose = (typeof purposes)[number];

export type Commands = Partial<Record<Purpose, ProjectCommand>>;

/** What one ecosystem's files say about a folder. */
export interface Finding {
  language?: string;
  packageManager?: string;
  scripts?: ProjectScript[];
  /** Commands that the project itself wrote down: scripts, tasks, targets. They go before conventional ones. */
  declared?: Commands;
  /** Commands that such projects are usually run with. */
  conventional?: Commands;
}

export interface Ecosystem {
  name: string;
  /** Null where the folder has nothing of this ecosystem. Never rejects, and runs nothing. */
  detect(folder: Folder): Promise<Finding | null>;
}

/** The first of the names that is a script, for each purpose. */
export function declaredBy(
  scripts: readonly ProjectScript[],
  names: Record<Purpose, readonly string[]>,
  evidence: (script: string) => string,
): Commands {
  const found = purposes.flatMap((purpose) => {
    const script = names[purpose].flatMap((name) => scripts.find((known) => known.name === name) ?? [])[0];
    return script ? [[purpose, { command: script.command, evidence: evidence(script.name) }] as const] : [];
  });
  return Object.fromEntries(found);
}

/** The names under which scripts and targets usually go. */
export const usualNames: Record<Purpose, readonly string[]> = {
  test: ['test', 'tests', 'check'],
  lint: ['lint', 'linter'],
  typecheck: ['typecheck', 'type-check', 'types', 'check-types', 'check:types'],
  build: ['build', 'compile'],
};
