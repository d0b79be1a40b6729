import { fieldsOrEmpty } from '../core/text/foreign-json.ts';
import { type Commands, declaredCommands, type Ecosystem, usualNames } from './ecosystem.ts';
import { readJson } from './folder.ts';

export const php: Ecosystem = {
  name: 'php',
  async detect(folder) {
    if (!(await folder.has('composer.json'))) return null;
    const manifest = await readJson(folder, 'composer.json');
    const scripts = Object.keys(fieldsOrEmpty(manifest.scripts))
      .filter((name) => !/^(?:pre|post)-/.test(name))
      .map((name) => ({ name, command: `composer ${name}` }));
    const packages = [manifest.require, manifest['require-dev']].flatMap((some) => Object.keys(fieldsOrEmpty(some)));
    const conventional: Commands = {};
    if (packages.includes('pestphp/pest')) {
      conventional.test = { command: 'vendor/bin/pest', evidence: 'composer.json requires pest' };
    } else if (
      packages.includes('phpunit/phpunit') ||
      (await folder.has('phpunit.xml', 'phpunit.xml.dist', 'vendor/bin/phpunit'))
    ) {
      conventional.test = { command: 'vendor/bin/phpunit', evidence: 'composer.json and phpunit' };
    }
    if (await folder.has('phpstan.neon', 'phpstan.neon.dist')) {
      conventional.typecheck = { command: 'vendor/bin/phpstan analyse', evidence: 'phpstan.neon' };
    }
    return {
      language: 'PHP',
      packageManager: 'composer',
      scripts,
      declared: declaredCommands(scripts, usualNames, (name) => `composer.json script ${name}`),
      conventional,
    };
  },
};
