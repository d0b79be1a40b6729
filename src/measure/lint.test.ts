import { expect, it } from 'vitest';
import { defaultSettings } from '../core/state/settings.ts';
import type { MeasureRequest } from '../ports/index.ts';
import { measureLint } from './lint.ts';

const linter = (name: string, command: string) => ({ linter: name, folder: '', command, timeoutMs: 1000, why: '' });

const REPORT = '[{"filePath":"/nowhere/a.js","messages":[],"errorCount":0,"warningCount":0}]';

/** Every tool finds no problems. */
const clean = async ({ name }: { name: string }) => ({
  text: name.startsWith('eslint') ? REPORT : '',
  exitCode: 0,
  durationMs: 1,
});

function measure(
  missing: string[],
  metrics: Partial<MeasureRequest['settings']['metrics']> = {},
  run: Parameters<typeof measureLint>[2] = clean,
) {
  const settings = { ...defaultSettings, metrics: { ...defaultSettings.metrics, ...metrics } };
  const linters = [linter('eslint', 'eslint -f json'), linter('tsc', 'tsc --noEmit')];
  const request = { root: '/nowhere', settings, toolchain: { linters, missing, build: null } };
  return measureLint(request as unknown as MeasureRequest, {}, run);
}

const ruff = 'ruff: [tool.ruff] in pyproject.toml, but ruff is not installed';
const mypy = 'mypy: mypy.ini, but mypy is not installed';

it('is known if every linter that is set up could be read', async () => {
  expect(await measure([])).toMatchObject({ lint: { errors: 0 }, types: { errors: 0 }, unknown: [] });
});

it('is unknown in the area of a linter that is set up but not installed', async () => {
  expect(await measure([ruff])).toMatchObject({ lint: null, types: { errors: 0 }, unknown: [`lint: ${ruff}`] });
  expect(await measure([mypy])).toMatchObject({ lint: { errors: 0 }, types: null, unknown: [`types: ${mypy}`] });
});

it('uses only the command from the settings, if there is one', async () => {
  const own = { lint: { command: 'lint' } };
  expect(await measure([ruff], own)).toMatchObject({ lint: { errors: 0, tools: ['command'] }, unknown: [] });
});

it('says that the command from the settings was not found', async () => {
  const notFound = async () => ({ text: 'sh: 1: nosuchlint: not found\n', exitCode: 127, durationMs: 1 });
  expect(await measure([], { lint: { command: 'nosuchlint' }, types: false }, notFound)).toMatchObject({
    lint: null,
    unknown: ['lint: its command was not found (sh: 1: nosuchlint: not found)'],
  });
});
