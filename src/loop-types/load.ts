import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { UsageError } from '../config/errors.ts';
import { userConfigPath } from '../config/files.ts';
import { camelCase } from '../config/keys.ts';
import type { Layer, Tree } from '../config/layers.ts';
import { suggest } from '../config/suggest.ts';
import { taskTypeSchema } from '../core/task-type.ts';
import { packageRoot } from '../package-root.ts';
import { type LoopTypeDefinition, loopTypeSchema, OWN_KEYS } from './schema.ts';

export interface LoopType {
  name: string;
  definition: LoopTypeDefinition;
  /** Settings that hold for loops of this type. */
  settings: Layer;
  /** Where it is defined, the built-in one first. */
  sources: string[];
}

export interface TypePlaces {
  env: NodeJS.ProcessEnv;
  workspace: { root: string; cwd: string };
  /** `types:` of the configuration files, in their order. */
  configured: Layer[];
}

/** The type of that name: what is built in, then the user's file, the project's, the configuration; a later one wins key by key. */
export async function loadLoopType(
  name: string,
  places: TypePlaces,
  options: { builtIn: boolean } = { builtIn: true },
): Promise<LoopType | null> {
  if (!/^[a-z0-9][a-z0-9_-]{0,60}$/i.test(name))
    throw new UsageError(`'${name}' is no name of a loop type`, 'letters, digits and dashes');
  const found: Layer[] = [];
  for (const folder of typeFolders(places, options.builtIn)) {
    const file = join(folder, `${name}.yaml`);
    if (existsSync(file)) found.push({ source: file, values: await readYaml(file) });
  }
  for (const { source, values } of places.configured) {
    const own = values[name] ?? values[camelCase(name)];
    if (own !== undefined) found.push({ source: `types.${name} in ${source}`, values: mapping(own, source) });
  }
  if (found.length === 0) return null;
  const merged: Tree = {};
  for (const { values } of found) for (const [key, value] of Object.entries(values)) merged[camelCase(key)] = value;
  const source = found.at(-1)?.source ?? name;
  return {
    name,
    definition: parsed(merged, source),
    settings: { source, values: Object.fromEntries(Object.entries(merged).filter(([key]) => !OWN_KEYS.has(key))) },
    sources: found.map((layer) => layer.source),
  };
}

/** The same, for a type that the user asked for. */
export async function requireLoopType(name: string, places: TypePlaces): Promise<LoopType> {
  const type = await loadLoopType(name, places);
  if (type) return type;
  const names = await loopTypeNames(places);
  const near = suggest(name, names);
  throw new UsageError(
    `there is no loop type '${name}'`,
    near ? `did you mean '${near}'?` : `there are ${names.join(', ')}; define it in .jumar/loops/${name}.yaml`,
  );
}

export async function loopTypeNames(places: TypePlaces): Promise<string[]> {
  const names = new Set<string>(taskTypeSchema.options);
  for (const folder of typeFolders(places, false)) {
    const entries = await readdir(folder).catch(() => []);
    for (const entry of entries) if (entry.endsWith('.yaml')) names.add(entry.slice(0, -'.yaml'.length));
  }
  for (const { values } of places.configured) for (const name of Object.keys(values)) names.add(name);
  return [...names];
}

function typeFolders({ env, workspace: { root, cwd } }: TypePlaces, builtIn: boolean): string[] {
  const project = (root === cwd ? [root] : [root, cwd]).map((folder) => join(folder, '.jumar', 'loops'));
  return [
    ...(builtIn ? [join(packageRoot(), 'assets', 'loops')] : []),
    join(dirname(userConfigPath(env)), 'loops'),
    ...project,
  ];
}

async function readYaml(file: string): Promise<Tree> {
  const { parse } = await import('yaml');
  try {
    return mapping(parse(await readFile(file, 'utf8')) ?? {}, file);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`cannot read the loop type ${file}: ${(error as Error).message}`);
  }
}

function mapping(value: unknown, source: string): Tree {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Tree;
  throw new UsageError(`the loop type in ${source} must be a mapping of keys`);
}

function parsed(values: Tree, source: string): LoopTypeDefinition {
  const result = loopTypeSchema.safeParse(values);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new UsageError(
    `invalid '${issue?.path.join('.')}' in the loop type ${source}: ${issue?.message}`,
    'docs/prompts.md shows a whole one',
  );
}
