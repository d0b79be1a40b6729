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
    ...[...shapes, ...assignments].map(({ kind, pattern }) => ({ secret: pattern, mark: markOf(kind) })),
  ];
  // Marks come first, so that text that was already redacted stays as it is, even if a variable's value is part of a mark.
  const marks = [...new Set(replacements.map(({ mark }) => mark))].map((mark) => ({ secret: mark, mark }));
  const all = [...marks, ...replacements];
  return (text) => hide(text, all, 0);
}

interface Replacement {
  secret: string | RegExp;
  mark: string;
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
