// Writes schemas/ from the sources of truth in src/faces/export/schema.ts, src/app/measure-output.ts,
// src/config/json-schema.ts and src/app/tasks/formats/document.ts. Build first.
import { mkdirSync, writeFileSync } from 'node:fs';
import { measureJsonSchema } from '../dist/app/measure-output.js';
import { tasksJsonSchema } from '../dist/app/tasks/formats/document.js';
import { configJsonSchema } from '../dist/config/json-schema.js';
import { exportJsonSchema } from '../dist/faces/export/json-schema.js';

mkdirSync('schemas', { recursive: true });
writeFileSync('schemas/loop-state.schema.json', exportJsonSchema());
writeFileSync('schemas/measure.schema.json', measureJsonSchema());
writeFileSync('schemas/config.schema.json', configJsonSchema());
writeFileSync('schemas/tasks.schema.json', tasksJsonSchema());
