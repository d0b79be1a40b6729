import type { Value } from '../../core/verification/inputs/recorded-call.ts';
import type { ReplayedCall } from '../../ports/test-prober.ts';

/**
 * Calls as lines, for languages that read no JSON by themselves: a line for the call (`c`, its number, how often it is made with other
 * inputs, its function), and one for each value, with what it consists of behind it.
 */
export const replayLines = (calls: readonly ReplayedCall[]): string[] =>
  calls.flatMap(({ n, f, a, v }) => [`c ${n} ${v.length} ${f}`, ...linesOf(a), ...v.flatMap(linesOf)]);

function linesOf(value: Value): string[] {
  if (value === null) return ['u'];
  if (typeof value === 'boolean') return [value ? 'b1' : 'b0'];
  if (typeof value === 'number') return [`n${value}`];
  if (typeof value === 'string') return [`s${escaped(value)}`];
  if (Array.isArray(value)) return several('l', value);
  const { $: kind, v: inner } = value;
  if (kind === 'float') return [`d${inner}`];
  if (kind === 'tuple' || kind === 'set') return several(kind === 'set' ? 'e' : 't', inner as Value[]);
  return [
    `m${Object.keys(value).length}`,
    ...Object.entries(value).flatMap(([key, one]) => [`s${escaped(key)}`, ...linesOf(one)]),
  ];
}

const several = (letter: string, values: readonly Value[]) => [`${letter}${values.length}`, ...values.flatMap(linesOf)];

const escaped = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r');
