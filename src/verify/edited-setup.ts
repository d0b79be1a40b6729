import { basename } from 'node:path';
import type { Overlaying } from './judge-files.ts';
import { type BaselineFiles, shadowPart } from './shadow-files.ts';

/**
 * How the baseline's version of a changed file is laid over that would be taken away if it were new: what sets the judge up does so by an
 * edit, too. Null where it sets up the work as much as the judge, and the work may need the change.
 */
export function editedSetup(path: string, baseline: BaselineFiles): Overlaying | 'tests-in-it' | null {
  if (shadowPart(path, baseline) !== 'away') return null;
  const name = basename(path);
  if (/^(?:(?:ts|js)config(?:\.[\w-]+)?\.json|deno\.jsonc?)$/.test(name)) return 'compiler';
  if (/^vite\.config\.\w+$/.test(name)) return 'tests-in-it';
  return BUILDS.test(name) ? null : 'whole';
}

const BUILDS = /^(?:go\.work|gradle\.properties|Directory\.Build\.(?:props|targets)|mise\.toml|\.tool-versions)$/;

/** A configuration of vite is one of the tests where it says something on them. */
export function configuresTests(...versions: string[]): boolean {
  return versions.some((text) => /\bvitest\b|\btest\s*:/.test(text));
}
