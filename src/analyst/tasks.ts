import type { Collected } from '../collectors/assemble.ts';
import type { Reach } from '../core/metrics/reach.ts';
import type { GuardReport } from '../guard/index.ts';
import type {
  ConstantFunction,
  CutTests,
  EditedTests,
  EditRequest,
  EmptiedSources,
  Mutants,
  Probe,
  ProbeRequest,
  PutBackTests,
  ReplayRequest,
  TestProber,
} from '../ports/index.ts';

/** What is read of a snapshot to find the calls of its tests. */
interface ProbedTree {
  files: { path: string; text: string }[];
  near: { path: string; text: string }[];
  /** The same files in the tree that a replay is put over. */
  sources: { path: string; text: string }[];
  paths: string[];
}

/** The analyst's tasks: all work that needs syntax trees. */
export interface Tasks {
  guard: {
    input: {
      repository: string;
      before: string;
      after: string;
      task: string;
      aims: readonly string[];
      executed: { before: string[]; after: string[] } | null;
      reach: { before: Reach; after: Reach } | null;
    };
    output: GuardReport;
  };
  tests: {
    input: Omit<EditRequest, 'commit'> & { files: { path: string; text: string }[] };
    output: EditedTests;
  };
  recordCalls: {
    input: Pick<ProbeRequest, 'tests' | 'marker'> & Tasks['empty']['input'] & { tree: ProbedTree };
    output: Awaited<ReturnType<TestProber['record']>>;
  };
  replayCalls: {
    input: Pick<ReplayRequest, 'calls' | 'marker'> & { tree: ProbedTree };
    output: Probe;
  };
  empty: {
    input: { sources: { path: string; before: string | null; after: string }[] };
    output: EmptiedSources;
  };
  constants: {
    input: Tasks['empty']['input'] & { files: { path: string; text: string }[]; tests: readonly string[] };
    output: ConstantFunction[];
  };
  cut: {
    input: { files: { path: string; text: string }[]; tests: readonly string[]; all: readonly string[] };
    output: CutTests;
  };
  putBack: {
    input: { files: { path: string; whole: string; now: string }[]; tests: readonly string[]; keepsFound: boolean };
    output: PutBackTests;
  };
  mutants: {
    input: { files: { path: string; before: string | null; after: string }[]; most: number };
    output: Mutants;
  };
  code: {
    input: {
      root: string;
      paths: string[];
      blobs: Record<string, string>;
      cacheFile: string;
      /** The earlier blob of each changed file; null for new files. */
      before: Record<string, string | null>;
    };
    output: NonNullable<Collected['code']>;
  };
}

export type TaskName = keyof Tasks;

export interface Question<T extends TaskName = TaskName> {
  id: number;
  task: T;
  input: Tasks[T]['input'];
}

export type Answer = { id: number; output: unknown } | { id: number; error: string };
