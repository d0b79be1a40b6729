import type { FailureKind } from '../state/lesson.ts';

interface Kind {
  kind: FailureKind;
  words: RegExp;
  /** What usually helps, if nothing more is known. */
  advice: string;
}

/** The first that matches; from the plainest words to the vaguest. */
const kinds: readonly Kind[] = [
  {
    kind: 'missing-module',
    words:
      /Cannot find (?:module|package)|No module named|ModuleNotFoundError|ImportError|unresolved import|ERR_MODULE_NOT_FOUND|package \S+ is not in|Could not resolve|failed to resolve import|cannot find package/i,
    advice:
      'Look at where the module is imported from and what the project declares; correct the path or the export before anything else.',
  },
  {
    kind: 'syntax',
    words:
      /SyntaxError|IndentationError|Unexpected (?:token|identifier|end of)|Unterminated|parse error|error: expected (?:one of|`)|invalid (?:JS )?syntax/i,
    advice: 'The file does not parse: open it at that place and repair its syntax before changing behaviour.',
  },
  {
    kind: 'type',
    words:
      /\bTS\d{3,5}\b|not assignable|mismatched types|incompatible types?|has incompatible type|\[(?:arg-type|return-value|assignment)\]|\berror\[E0\d{3}\]|cannot use .* as .* value/i,
    advice:
      'Follow the type from where it is declared to where it is used; change the one that is wrong instead of casting.',
  },
  {
    kind: 'timeout',
    words: /\btimed? ?out\b|exceeded (?:the )?timeout|timeout of \d+|ETIMEDOUT|deadline exceeded|SIGKILL/i,
    advice: 'Something waits for what never comes: find the promise, lock or connection that is not settled.',
  },
  {
    kind: 'undefined',
    words:
      /is not a function|is not defined|Cannot read propert|undefined name|NameError|has no attribute|AttributeError|nil pointer|NullPointerException|undefined:|cannot find (?:value|function|symbol)|undefined method/i,
    advice: 'A name or value is missing at that place: check what really arrives there and where it should come from.',
  },
  {
    kind: 'lint',
    words: /^(?:@?[\w-]+\/)?[a-z]+(?:-[a-z]+)+: |\b(?:F\d{3}|E\d{3}|W\d{3}|PL[CEW]\d+)\b/,
    advice: 'Follow what the rule asks for; do not switch it off.',
  },
  {
    kind: 'assertion',
    words:
      /assert|\bexpect|!==| != |\bto (?:be|equal|eql)\b|toBe|toEqual|but was|Failed asserting|: want\b|^[-+]+ ?\S/i,
    advice: 'Compare what is expected with what came out, and trace the value back to the line that makes it.',
  },
  {
    kind: 'exception',
    words: /Error\b|Exception\b|panic/,
    advice: 'Start from the first frame in your own code and find what it was called with.',
  },
];

export function kindOf(message: string): FailureKind {
  return kinds.find(({ words }) => words.test(message))?.kind ?? 'unknown';
}

export function adviceFor(kind: FailureKind): string {
  return (
    kinds.find((candidate) => candidate.kind === kind)?.advice ??
    'Run the check yourself and read its whole output before changing anything.'
  );
}
