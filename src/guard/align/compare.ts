import type { FileModel } from '../../syntax/model.ts';
import type { ConfigDelta } from '../config/delta.ts';
import type { Change, GuardInput } from '../finding/types.ts';
import { alignFiles, type FilePair } from './files.ts';
import { alignFunctions, type FunctionAlignment } from './functions.ts';
import type { PlainFile } from './plain-files.ts';
import { explainLosses } from './replacement.ts';
import { alignTests, type TestAlignment } from './tests.ts';

/** Everything that differs between the two snapshots, aligned. This is all that patterns look at. */
export interface TreeComparison {
  input: GuardInput;
  files: FilePair[];
  tests: TestAlignment;
  functions: FunctionAlignment;
  context: FileModel[];
  /** By path: the names by which tests may reach a file with new values. */
  reaching: Map<string, ReadonlySet<string>>;
  config: ConfigDelta[];
  /** Files that are neither code nor configuration. */
  others: Change[];
  /** Unchanged tests in languages without a grammar. */
  plainTests: PlainFile[];
  /** Some source code changed its meaning, which may explain a changed expectation. */
  sourceChanged: boolean;
}

export function compare(
  input: GuardInput,
  sides: { change: Change; before: FileModel | null; after: FileModel | null }[],
  context: FileModel[],
  config: ConfigDelta[],
  others: Change[],
): TreeComparison {
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
    reaching: new Map(),
    config,
    others,
    plainTests: [],
    sourceChanged: files.some(changesSource),
  };
}

function changesSource(pair: FilePair): boolean {
  const role = pair.after?.role ?? pair.before?.role;
  if (role !== 'source') return false;
  return meaning(pair.before) !== meaning(pair.after);
}

/** Rust keeps tests in source files: only code outside of them counts as source. */
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
