import { expect, test } from 'vitest';
import { settingsSchema } from '../state/settings.ts';
import { passedVariables } from './passed-variables.ts';

test('a person passes variables by name, in the settings or in a command', () => {
  const settings = settingsSchema.parse({
    checks: { env: ['API_*'] },
    verify: { setup: 'cp -a "$TEMPLATES/deps" .' },
    metrics: { build: 'make $' + '{TARGET}' },
  });
  const criteria = [{ id: 'c1', text: 't', kind: 'exit' as const, command: 'psql "$DATABASE_URL" -c "select $1"' }];
  expect(passedVariables(settings, criteria)).toEqual(['API_*', 'DATABASE_URL', 'TEMPLATES', 'TARGET']);
});
