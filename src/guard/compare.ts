import { alignFiles, type FilePair } from './align/files.ts';
import { alignFunctions, type FunctionAlignment } from './align/functions.ts';
import { explainLosses } from './align/replacement.ts';
import { alignTests, type TestAlignment } from './align/tests.ts';
import type { ConfigDelta } from './config/delta.ts';
import type { FileModel } from './model.ts';
import type { Change, GuardInput } from './types.ts';

/** What differs between the two snapshots, aligned: all that patterns look at. */
export interface Comparison {
  input: GuardInput;
  files: FilePair[];
  tests: TestAlignment;
  functions: FunctionAlignment;
  context: FileModel[];
  config: ConfigDelta[];
  /** Files that are neither code nor configuration. */
  others: Change[];
  /** Some source code means something else now: a changed expectation may have its cause there. */
  sourceChanged: boolean;
}

export function compare(
  input: GuardInput,
  sides: { change: Change; before: FileModel | null; after: FileModel | null }[],
  context: FileModel[],
  config: ConfigDelta[],
  others: Change[],
): Comparison {
  const files = alignFiles(sides.filter((side) => side.before || side.after));
  const tests = alignTests(files);
  const functions = alignFunctions(files);
  explainLosses(files, tests, functions, context);
  return {
    input,
    files,
    tests,
    functions,
    context,
    config,
    others,
    sourceChanged: files.some(changesSource),
  };
}

function changesSource(pair: FilePair): boolean {
  const role = pair.after?.role ?? pair.before?.role;
  if (role !== 'source') return false;
  return meaning(pair.before) !== meaning(pair.after);
}

/** Rust keeps tests beside the source: there only what lies outside of them counts. */
function meaning(file: FileModel | null): string {
  if (!file) return '';
  if (file.tests.length === 0) return file.tokens.join(' ');
  const outside = file.functions.filter(
    (one) => one.name !== '<file>' && !file.tests.some((test) => test.start <= one.start && test.end >= one.end),
  );
  return [...outside.map((one) => one.tokens.join(' ')), ...constantsIn(file)].join('\n');
}

const constantsIn = ({ source }: FileModel): string[] =>
  source.match(/^(?:pub(?:\([^)]*\))?\s+)?(?:const|static)\s[^;]*;/gm) ?? [];
