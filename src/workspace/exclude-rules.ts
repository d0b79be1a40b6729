import { createHash } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { BytePath } from '../system/paths.ts';
import { writeDurably } from './durable.ts';
import type { Shadow } from './shadow.ts';

/** The option that makes git read these rules. */
export function excludeFrom(shadow: Shadow, rules: readonly string[]): string {
  return `--exclude-from=${excludeFile(shadow, rules)}`;
}

/** The file with these rules; written once. */
export function excludeFile(shadow: Shadow, rules: readonly string[]): string {
  const content = `${rules.join('\n')}\n`;
  const file = join(shadow.dir, 'rules', sha256(content).slice(0, 32));
  if (!existsSync(file)) {
    mkdirSync(join(shadow.dir, 'rules'), { recursive: true });
    writeDurably(file, content);
  }
  return file;
}

/** Whether it is one of Jumar's own files in the workspace. */
export function isOwn(path: BytePath): boolean {
  return /(^|\/)\.jumar\/(loops|aside)\//.test(path);
}

export function sha256(content: string): string {
  return createHash('sha256').update(content).digest('hex');
}
