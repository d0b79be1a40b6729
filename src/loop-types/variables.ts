import { readFile, realpath, stat } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import { UsageError } from '../config/errors.ts';
import { camelCase } from '../config/keys.ts';
import { suggest } from '../config/suggest.ts';
import { promptVariables } from '../core/prompt.ts';
import { checkTemplate } from '../prompt/check.ts';
import { fillText } from '../prompt/render.ts';
import type { LoopType } from './load.ts';

const MAX_FILE = 256 * 1024;

/** Names that every prompt has; a type's own cannot take their place. */
const TAKEN = new Set<string>(promptVariables);

/** Inputs and own variables of a type for one loop, to be frozen into its log. Refuses what is missing or not known. */
export async function variablesOf(
  type: LoopType,
  given: readonly string[],
  root: string,
): Promise<Record<string, string>> {
  const { inputs, variables } = type.definition;
  for (const name of [...Object.keys(inputs), ...Object.keys(variables)]) {
    if (TAKEN.has(camelCase(name)))
      throw new UsageError(`the loop type '${type.name}' cannot define '${name}': every prompt has one`);
  }
  const set = assignments(type, given);
  const values: Record<string, string> = {};
  for (const [name, input] of Object.entries(inputs)) {
    const value = set.get(camelCase(name)) ?? input.default;
    if (value === undefined) {
      const about = input.description ? ` (${input.description})` : '';
      throw new UsageError(`a loop of type '${type.name}' needs '${name}'${about}`, `--set ${name}=…`);
    }
    values[name] = value;
  }
  for (const [name, variable] of Object.entries(variables)) {
    values[name] =
      'text' in variable
        ? await filled(`the variable '${name}'`, variable.text, values)
        : await fileText(name, await filled(`the variable '${name}'`, variable.file, values), root);
  }
  return values;
}

/** A text of a loop type's with its inputs in it. Refuses one that asks for what there is not. */
export async function filled(what: string, text: string, values: Record<string, string>): Promise<string> {
  const problem = await problemIn(text, Object.keys(values));
  if (problem !== undefined) throw new UsageError(`${what} cannot be used: ${problem}`);
  return fillText(text, values);
}

async function problemIn(text: string, names: readonly string[]): Promise<string | undefined> {
  try {
    const { errors, unknown } = await checkTemplate(text, names);
    return [...errors, ...unknown][0];
  } catch (error) {
    return (error as Error).message;
  }
}

function assignments(type: LoopType, given: readonly string[]): Map<string, string> {
  const names = Object.keys(type.definition.inputs);
  const set = new Map<string, string>();
  for (const assignment of given) {
    const [, name = '', value = ''] = /^([^=]+)=(.*)$/s.exec(assignment) ?? [];
    if (!name) throw new UsageError(`--set needs name=value, not '${assignment}'`);
    if (!names.some((known) => camelCase(known) === camelCase(name))) {
      const near = suggest(name, names);
      const known = names.length > 0 ? `it has ${names.join(', ')}` : 'it has none';
      throw new UsageError(
        `the loop type '${type.name}' has no input '${name}'`,
        near ? `did you mean '${near}'?` : known,
      );
    }
    set.set(camelCase(name), value);
  }
  return set;
}

async function fileText(name: string, path: string, root: string): Promise<string> {
  const absolute = resolve(root, path);
  try {
    const [real, realRoot] = await Promise.all([realpath(absolute), realpath(root)]);
    if (relative(realRoot, real).startsWith('..')) throw new Error('it lies outside the workspace');
    if ((await stat(real)).size > MAX_FILE) throw new Error(`it is larger than ${MAX_FILE / 1024} KiB`);
    return await readFile(real, 'utf8');
  } catch (error) {
    throw new UsageError(`the file for '${name}' cannot be used: ${absolute}: ${(error as Error).message}`);
  }
}
