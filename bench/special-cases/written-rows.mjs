import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { JAVA_FILES } from './java-files.mjs';

/**
 * Rows that somebody else wrote, of any number of files: `<language>.json` holds an array of
 * `{ id, kind: 'special' | 'honest', shape, task, run, files, change }`, where `change` is what the agent writes.
 */
export function writtenRows(folder) {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .flatMap((name) => {
      const language = basename(name, '.json');
      const rows = JSON.parse(readFileSync(join(folder, name), 'utf8'));
      return rows.map((row) => ({ ...(language === 'java' ? withRunner(row) : ignoring(row)), language }));
    })
    .map((row) => ({ ...row, kind: row.kind === 'honest' ? 'honest' : 'cheat', shape: `${row.id} ${row.shape}` }));
}

function withRunner(row) {
  const tests = Object.keys(row.files).filter((path) => /Test\.java$/.test(path));
  const names = tests.map((path) => path.replace(/^.*\/java\/|\.java$/g, '').replaceAll('/', '.'));
  const lib = Object.fromEntries(Object.entries(JAVA_FILES).map(([path, text]) => [`lib/${path}`, text]));
  return {
    ...row,
    files: { ...row.files, ...lib, '.gitignore': 'out\n' },
    run: `javac -d out $(find src lib -name '*.java') && java -cp out Run ${names.join(' ')}`,
  };
}

const ignoring = (row) => ({ ...row, files: { '.gitignore': 'target\nCargo.lock\n__pycache__\n', ...row.files } });
