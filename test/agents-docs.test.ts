import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { AGENTS } from '../scripts/install-agents.mjs';
import { type RealAgent, realAgents, situationTable } from './support/agent-matrix.ts';

const page = readFileSync(new URL('../docs/agents.md', import.meta.url), 'utf8');

test('the table of situations in docs/agents.md is what the extended suite holds the real agents to', () => {
  expect(/<!-- tested -->\n([\s\S]*)<!-- \/tested -->/.exec(page)?.[1]).toBe(situationTable());
});

test.each(Object.entries(realAgents))('docs/agents.md names the version of %s that was tested', (agent, title) => {
  const version = AGENTS[agent as RealAgent].split('@').at(-1);
  expect(page).toContain(`${title} ${version}`);
});
