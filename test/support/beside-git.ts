import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram } from '../../src/system/find-program.ts';

/**
 * Runs a shell script once, beside the first call of git by this process whose words match: what a person or their editor does at that
 * moment. Returns what ends it.
 */
export function besideGit(folder: string, { when, words, script }: GitMoment): () => void {
  const bin = join(folder, 'bin');
  const [path, real] = [process.env.PATH, findProgram('git', process.env)];
  mkdirSync(bin, { recursive: true });
  // A person's git knows nothing of Jumar's environment, and is not watched.
  const act = `mkdir '${bin}/done' 2> /dev/null && (
unset $(env | sed -n 's/^\\(GIT_[A-Z_]*\\)=.*/\\1/p'); PATH='${path}'
${script}
)`;
  const text = `#!/bin/sh
case "$*" in ${words}) ;; *) exec '${real}' "$@" ;; esac
${when === 'before' ? `${act}\nexec '${real}' "$@"` : `'${real}' "$@"; status=$?\n${act}\nexit $status`}
`;
  writeFileSync(join(bin, 'git'), text, { mode: 0o755 });
  process.env.PATH = `${bin}:${path}`;
  return () => {
    process.env.PATH = path;
  };
}

interface GitMoment {
  when: 'before' | 'after';
  /** A pattern of the shell. */
  words: string;
  script: string;
}
