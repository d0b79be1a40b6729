import { plainText } from '../../core/plain-text.ts';

/** Reports come from elsewhere: whatever is not of the type that is asked for reads as absent. */

export function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function textOrNull(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

export function number(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

export function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

export function texts(value: unknown): string[] {
  return list(value).filter((item) => typeof item === 'string');
}

export function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

export function records(value: unknown): Record<string, unknown>[] {
  return list(value).map(record);
}

/** A message without colours. */
export function message(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? plainText(value.slice(0, 20_000)).trim() : null;
}

export function seconds(value: unknown): number | null {
  const time = typeof value === 'string' && value.trim() !== '' ? Number(value.replaceAll(',', '')) : number(value);
  return time !== null && Number.isFinite(time) ? time * 1000 : null;
}
