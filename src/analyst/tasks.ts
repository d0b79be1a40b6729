import type { Collected } from '../collectors/assemble.ts';
import type { Reach } from '../core/reach.ts';
import type { GuardReport } from '../guard/types.ts';

/** What the analyst can be asked: the work that needs syntax trees. */
export interface Tasks {
  guard: {
    input: {
      repository: string;
      before: string;
      after: string;
      task: string;
      executed: { before: string[]; after: string[] } | null;
      reach: { before: Reach; after: Reach } | null;
    };
    output: GuardReport;
  };
  code: {
    input: {
      root: string;
      paths: string[];
      blobs: Record<string, string>;
      cacheFile: string;
      /** What the files held before that changed since; null for new ones. */
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
