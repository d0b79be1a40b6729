import { basename } from 'node:path';
import type { OverlayKind } from './judge-files.ts';
import { type BaselineFiles, shadowPart } from './shadow-files.ts';

/**
 * How to overlay a changed file that configures the judge and would be removed if it were new. Null if the file also
 * configures the work, which may need the change.
 */
export function overlayOfEdit(path: string, baseline: BaselineFiles): OverlayKind | 'tests-in-it' | null {
  if (shadowPart(path, baseline) !== 'away') return null;
  const name = basename(path);
  if (/^(?:(?:ts|js)config(?:\.[\w-]+)?\.json|deno\.jsonc?)$/.test(name)) return 'compiler';
  if (/^vite\.config\.\w+$/.test(name)) return 'tests-in-it';
  return BUILD_CONFIG.test(name) ? null : 'whole';
}

const BUILD_CONFIG = /^(?:go\.work|gradle\.properties|Directory\.Build\.(?:props|targets)|mise\.toml|\.tool-versions)$/;

/** Whether a vite configuration also configures the tests. */
export function configuresTests(...versions: string[]): boolean {
  return versions.some((text) => /\bvitest\b|\btest\s*:/.test(text));
}
