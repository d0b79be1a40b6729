import { assignments } from './assignments.ts';
import { secretsIn } from './environment-secrets.ts';
import { shapes } from './shapes.ts';

/** Replaces secrets in a text with marks that name their kind. Pure, idempotent, never throws, linear time. */
export type Redact = (text: string) => string;

/**
 * Hides the values of variables whose names look secret (`[redacted GITHUB_TOKEN]`), tokens of well-known shapes
 * (`[redacted github token]`), and values assigned to names that look secret (`[redacted secret]`). Pass the whole text:
 * part of a truncated secret may stay.
 */
export function redactor(env: NodeJS.ProcessEnv): Redact {
  const replacements: Replacement[] = [
    ...secretsIn(env).map(({ name, value }) => ({ secret: value, mark: markOf(name) })),
    ...[...shapes, ...assignments].map(({ kind, pattern, start }) => ({ secret: pattern, mark: markOf(kind), start })),
  ];
  // Marks come first, so that text that was already redacted stays as it is, even if a variable's value is part of a mark.
  const marks = [...new Set(replacements.map(({ mark }) => mark))].map((mark) => ({ secret: mark, mark }));
  const all: Replacement[] = [...marks, ...replacements];
  const others = all.filter(({ start }) => start === undefined);
  return (text) => hide(text, ANY_START.test(text) ? all : others, 0);
}

/** Most texts have the start of no token: one look says so, instead of one for each kind. */
const ANY_START = new RegExp(shapes.flatMap(({ start }) => start ?? []).join('|'));

interface Replacement {
  secret: string | RegExp;
  mark: string;
  start?: string | undefined;
}

/**
 * Later replacements see the text between two marks on its own. So nothing matches across a mark, and a second pass
 * changes nothing.
 */
function hide(text: string, replacements: readonly Replacement[], from: number): string {
  if (text.length < SHORTEST) return text;
  for (let next = from; next < replacements.length; next++) {
    const { secret, mark } = replacements[next] as Replacement;
    if (typeof secret === 'string' ? !text.includes(secret) : !secret.test(text)) continue;
    const pieces = text.split(secret);
    if (pieces.length > 1) return pieces.map((piece) => hide(piece, replacements, next + 1)).join(mark);
  }
  return text;
}

/** `://:p@`: a shorter text contains no secret. */
const SHORTEST = 6;

/** Contains no inner brackets, so two marks never overlap. */
function markOf(kind: string): string {
  return `[redacted ${kind.replace(/[^\w.:/ -]/g, '_').slice(0, 80)}]`;
}
