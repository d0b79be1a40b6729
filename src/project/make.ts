import { declaredCommands, type Ecosystem, usualNames } from './ecosystem.ts';

export const make: Ecosystem = {
  name: 'make',
  async detect(folder) {
    const file = (await folder.list()).find((name) => /^(?:GNUmakefile|makefile|Makefile)$/.test(name));
    if (!file) return null;
    const scripts = targets(await folder.read(file)).map((name) => ({ name, command: `make ${name}` }));
    return { scripts, declared: declaredCommands(scripts, usualNames, (name) => `${file} target ${name}`) };
  },
};

/** Explicit targets; neither variables, pattern rules nor special targets like `.PHONY`. */
function targets(text: string): string[] {
  const rules = [...text.matchAll(/^([\w][\w./ -]*?)\s*::?(?![=:])/gm)].flatMap(([, names = '']) => names.split(/\s+/));
  return [...new Set(rules)].filter((name) => !name.includes('.') && !name.includes('/'));
}
