import type { ComparedCall } from './recorded-call.ts';

/**
 * Whether the new result goes on from the results on one side of a number, which did not change: a limit that moved by one, as from `>` to `>=`,
 * changes its point just so.
 */
export function continuesBeside({ variants, before, after }: ComparedCall): boolean {
  const parts = new Set(variants.flatMap(({ part, step }) => (part !== null && step !== undefined ? [part] : [])));
  return [...parts].some((part) => {
    const at = (step: number) => {
      const index = variants.findIndex((one) => one.part === part && one.step === step);
      const token = index < 0 ? undefined : after.variants[index];
      return token === undefined || token !== before?.variants[index] ? null : token;
    };
    return [1, -1].some((side) => continuesFrom(after.own, at(side), at(2 * side)));
  });
}

function continuesFrom(own: string, next: string | null, second: string | null): boolean {
  if (next === null) return false;
  if (own === next) return true;
  const numbers = [own, next, second ?? ''].map((token) =>
    token.startsWith('n') ? Number(token.slice(1)) : Number.NaN,
  );
  const [value = Number.NaN, first = Number.NaN, then = Number.NaN] = numbers;
  return Math.abs(value - (2 * first - then)) <= 1e-6 * Math.max(1, Math.abs(value));
}
