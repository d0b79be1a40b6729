import type { ZodError } from 'zod';
import { type Settings, settingsSchema } from '../core/settings.ts';
import { rules } from '../rules/index.ts';
import { UsageError } from './errors.ts';
import { aliases, camelCase, configKeys } from './keys.ts';
import { suggest } from './suggest.ts';

export type Tree = { [key: string]: unknown };

/** One source of settings, named so that an error can say where it is. */
export interface Layer {
  source: string;
  values: Tree;
}

/** Defaults under every layer in order; each is checked by itself, so that an error names its source. */
export function mergeLayers(layers: readonly Layer[]): Settings {
  const merged: Tree = {};
  for (const layer of layers) {
    const values = expand(layer.values);
    check(values, layer.source);
    deepMerge(merged, values);
  }
  const settings = settingsSchema.parse(merged);
  for (const name of settings.rules.off) checkSwitchable(name);
  return settings;
}

function checkSwitchable(name: string): void {
  const names = rules.filter(({ essential }) => !essential).map((rule) => rule.name);
  if (names.includes(name)) return;
  if (rules.some((rule) => rule.name === name)) {
    throw new UsageError(`the rule '${name}' cannot be switched off`, `these can: ${names.join(', ')}`);
  }
  const near = suggest(name, names);
  throw new UsageError(`rules.off names no rule: '${name}'`, near ? `did you mean '${near}'?` : names.join(', '));
}

/** `limits.maxIterations = 3` as a tree, with aliases and other spellings resolved. */
export function treeOf(key: string, value: unknown): Tree {
  return expand({ [key]: value });
}

export function unknownKey(name: string, where: string): UsageError {
  const names = configKeys().map((key) => key.name);
  const near = suggest(name, [...names, ...Object.keys(aliases)]) ?? byLastPart(name, names);
  return new UsageError(`unknown key '${name}' in ${where}`, near ? `did you mean '${near}'?` : keyList());
}

function check(values: Tree, source: string): void {
  const parsed = settingsSchema.safeParse(values);
  if (!parsed.success) throw explain(parsed.error, source);
}

function explain(error: ZodError, source: string): UsageError {
  const [issue] = error.issues;
  if (!issue) return new UsageError(`invalid settings in ${source}`);
  const path = issue.path.join('.');
  if (issue.code === 'unrecognized_keys') {
    return unknownKey([path, issue.keys[0]].filter(Boolean).join('.'), source);
  }
  return new UsageError(`invalid value for '${path}' in ${source}: ${issue.message}`, `jumar config get ${path}`);
}

function expand(values: Tree): Tree {
  const tree: Tree = {};
  for (const [raw, value] of Object.entries(values)) {
    // Deeper parts may be names that people chose: `metrics.custom.bundle_kb`.
    const key = raw
      .split('.')
      .map((part, depth) => (depth < 2 ? camelCase(part) : part))
      .join('.');
    const path = (aliases[key] ?? key).split('.');
    let leaf = value;
    if (isTree(value)) leaf = Object.fromEntries(Object.entries(value).map(([k, v]) => [camelCase(k), v]));
    deepMerge(tree, path.reduceRight<unknown>((inner, part) => ({ [part]: inner }), leaf) as Tree);
  }
  return tree;
}

function deepMerge(into: Tree, from: Tree): void {
  for (const [key, value] of Object.entries(from)) {
    if (value === undefined || key === '__proto__') continue;
    const present = into[key];
    if (isTree(present) && isTree(value)) deepMerge(present, value);
    else into[key] = isTree(value) ? structuredClone(value) : value;
  }
}

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function byLastPart(name: string, names: readonly string[]): string | null {
  const part = name.split('.').at(-1) ?? name;
  const near = suggest(
    part,
    names.map((full) => full.split('.').at(-1) as string),
  );
  return names.find((full) => full.split('.').at(-1) === near) ?? null;
}

function keyList(): string {
  return 'run `jumar config get` for the list of keys';
}
