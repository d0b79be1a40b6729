import { cutAfter, length } from '../text/characters.ts';
import type { Failure } from './failure.ts';

const MAX_LINE = 200;
const MAX_SOURCE = 80;
const MAX_MESSAGE = 12;

/**
 * Failures within so many characters: the first as whole as there is room for, of the others the name, the line that
 * says most and the place, and how many are left out. Null if not even the first one's message and place fit.
 */
export function showFailures(failures: readonly Failure[], maxChars: number): string | null {
  const whole = failures.map((failure) => wholeText(failure, true)).join('\n');
  if (length(whole) <= maxChars) return whole;
  const [first, ...others] = failures;
  if (!first) return null;
  const opening = fitting(first, others.length > 0 ? maxChars - length(leftOut(failures.length)) - 1 : maxChars);
  if (opening === null) return null;

  const parts = [opening];
  let used = length(opening);
  for (const [index, failure] of others.entries()) {
    const text = briefText(failure);
    const left = others.length - index - 1;
    const reserve = left > 0 ? length(leftOut(left)) + 1 : 0;
    if (used + 1 + length(text) + reserve > maxChars) {
      parts.push(leftOut(left + 1));
      break;
    }
    parts.push(text);
    used += 1 + length(text);
  }
  return parts.join('\n');
}

/** The line of a message that names the error or the expectation, with what it announces; the first line if none does. */
export function headline({ message }: Failure): string {
  const named = message.findIndex((text) => NAMED_ERROR.test(text));
  const at = Math.max(0, named === -1 ? message.findIndex((text) => EXPECTATION.test(text)) : named);
  const line = (message[at] ?? '').trim();
  const after = message.slice(at + 1, at + 1 + ANNOUNCED);
  const announced = /[:|]-?$/.test(line) ? after : after.filter((text) => VALUE.test(text));
  return [line, ...announced.map((text) => text.trim())].join(' ');
}

const ANNOUNCED = 4;
const NAMED_ERROR = /\w(?:Error|Exception)\b.*: |\bpanic(?:ked)?\b.*:/;
const EXPECTATION = /\bexpect(?:ed|\()|\bassert|!==| != | == |: want /i;
const VALUE = /^\s*(?:expected|received|actual|got|want)\b[^:]*:/i;

function leftOut(count: number): string {
  return `…[truncated: ${count} more ${count === 1 ? 'failure' : 'failures'}]…`;
}

/** The fullest of several texts that fits. */
function fitting(failure: Failure, room: number): string | null {
  for (const text of [wholeText(failure, true), wholeText(failure, false), briefText(failure), barest(failure)]) {
    if (length(text) <= room) return text;
  }
  return null;
}

function wholeText({ title, message, location, source }: Failure, withSource: boolean): string {
  const messageLines = message.slice(0, MAX_MESSAGE).map((line) => clipped(line, MAX_LINE));
  const more = message.length > MAX_MESSAGE ? [`  … ${message.length - MAX_MESSAGE} more lines`] : [];
  const at = location && !message.some((line) => line.includes(location)) ? [`  at ${location}`] : [];
  return [
    ...(title ? [clipped(title, MAX_LINE)] : []),
    ...messageLines,
    ...more,
    ...at,
    ...(withSource && source ? [`  > ${clipped(source, MAX_SOURCE)}`] : []),
  ].join('\n');
}

function briefText(failure: Failure): string {
  const line = clipped(headline(failure), 120);
  const at = failure.location && !line.includes(failure.location) ? ` (${failure.location})` : '';
  return [...(failure.title ? [clipped(failure.title, 120)] : []), `${line}${at}`].filter(Boolean).join('\n');
}

function barest(failure: Failure): string {
  return [clipped(headline(failure), 60), failure.location].filter(Boolean).join(' at ');
}

function clipped(line: string, maxChars: number): string {
  return length(line) <= maxChars ? line : `${cutAfter(line, maxChars - 1)}…`;
}
