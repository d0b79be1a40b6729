import { declaredCommands, type Ecosystem, usualNames } from './ecosystem.ts';

export const just: Ecosystem = {
  name: 'just',
  async detect(folder) {
    const file = (await folder.list()).find((name) => /^\.?justfile$/i.test(name));
    if (!file) return null;
    const recipes = [...(await folder.read(file)).matchAll(/^@?([a-zA-Z][\w-]*)(?:\s[^:=\n]*)?:(?!=)/gm)];
    const scripts = [...new Set(recipes.map(([, name = '']) => name))].map((name) => ({
      name,
      command: `just ${name}`,
    }));
    return { scripts, declared: declaredCommands(scripts, usualNames, (name) => `${file} recipe ${name}`) };
  },
};
