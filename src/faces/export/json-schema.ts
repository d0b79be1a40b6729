import { z } from 'zod';
import { exportSchema } from './schema.ts';

/** The JSON Schema that the project publishes as `schemas/loop-state.schema.json`. */
export function exportJsonSchema(): string {
  const schema = z.toJSONSchema(exportSchema, { target: 'draft-2020-12', unrepresentable: 'any' });
  return `${JSON.stringify({ ...schema, $id: 'jumar/loop-state/2.0.0' }, null, 2)}\n`;
}
