import { parseJson } from '../core/text/foreign-json.ts';
import { configKeys } from './keys.ts';
import type { Layer, Tree } from './layers.ts';
import { unknownKey } from './layers.ts';

/** Variables that are not settings: the state folder, and those that a run sets for its agent. */
const RESERVED = new Set([
  'JUMAR_HOME',
  'JUMAR_LOOP',
  'JUMAR_RUN',
  'JUMAR_ITERATION',
  'JUMAR_PROMPT_FILE',
  'JUMAR_BLOCKED_FILE',
  'JUMAR_DEBUG',
  'JUMAR_REPAIR_CONTEXT',
  'JUMAR_REPAIR_PLAN',
  'JUMAR_REPAIR_ROOT',
]);

/** `JUMAR_LIMITS_MAX_ITERATIONS=3`. A misspelt variable is an error, because a limit would silently have no effect. */
export function environmentLayer(env: NodeJS.ProcessEnv): Layer {
  const keys = configKeys();
  const values: Tree = {};
  for (const [name, text] of Object.entries(env)) {
    if (!name.startsWith('JUMAR_') || RESERVED.has(name) || text === undefined) continue;
    const key = keys.find(({ variable }) => variable === name);
    if (!key) throw unknownKey(keyNameOf(name), `the environment (${name})`);
    const [group = '', field = ''] = key.name.split('.');
    values[group] = { ...(values[group] as Tree), [field]: readValue(text, key.default) };
  }
  return { source: 'the environment', values };
}

/**
 * Parses a value by the type of the key's default: a list (comma-separated or JSON), an object (JSON), a number, a
 * boolean, else text. Invalid JSON is returned unchanged, so that the schema's error names the key.
 */
export function readValue(text: string, example: unknown): unknown {
  if (typeof example === 'object' && example !== null) {
    const json = jsonIn(text);
    if (json !== undefined) return json;
  }
  if (Array.isArray(example)) {
    const inner = text.trim().replace(/^\[(.*)\]$/s, '$1');
    return inner.trim() === '' ? [] : inner.split(',').map((part) => part.trim().replace(/^(['"])(.*)\1$/, '$2'));
  }
  if (typeof example === 'number') return text.trim() === '' || Number.isNaN(Number(text)) ? text : Number(text);
  if (typeof example === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  return text;
}

function jsonIn(text: string): unknown {
  return /^\s*[[{]/.test(text) ? parseJson(text) : undefined;
}

function keyNameOf(name: string): string {
  const [group = '', ...rest] = name.slice('JUMAR_'.length).toLowerCase().split('_');
  return `${group}.${rest.join('_').replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())}`;
}
