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
  /** Commands that the project itself defines: scripts, tasks, targets. They take precedence over conventional ones. */
  declared?: Commands;
  /** The usual commands for this kind of project. */
  conventional?: Commands;
}

export interface Ecosystem {
  name: string;
  /** Null if the folder has nothing of this ecosystem. Never rejects, and runs nothing. */
  detect(folder: Folder): Promise<Finding | null>;
}

/** For each purpose, the first of its names that is a script. */
export function declaredCommands(
  scripts: readonly ProjectScript[],
  names: Record<Purpose, readonly string[]>,
  evidence: (script: string) => string,
): Commands {
  const entries = purposes.flatMap((purpose) => {
    const script = names[purpose].flatMap((name) => scripts.find((candidate) => candidate.name === name) ?? [])[0];
    return script ? [[purpose, { command: script.command, evidence: evidence(script.name) }] as const] : [];
  });
  return Object.fromEntries(entries);
}

/** Usual names of scripts and targets. */
export const usualNames: Record<Purpose, readonly string[]> = {
  test: ['test', 'tests', 'check'],
  lint: ['lint', 'linter'],
  typecheck: ['typecheck', 'type-check', 'types', 'check-types', 'check:types'],
  build: ['build', 'compile'],
};
