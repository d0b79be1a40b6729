import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { checkTemplate } from '../core/prompt/check.ts';
import { promptVariables } from '../core/prompt/prompt.ts';
import { UsageError } from '../system/usage-error.ts';
import type { AppContext } from './context.ts';
import type { TypedSettings } from './loop-type.ts';

/** The caller's file, else the type's text or file, else the configured file; null for the built-in template. */
export async function readTemplate(
  context: AppContext,
  root: string,
  { settings, type, variables }: TypedSettings,
  requestedFile: string | undefined,
): Promise<string | null> {
  const inline = requestedFile === undefined ? type?.definition.promptTemplate : undefined;
  const file = type?.definition.template ?? settings.prompt.template;
  const path = requestedFile ? resolve(context.cwd, requestedFile) : file ? resolve(root, file) : null;
  if (inline === undefined && !path) return null;
  const where = inline === undefined ? `${path}` : `of the loop type '${type?.name}'`;
  const text = inline ?? (await templateFile(path ?? '', where));
  const { errors, warnings } = await checkTemplate(text, [...promptVariables, ...Object.keys(variables)]).catch(
    (error: Error) => ({ errors: [error.message], warnings: [] }),
  );
  if (errors.length > 0) throw new UsageError(`the prompt template ${where} cannot be used: ${errors.join('; ')}`);
  for (const warning of warnings) context.warn?.(`the prompt template ${where}: ${warning}`);
  return text;
}

async function templateFile(path: string, where: string): Promise<string> {
  return readFile(path, 'utf8').catch((error: Error) => {
    throw new UsageError(`the prompt template ${where} cannot be used: ${error.message}`);
  });
}
