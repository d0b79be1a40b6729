import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { UsageError } from '../../../system/usage-error.ts';
import { glyphsFor, inGlyphs } from '../../reports/glyphs.ts';
import type { CommandContext } from './context.ts';

/** Writes to the named file, or to stdout. */
export async function writeOutput(
  context: CommandContext,
  text: string | Uint8Array,
  out: string | undefined,
): Promise<void> {
  if (out === undefined || out === '-') {
    context.stdout.write(text);
    return;
  }
  const path = resolve(context.cwd, out);
  await writeFile(path, text).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`cannot write ${path}: ${error.code ?? error.message}`, 'choose another file with --out');
  });
  context.stderr.write(`wrote ${path}\n`);
}

/** Writes text for people, with characters that their terminal can show. Text for machines is written unchanged. */
export function say({ stdout, env }: Pick<CommandContext, 'stdout' | 'env'>, text: string): void {
  stdout.write(inGlyphs(text, glyphsFor(env)));
}

/** The width and glyphs of the output; a pipe gets 80 columns unless COLUMNS is set. */
export function textSize({ stdout, env }: CommandContext) {
  const width = (stdout as { columns?: number }).columns ?? Number(env.COLUMNS);
  return { columns: Math.max(40, Number.isInteger(width) && width > 0 ? width : 80), glyphs: glyphsFor(env) };
}

/** Finds a format by name; the error lists them all. */
export function formatOf<T extends string>(name: string | undefined, formats: readonly T[]): T {
  const [first] = formats;
  if (name === undefined && first !== undefined) return first;
  const match = formats.find((format) => format === name);
  if (match) return match;
  throw new UsageError(`unknown format '${name}'`, `choose from ${formats.join(', ')}`);
}

/** The format for a file's extension, as in `--out report.html`. Throws on an unknown extension; undefined without one. */
export function formatBy(file: string | undefined, endings: Readonly<Record<string, string>>): string | undefined {
  const ending = /[^/.]\.([a-z0-9]+)$/i.exec(file ?? '')?.[1]?.toLowerCase();
  if (ending === undefined) return undefined;
  if (Object.hasOwn(endings, ending)) return endings[ending];
  const extensions = Object.keys(endings).map((one) => `.${one}`);
  throw new UsageError(`unknown format for ${file}`, `use ${extensions.join(', ')}, or --format`);
}
