import type { Grammar } from '../grammar.ts';
import type { Dialect } from './dialect.ts';
import { go } from './go.ts';
import { java } from './java.ts';
import { javascript } from './javascript.ts';
import { python } from './python.ts';
import { rust } from './rust.ts';

export interface Language {
  grammar: Grammar;
  dialect: Dialect;
}

const byExtension: Record<string, Language> = {
  js: { grammar: 'javascript', dialect: javascript },
  jsx: { grammar: 'javascript', dialect: javascript },
  mjs: { grammar: 'javascript', dialect: javascript },
  cjs: { grammar: 'javascript', dialect: javascript },
  ts: { grammar: 'typescript', dialect: javascript },
  mts: { grammar: 'typescript', dialect: javascript },
  cts: { grammar: 'typescript', dialect: javascript },
  tsx: { grammar: 'tsx', dialect: javascript },
  py: { grammar: 'python', dialect: python },
  go: { grammar: 'go', dialect: go },
  rs: { grammar: 'rust', dialect: rust },
  java: { grammar: 'java', dialect: java },
};

export function languageOf(path: string): Language | null {
  return byExtension[/\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? ''] ?? null;
}

export const isTestPath = (path: string): boolean => languageOf(path)?.dialect.isTestPath(path) ?? false;
