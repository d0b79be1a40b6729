import { expect, test } from 'vitest';
import { taskTypeSchema, taskTypes } from '../../core/state/task-type.ts';
import { mergeLayers } from '../layers.ts';
import { loadLoopType } from './load.ts';

const places = { env: { HOME: '/nowhere' }, workspace: { root: '/nowhere', cwd: '/nowhere' }, configured: [] };

test.each(taskTypeSchema.options)('%s is defined like a user’s type, and agrees with the core', async (name) => {
  const type = await loadLoopType(name, places);
  const settings = mergeLayers([type?.settings ?? { source: '', values: {} }]);
  expect(type?.definition).toMatchObject({ taskType: name, description: expect.stringMatching(/\.$/) });
  expect(settings.limits.maxIterations).toBe(taskTypes[name].maxIterations);
  expect(settings.memory.window).toBe(taskTypes[name].memoryWindow);
});

test('the configuration overrides the built-in type, key by key', async () => {
  const configured = [{ source: 'config', values: { lint: { 'progress-max-entries': 9 } } }];
  const type = await loadLoopType('lint', { ...places, configured });
  const settings = mergeLayers([type?.settings ?? { source: '', values: {} }]);
  expect([settings.progress.maxEntries, settings.memory.window]).toEqual([9, 1]);
});

test('a type can set rules and alerts', async () => {
  const values = { lint: { rules: { 'max-noops': 1, off: ['cycling'] }, alerts: { errors: 0 } } };
  const type = await loadLoopType('lint', { ...places, configured: [{ source: 'config', values }] });
  const settings = mergeLayers([type?.settings ?? { source: '', values: {} }]);
  expect(settings.rules).toMatchObject({ maxNoops: 1, off: ['cycling'], maxSameTree: 3 });
  expect(settings.alerts.errors).toBe(0);
});

test('a name that points outside the folder is refused', async () => {
  await expect(loadLoopType('../x', places)).rejects.toThrow(/not a valid name/);
});
