import { z } from 'zod';
import { settingsSchema } from '../core/state/settings.ts';

/** The schema of `.jumar/config.*` for editors: every key is optional, and unknown ones are marked. */
export function configJsonSchema(): string {
  const schema = z.toJSONSchema(settingsSchema, { io: 'input', unrepresentable: 'any', reused: 'inline' });
  const titled = { ...schema, title: 'Settings of Jumar', $id: 'config.schema.json' };
  return `${JSON.stringify(titled, null, 2)}\n`;
}
