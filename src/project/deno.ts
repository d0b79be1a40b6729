import { fieldsOrEmpty } from '../core/text/foreign-json.ts';
import { declaredCommands, type Ecosystem, usualNames } from './ecosystem.ts';
import { readJson } from './folder.ts';

export const deno: Ecosystem = {
  name: 'deno',
  async detect(folder) {
    const file = (await folder.has('deno.json')) ? 'deno.json' : 'deno.jsonc';
    if (!(await folder.has(file))) return null;
    const { tasks } = await readJson(folder, file);
    const scripts = Object.keys(fieldsOrEmpty(tasks)).map((name) => ({ name, command: `deno task ${name}` }));
    return {
      language: 'TypeScript',
      packageManager: 'deno',
      scripts,
      declared: declaredCommands(scripts, usualNames, (name) => `${file} task ${name}`),
      conventional: {
        test: { command: 'deno test', evidence: file },
        lint: { command: 'deno lint', evidence: file },
        typecheck: { command: 'deno check .', evidence: file },
      },
    };
  },
};
