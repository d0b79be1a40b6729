import type { Failure } from './failure.ts';
import { placeIn } from './lines.ts';

/** Errors of compilers, type checkers and linters: one line each, with a place. */
const ONE_LINE: readonly RegExp[] = [
  // tsc, plain and pretty; maven's javac.
  /^(\S+\(\d+,\d+\)): error (TS\d+): (.+)$/,
  /^(\S+:\d+:\d+) - error (TS\d+): (.+)$/,
  /^\[ERROR\] (\S+:\[\d+,\d+\]) ()(.+)$/,
  // gcc, clang, mypy, go, flake8, ruff, pylint, biome's and oxlint's short forms.
  /^(\S+?\.\w+:\d+(?::\d+)?):? (?:fatal )?error:? ()(.+)$/,
  /^(\S+?\.\w+:\d+:\d+):? ([A-Z]{1,4}\d{2,5})\b:? (.+)$/,
  /^(\S+?\.go:\d+:\d+): ()(.+)$/,
];

const ESLINT = /^\s+(\d+:\d+)\s+error\s+(.+?)\s{2,}(\S+)$/;
const RUSTC = /^error(?:\[(E\d+)\])?: (?!could not compile|test failed|aborting)(.+)$/;
const THROWN =
  /^\s*(?:Uncaught |Exception during run: )?((?:[\w.]+\.)?(?:[A-Z]\w*)?(?:Error|Exception))(?: \[\w+\])?: (.+)$/;

/** What stopped a build or a check before any test could say something. */
export function diagnosesIn(lines: readonly string[]): Failure[] {
  const found = new Map<string, Failure>();
  let file = '';
  lines.forEach((line, index) => {
    if (/^\/?[\w@./-]+\.\w+$/.test(line)) file = line;
    const failure =
      oneLine(line) ?? eslint(line, file) ?? (RUSTC.test(line) ? rustc(lines, index) : thrown(lines, index));
    if (failure) found.set(`${failure.location} ${failure.message[0]}`, failure);
  });
  return [...found.values()];
}

function oneLine(line: string): Failure | null {
  for (const pattern of ONE_LINE) {
    const [, place, code = '', message] = pattern.exec(line) ?? [];
    if (place && message) return diagnosis(code, message, placeIn(place) ?? place);
  }
  return null;
}

function eslint(line: string, file: string): Failure | null {
  const [, place, message, rule] = ESLINT.exec(line) ?? [];
  return place && message && rule ? diagnosis(rule, message, `${file}:${place}`) : null;
}

function rustc(lines: readonly string[], index: number): Failure {
  const [, code = '', message = ''] = RUSTC.exec(lines[index] ?? '') ?? [];
  const below = lines.slice(index + 1, index + 8);
  const arrow = below.find((line) => /^\s*--> /.test(line));
  const explained = below.map((line) => /[-^]+ ([a-z].*)$/.exec(line)?.[1]).find(Boolean);
  return {
    ...diagnosis(code, message, arrow ? placeIn(arrow) : null),
    message: [message, ...(explained ? [explained] : [])],
  };
}

const IMPORTER = / imported from (?:file:\/\/)?(\/?[\w@./-]+)$/;

/**
 * An error that nothing caught, with the first frame below it (JavaScript) or the last above it (Python); of a module
 * that was not found all frames are Node's, but the message names the file that imports it.
 */
function thrown(lines: readonly string[], index: number): Failure | null {
  const [, name, message] = THROWN.exec(lines[index]?.replace(/^# /, '') ?? '') ?? [];
  if (!name || !message) return null;
  const importer = IMPORTER.exec(message)?.[1];
  if (importer) return diagnosis(name, `${name}: ${message}`, importer);
  const below = lines.slice(index + 1, index + 12).find((line) => isOwn(line) && /^(?:# )?\s+at /.test(line));
  const above = lines.slice(Math.max(0, index - 4), index).findLast((line) => isOwn(line) && placeIn(line) !== null);
  const frame = below ?? above;
  return frame ? diagnosis(name, `${name}: ${message}`, placeIn(frame)) : null;
}

function isOwn(line: string): boolean {
  return placeIn(line) !== null && !/node_modules|node:|site-packages|\/lib\/python/.test(line);
}

function diagnosis(name: string, message: string, location: string | null): Failure {
  return {
    name,
    title: '',
    message: [name && !message.includes(name) ? `${name}: ${message}` : message],
    location,
    source: null,
  };
}
