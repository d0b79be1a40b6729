import type { Settings } from '../state/settings.ts';

/** A change of settings after which less is judged, or less is kept from the agent. */
export interface Loosening {
  key: string;
  /** In words: `true → false`. */
  change: string;
}

type Value = unknown;
type IsLooser = (before: Value, after: Value) => boolean;

/**
 * What loosens each key that judges or protects. A key that is not here changes how the loop works or when it stops, not
 * what counts as done. Raised limits are apart: they cost time and money, and no trust.
 */
const table: Record<string, IsLooser> = {
  'guard.enabled': isSwitchedOff,
  'verify.pristine': isSwitchedOff,
  'verify.rerun': isSwitchedOff,
  'verify.maxMinutes': isLower,
  'verify.protect': hasLost,
  'verify.only': opens,
  'verify.hidden': hasChangedOrLost,
  'verify.confirm': isLower,
  'verify.criteria': hasLost,
  'verify.setup': isReplaced,
  'evidence.flip': isSwitchedOff,
  'evidence.newTests': isSwitchedOff,
  'evidence.otherInputs': isSwitchedOff,
  'evidence.holdOut': hasLost,
  'evidence.revealAfter': isLower,
  'evidence.mutants': isSwitchedOff,
  'evidence.maxMutants': isLower,
  'evidence.taskMutants': isLower,
  'evidence.testFirst': isEarlierIn(['off', 'auto', 'always']),
  'room.mode': isEarlierIn(['in-place', 'copy', 'auto']),
  'room.carry': hasGained,
  'room.writable': hasGained,
  'room.network': isEarlierIn(['on', 'off']),
  'checks.env': hasGained,
  'evidence.maxMinutes': isLower,
  'agent.sandbox': isEarlierIn(['none', 'cell', 'agent', 'srt', 'bwrap']),
  'agent.sandboxWritable': hasGained,
  'agent.sandboxDomains': hasGained,
  'agent.env': hasGained,
  'agent.cleanRoom': isSwitchedOff,
  'metrics.tests': isReplaced,
  'metrics.lint': isReplaced,
  'metrics.types': isReplaced,
  'metrics.build': isReplaced,
  'metrics.coverage': isReplaced,
  'metrics.custom': hasChangedOrLost,
  'goal.command': isReplaced,
  'alerts.block': hasLost,
  'alerts.coveragePoints': isHigher,
  'alerts.errors': isHigher,
  'alerts.complexity': isHigher,
  'rules.off': hasGained,
  'rules.brokenTests': isEarlierIn(['tolerate', 'by-type', 'roll-back']),
  'hooks.loopDecision': isReplaced,
};

/** Every key that can loosen a loop. */
export const looseningKeys = Object.keys(table);

const limits = ['maxIterations', 'timeoutMinutes', 'maxCostUsd', 'maxTokens', 'maxAgentMinutes'] as const;

/** What a change of settings loosens, in the order of the table. */
export function looseningsBetween(before: Settings, after: Settings): Loosening[] {
  return Object.entries(table).flatMap(([key, isLooser]) => {
    const [was, is] = [valueAt(before, key), valueAt(after, key)];
    return !isSame(was, is) && isLooser(was, is) ? [{ key, change: changeWords(was, is) }] : [];
  });
}

/** The limits that a change of settings raises or takes away. */
export function limitsRaised(before: Settings, after: Settings): Loosening[] {
  return limits.flatMap((name) => {
    const [was, is] = [before.limits[name], after.limits[name]];
    const raised = was !== undefined && (is === undefined || is > was);
    return raised ? [{ key: `limits.${name}`, change: changeWords(was, is) }] : [];
  });
}

/** `guard.enabled: true → false` */
export function looseningWords(loosenings: readonly Loosening[]): string {
  return loosenings.map(({ key, change }) => `${key}: ${change}`).join('; ');
}

function isSwitchedOff(before: Value, after: Value): boolean {
  return before === true && after === false;
}

function isLower(before: Value, after: Value): boolean {
  return Number(after ?? 0) < Number(before ?? 0);
}

function isHigher(before: Value, after: Value): boolean {
  return isLower(after, before);
}

/** What measures was set by a person, or found at the start: anything else in its place may measure less. */
function isReplaced(before: Value): boolean {
  return before !== undefined;
}

function isEarlierIn(order: readonly string[]): IsLooser {
  return (before, after) => order.indexOf(String(after)) < order.indexOf(String(before));
}

/** A glob that begins with `!` takes protection away, so that adding one loses as much as removing another. */
function hasLost(before: Value, after: Value): boolean {
  const [was, is] = [listOf(before), listOf(after)];
  return was.some((one) => !is.includes(one)) || is.some((one) => one.startsWith('!') && !was.includes(one));
}

function hasGained(before: Value, after: Value): boolean {
  const was = listOf(before);
  return listOf(after).some((one) => !was.includes(one));
}

/** An empty list confines nothing. */
function opens(before: Value, after: Value): boolean {
  if (listOf(before).length === 0) return false;
  return listOf(after).length === 0 || hasGained(before, after);
}

function hasChangedOrLost(before: Value, after: Value): boolean {
  const is = (after ?? {}) as Record<string, Value>;
  return Object.entries((before ?? {}) as Record<string, Value>).some(([name, value]) => !isSame(value, is[name]));
}

function valueAt(settings: Settings, key: string): Value {
  const [group = '', name = ''] = key.split('.');
  return (settings as unknown as Record<string, Record<string, Value>>)[group]?.[name];
}

function listOf(value: Value): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

function isSame(a: Value, b: Value): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

const MOST_CHARS = 80;

function changeWords(before: Value, after: Value): string {
  return `${shortened(before)} → ${shortened(after)}`;
}

function shortened(value: Value): string {
  const text = value === undefined ? 'not set' : typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > MOST_CHARS ? `${text.slice(0, MOST_CHARS - 1)}…` : text;
}
