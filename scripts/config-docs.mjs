// Writes docs/configuration.md from the schema: `npm run build && node scripts/config-docs.mjs`. A test holds the two together.
import { writeFileSync } from 'node:fs';
import { configurationPage } from '../dist/config/docs.js';

writeFileSync('docs/configuration.md', configurationPage());
