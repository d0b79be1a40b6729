import { readFile, realpath, stat } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import { checkTemplate } from '../../core/prompt/check.ts';
import { promptVariables } from '../../core/prompt/prompt.ts';
import { fillText } from '../../core/prompt/render.ts';
import { suggest } from '../../core/text/nearest.ts';
import { UsageError } from '../../system/usage-error.ts';
import { camelCase } from '../keys.ts';
import type { LoopType } from './load.ts';

const MAX_FILE = 256 * 1024;

/** Variables of every prompt, which a type cannot redefine. */
const RESERVED_NAMES = new Set<string>(promptVariables);

/** The inputs and variables of a type for one loop, to be recorded in its log. Throws if one is missing or unknown. */
export async function variablesOf(
  type: LoopType,
  assignments: readonly string[],
  root: string,
): Promise<Record<string, string>> {
  const { inputs, variables } = type.definition;
  for (const name of [...Object.keys(inputs), ...Object.keys(variables)]) {
    if (RESERVED_NAMES.has(camelCase(name)))
      throw new UsageError(
        `the loop type '${type.name}' cannot define '${name}': every prompt has a variable with this name`,
      );
  }
  const inputValues = parseAssignments(type, assignments);
  const values: Record<string, string> = {};
  for (const [name, input] of Object.entries(inputs)) {
    const value = inputValues.get(camelCase(name)) ?? input.default;
    if (value === undefined) {
      const about = input.description ? ` (${input.description})` : '';
      throw new UsageError(`a loop of type '${type.name}' needs '${name}'${about}`, `--set ${name}=…`);
    }
    values[name] = value;
  }
  for (const [name, variable] of Object.entries(variables)) {
    values[name] =
      'text' in variable
        ? await renderText(`the variable '${name}'`, variable.text, values)
        : await fileText(name, await renderText(`the variable '${name}'`, variable.file, values), root);
  }
  return values;
}

/** Fills the inputs into a text of a loop type. Throws if the text uses an unknown name. */
export async function renderText(what: string, text: string, values: Record<string, string>): Promise<string> {
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

function parseAssignments(type: LoopType, assignments: readonly string[]): Map<string, string> {
  const names = Object.keys(type.definition.inputs);
  const values = new Map<string, string>();
  for (const assignment of assignments) {
    const [, name = '', value = ''] = /^([^=]+)=(.*)$/s.exec(assignment) ?? [];
    if (!name) throw new UsageError(`--set needs name=value, not '${assignment}'`);
    if (!names.some((input) => camelCase(input) === camelCase(name))) {
      const near = suggest(name, names);
      const inputList = names.length > 0 ? `it has ${names.join(', ')}` : 'it has none';
      throw new UsageError(
        `the loop type '${type.name}' has no input '${name}'`,
        near ? `did you mean '${near}'?` : inputList,
      );
    }
    values.set(camelCase(name), value);
  }
  return values;
}

async function fileText(name: string, path: string, root: string): Promise<string> {
  const absolute = resolve(root, path);
  try {
    const [real, realRoot] = await Promise.all([realpath(absolute), realpath(root)]);
    if (relative(realRoot, real).startsWith('..')) throw new Error('it is outside the workspace');
    if ((await stat(real)).size > MAX_FILE) throw new Error(`it is larger than ${MAX_FILE / 1024} KiB`);
    return await readFile(real, 'utf8');
  } catch (error) {
    throw new UsageError(`the file for '${name}' cannot be used: ${absolute}: ${(error as Error).message}`);
  }
}
