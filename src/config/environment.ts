import { configKeys } from './keys.ts';
import type { Layer, Tree } from './layers.ts';
import { unknownKey } from './layers.ts';

/** Variables with a meaning of their own: the state folder, and what a run tells its agent. */
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

/** `JUMAR_LIMITS_MAX_ITERATIONS=3`. A misspelt variable would be a limit that does not hold, so it is refused. */
export function environmentLayer(env: NodeJS.ProcessEnv): Layer {
  const keys = configKeys();
  const values: Tree = {};
  for (const [name, text] of Object.entries(env)) {
    if (!name.startsWith('JUMAR_') || RESERVED.has(name) || text === undefined) continue;
    const key = keys.find(({ variable }) => variable === name);
    if (!key) throw unknownKey(dotted(name), `the environment (${name})`);
    const [group = '', field = ''] = key.name.split('.');
    values[group] = { ...(values[group] as Tree), [field]: readValue(text, key.default) };
  }
  return { source: 'the environment', values };
}

/**
 * A value given as text, read as what the key's default is: a list by commas or as JSON, an object as JSON, a number, true
 * or false, else text. What is no JSON is left as it is, for the schema to refuse by name.
 */
export function readValue(text: string, like: unknown): unknown {
  if (typeof like === 'object' && like !== null) {
    const json = jsonIn(text);
    if (json !== undefined) return json;
  }
  if (Array.isArray(like)) {
    const inner = text.trim().replace(/^\[(.*)\]$/s, '$1');
    return inner.trim() === '' ? [] : inner.split(',').map((part) => part.trim().replace(/^(['"])(.*)\1$/, '$2'));
  }
  if (typeof like === 'number') return text.trim() === '' ? text : Number(text);
  if (typeof like === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  return text;
}

function jsonIn(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function dotted(name: string): string {
  const [group = '', ...rest] = name.slice('JUMAR_'.length).toLowerCase().split('_');
  return `${group}.${rest.join('_').replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())}`;
}
