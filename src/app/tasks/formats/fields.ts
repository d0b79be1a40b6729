import { suggest } from '../../../core/text/nearest.ts';
import { UsageError } from '../../../system/usage-error.ts';
import type { Draft } from './draft.ts';

/** The fields of a task that is written line by line: `until: npm test`. Those that may be repeated add up. */
export const lineFields: Record<string, (draft: Draft, value: string, at: string) => void> = {
  id: (draft, value) => {
    draft.id = value;
  },
  until: (draft, value) => {
    draft.until = [...(draft.until ?? []), value];
  },
  after: (draft, value) => {
    draft.after = [...(draft.after ?? []), ...listed(value)];
  },
  only: (draft, value) => {
    draft.only = [...(draft.only ?? []), ...listed(value)];
  },
  agent: (draft, value) => {
    draft.agents = listed(value);
  },
  'max-cost': (draft, value, at) => {
    draft.maxCostUsd = numberIn(value.replace(/^\$\s*|\s*(?:usd|US\$|\$)$/gi, ''), at);
    if (draft.maxCostUsd <= 0) throw new UsageError(`${at}: max-cost must be above 0`);
  },
  priority: (draft, value, at) => {
    draft.priority = numberIn(value, at);
  },
};

/**
 * Reads `field: value` into the draft; false if the line is something else. A field that is nearly one of these is an error:
 * a task whose `untill` was taken for prose would be done without its check.
 */
export function readField(draft: Draft, line: string, at: string): boolean {
  const [, name = '', value = ''] = /^(?:[-*+]\s+)?([a-z][a-z_-]*):\s+(\S.*)$/i.exec(line.trim()) ?? [];
  if (name === '') return false;
  const key = name
    .toLowerCase()
    .replaceAll('_', '-')
    .replace(/^maxcost$/, 'max-cost')
    .replace(/^agents$/, 'agent');
  const field = lineFields[key];
  if (field) {
    field(draft, value.trim(), at);
    return true;
  }
  const meant = suggest(
    key,
    Object.keys(lineFields).filter((known) => known.length > 3),
  );
  if (meant && key[0] === meant[0])
    throw new UsageError(`${at}: there is no field "${name}"`, `did you mean "${meant}:"?`);
  return false;
}

/** Values between commas, outside of braces and brackets. */
export function listed(text: string): string[] {
  return text
    .replace(/^\[(.*)\]$/s, '$1')
    .split(/,(?![^{]*\})/)
    .map((one) => one.trim())
    .filter((one) => one !== '');
}

function numberIn(text: string, at: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) throw new UsageError(`${at}: "${text}" is not a number`);
  return value;
}
