// Writes docs/seeds.md from the tables in test/seeds. A test holds the two together.
import { writeFileSync } from 'node:fs';
import { createJiti } from 'jiti';

const jiti = createJiti(import.meta.url);
const { seeds } = await jiti.import('../test/seeds/seeds.ts');
const { seedsPage } = await jiti.import('../test/seeds/support/page.ts');
writeFileSync(new URL('../docs/seeds.md', import.meta.url), seedsPage(seeds));
