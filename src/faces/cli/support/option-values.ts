import { InvalidArgumentError } from 'commander';

/** Parsers for option values; they throw on invalid input. */
export function collect(value: string, earlier: string[]): string[] {
  return [...earlier, value];
}

export function names(text: string): string[] {
  const list = text.split(',').map((name) => name.trim());
  if (list.some((name) => name === '')) throw new InvalidArgumentError('Expected names separated by commas.');
  return list;
}

export function whole(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError('Expected a whole number, 1 or more.');
  return value;
}

export function positive(text: string): number {
  const value = Number(text);
  if (!Number.isFinite(value) || value <= 0) throw new InvalidArgumentError('Expected a number above 0.');
  return value;
}

/** `claude=2,codex=1` */
export function countsByName(text: string): Record<string, number> {
  const pairs = text.split(',').map((pair) => /^\s*([\w-]+)\s*=\s*([1-9]\d*)\s*$/.exec(pair));
  return Object.fromEntries(
    pairs.map((pair) => {
      if (!pair)
        throw new InvalidArgumentError('Expected agents with a number of 1 or more, such as claude=2,codex=1.');
      return [pair[1], Number(pair[2])];
    }),
  );
}
