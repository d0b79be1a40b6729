import { type ParseError, parse } from 'jsonc-parser';

/** Parses JSON with comments and trailing commas; undefined if it is invalid. */
export function parseJsonc(text: string): unknown {
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  return errors.length === 0 ? value : undefined;
}
