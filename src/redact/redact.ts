import { assignments } from './assignments.ts';
import { secretsIn } from './environment-secrets.ts';
import { shapes } from './shapes.ts';

/** Replaces secrets in a text by marks that name their kind. Pure, idempotent, never throws; linear in the text. */
export type Redact = (text: string) => string;

/**
 * Hides the values of the variables whose names look secret, as `[redacted GITHUB_TOKEN]`, and tokens of well-known
 * shapes, as `[redacted github token]`, and what is assigned to names that look secret, as `[redacted secret]`. To be given whole text: of a secret that was cut before, the rest may stay.
 */
export function redactor(env: NodeJS.ProcessEnv): Redact {
  const hiding: Hiding[] = [
    ...secretsIn(env).map(({ name, value }) => ({ secret: value, mark: markOf(name) })),
    ...[...shapes, ...assignments].map(({ kind, pattern }) => ({ secret: pattern, mark: markOf(kind) })),
  ];
  // Marks come first: what was redacted before is left as it is, whatever the values of variables are.
  const marks = [...new Set(hiding.map(({ mark }) => mark))].map((mark) => ({ secret: mark, mark }));
  const all = [...marks, ...hiding];
  return (text) => hide(text, all, 0);
}

interface Hiding {
  secret: string | RegExp;
  mark: string;
}

/**
 * What stands between two marks is looked at on its own by all that follows. So nothing is found across a mark, and
 * another pass finds what this one found.
 */
function hide(text: string, hiding: readonly Hiding[], from: number): string {
  if (text.length < SHORTEST) return text;
  for (let next = from; next < hiding.length; next++) {
    const { secret, mark } = hiding[next] as Hiding;
    const pieces = text.split(secret);
    if (pieces.length > 1) return pieces.map((piece) => hide(piece, hiding, next + 1)).join(mark);
  }
  return text;
}

/** `://:p@`: anything shorter holds no secret. */
const SHORTEST = 6;

/** No bracket within: two marks never overlap. */
function markOf(kind: string): string {
  return `[redacted ${kind.replace(/[^\w.:/ -]/g, '_').slice(0, 80)}]`;
}
