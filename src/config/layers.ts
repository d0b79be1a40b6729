import type { ZodError } from 'zod';
import { metricNames } from '../core/metrics/metrics.ts';
import { rules } from '../core/rules/index.ts';
import { OBJECTIVE } from '../core/selection/goal.ts';
import { type Settings, settingsSchema } from '../core/state/settings.ts';
import { isFields } from '../core/text/foreign-json.ts';
import { suggest } from '../core/text/nearest.ts';
import { holdOutProblem } from '../core/verification/choose-held-out.ts';
import { UsageError } from '../system/usage-error.ts';
import { aliases, camelCase, configKeys, nestedParts } from './keys.ts';
import { requirement } from './requirement.ts';

export type Tree = { [key: string]: unknown };

/** One source of settings, with a name for error messages. */
export interface Layer {
  source: string;
  values: Tree;
}

/** Merges the layers, in order, over the defaults. Each is checked on its own, so that an error names its source. */
export function mergeLayers(layers: readonly Layer[]): Settings {
  const merged: Tree = {};
  for (const layer of layers) {
    const values = expand(layer.values);
    check(values, layer.source);
    deepMerge(merged, values);
  }
  const settings = settingsSchema.parse(merged);
  for (const name of settings.rules.off) checkSwitchable(name);
  for (const name of Object.keys(settings.metrics.custom)) checkNotReserved(name);
  return settings;
}

/** What the layers set, without the defaults. */
export function setBy(layers: readonly Layer[]): Tree {
  const merged: Tree = {};
  for (const layer of layers) deepMerge(merged, expand(layer.values));
  return merged;
}

/** Reports could not tell `custom.coverage` from `coverage`. */
function checkNotReserved(name: string): void {
  if (!reservedNames.has(name)) return;
  throw new UsageError(
    `metrics.custom.${name}: there is already a metric with this name`,
    `use another name: metrics.custom.my_${name}`,
  );
}

const reservedNames = new Set<string>([...metricNames, OBJECTIVE, 'tests', 'lint', 'types', 'build', 'files', 'lines']);

function checkSwitchable(name: string): void {
  const names = rules.filter(({ essential }) => !essential).map((rule) => rule.name);
  if (names.includes(name)) return;
  if (rules.some((rule) => rule.name === name)) {
    throw new UsageError(`the rule '${name}' cannot be switched off`, `these can: ${names.join(', ')}`);
  }
  const near = suggest(name, names);
  throw new UsageError(`there is no rule '${name}' (rules.off)`, near ? `did you mean '${near}'?` : names.join(', '));
}

/** `limits.maxIterations = 3` as a tree, with aliases and other spellings resolved. */
export function treeOf(key: string, value: unknown): Tree {
  return expand({ [key]: value });
}

export function unknownKey(name: string, where?: string): UsageError {
  const names = configKeys().map((key) => key.name);
  const near = suggest(name, [...names, ...Object.keys(aliases)]) ?? byParts(name, names) ?? byLastPart(name, names);
  return new UsageError(
    `unknown key '${name}'${where === undefined ? '' : ` in ${where}`}`,
    near ? `did you mean '${near}'?` : keyList(),
  );
}

function check(values: Tree, source: string): void {
  const parsed = settingsSchema.safeParse(values);
  if (!parsed.success) throw explain(parsed.error, source, values);
  const problem = holdOutProblem(parsed.data.evidence.holdOut);
  if (problem !== null)
    throw new UsageError(
      `invalid value for 'evidence.holdOut' in ${source}: ${problem}`,
      'try 30%, 5, a part of test names, or a glob of test files',
    );
}

function explain(error: ZodError, source: string, values: Tree): UsageError {
  const [issue] = error.issues;
  if (!issue) return new UsageError(`invalid settings in ${source}`);
  const path = issue.path.join('.');
  if (issue.code === 'invalid_union') {
    const inner = issue.errors.flat().find((one) => one.code === 'unrecognized_keys');
    if (inner) return unknownKey([path, ...inner.path, inner.keys[0]].join('.'), source);
  }
  if (issue.code === 'unrecognized_keys') {
    return unknownKey([path, issue.keys[0]].filter(Boolean).join('.'), source);
  }
  const given = issue.path.reduce<unknown>((at, step) => (isFields(at) ? at[String(step)] : undefined), values);
  const givenText = ['string', 'number', 'boolean'].includes(typeof given)
    ? `, and ${JSON.stringify(given)} was given`
    : '';
  return new UsageError(
    `invalid value for '${path}' in ${source}: ${requirement(issue)}${givenText}`,
    `jumar config get ${path}`,
  );
}

/** Groups in which tools of the same kind keep these settings: `ralph.maxIterations`, `validation.progress-strategy`. */
const FOREIGN_GROUP = /^(?:ralph|validation)(?=\.|$)/;

function expand(values: Tree): Tree {
  const tree: Tree = {};
  for (const [given, value] of Object.entries(values)) {
    if (FOREIGN_GROUP.exec(given)?.[0] === given && isFields(value)) {
      deepMerge(tree, expand(value));
      continue;
    }
    const raw = given.replace(FOREIGN_GROUP, '').replace(/^\.(?=.)/, '') || given;
    // Deeper parts may be names chosen by the user: `metrics.custom.bundle_kb`.
    const key = raw
      .split('.')
      .map((part, depth) => (depth < 2 ? camelCase(part) : part))
      .join('.');
    const path = (aliases[key] ?? key).split('.');
    let leaf = value;
    if (isFields(value)) leaf = Object.fromEntries(Object.entries(value).map(([k, v]) => [camelCase(k), v]));
    deepMerge(tree, path.reduceRight<unknown>((inner, part) => ({ [part]: inner }), leaf) as Tree);
  }
  return tree;
}

function deepMerge(into: Tree, from: Tree): void {
  for (const [key, value] of Object.entries(from)) {
    if (value === undefined || key === '__proto__') continue;
    const existing = into[key];
    if (isFields(existing) && isFields(value)) deepMerge(existing, value);
    else into[key] = isFields(value) ? structuredClone(value) : value;
  }
}

/** Corrects the setting and its last part separately: `metrics.lnt.comand` → `metrics.lint.command`. */
function byParts(name: string, names: readonly string[]): string | null {
  const [group = '', field = '', ...rest] = name.split('.');
  if (rest.length === 0) return null;
  const whole = suggest(`${group}.${field}`, names);
  const last = suggest(rest.at(-1) ?? '', nestedParts);
  return whole && [whole, ...rest.slice(0, -1), last ?? nestedParts[0]].join('.');
}

/** Suggests keys of the same group, if there is one: `metrics.lines` is not a misspelt key of `limits` or `agent`. */
function byLastPart(name: string, all: readonly string[]): string | null {
  const own = all.filter((full) => full.startsWith(`${name.split('.')[0]}.`));
  const names = own.length > 0 ? own : all;
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
