import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { mergeLayers } from '../../src/config/layers.ts';
import { fold } from '../../src/core/fold.ts';
import { createNotes, type ProgressStrategy, progressText, strategies, strategyFrom } from '../../src/core/index.ts';
import { notesLimits, strategyNamed } from '../../src/core/progress/index.ts';
import { aCheck, aContext } from '../../src/core/progress/notes.contract.ts';
import { defaultTemplate, promptContext } from '../../src/core/prompt/prompt.ts';
import { renderPrompt } from '../../src/core/prompt/render.ts';
import type { Recorded } from '../../src/core/state/events.ts';
import type { LoopState } from '../../src/core/state/state.ts';
import { WITHOUT_ANALYST } from '../support/cli.ts';
import { modelServer } from '../support/model-server.ts';
import { scoredLoop } from '../support/scored-loop.ts';
import { seed003 } from './003.rows.ts';
import { aScene, type Scene } from './support/scene.ts';
import { storiesOf } from './support/stories.ts';

const story = storiesOf(seed003);

const OWN = `export default {
  name: 'short',
  entry: ({ iteration, checks }) => \`\${iteration}: \${checks.map(({ reason }) => reason).join(', ')}\\n\`,
  text(contexts, limits) { return contexts.map((context) => this.entry(context, limits)).join(''); },
};
`;

/** A loop with a strategy of its own and a type of its own; it reaches its limit of two iterations. */
let loop: Scene;
beforeAll(async () => {
  const files = {
    'state.txt': '0\n',
    'check.sh': 'echo out; echo problem >&2; grep -q done state.txt\n',
    'short.mjs': OWN,
    '.jumar/config.yaml': 'progress: { strategy: ./short.mjs, maxEntries: 4, maxChars: 300 }\n',
    '.jumar/loops/phase.yaml': `prompt-template: |
  Phase {{phase-number}}: {{phase-name}}
  {{#if progress}}Before:
  {{progress}}{{/if}}
inputs: { phase-number: { default: "1" }, phase-name: { default: parse } }
progress-max-entries: 10
progress-max-chars: 1000
`,
  };
  loop = aScene(
    files,
    ['echo 1 >> state.txt; echo "export default 1;" > short.mjs', 'echo 2 >> state.txt'],
    WITHOUT_ANALYST,
  );
  const more = ['--type', 'phase', '--max-iterations', '2'];
  expect(await loop.run('run', 'do it', '--until', 'sh check.sh', ...more)).toMatchObject({ code: 1 });
}, 120_000);
afterAll(() => loop.close());

const state = () => fold(loop.log() as unknown as Recorded[]) as LoopState;
const prompt = async (n: number) => (await loop.cli('prompt', loop.loop(), String(n))).stdout.trimEnd();
const systemCaptured = () => createNotes(strategies['system-captured'] as ProgressStrategy);

story('persisted', async () => {
  const log = loop.log() as unknown as Recorded[];
  expect(progressText(fold(log) as LoopState)).toBe(progressText(fold(structuredClone(log)) as LoopState));
  expect(progressText(state())).toContain('## Iteration 2');
});

story('ground-truth', () => {
  expect(strategyNamed(mergeLayers([]).progress.strategy).strategy.name).toBe('system-captured');
  const { text, record } = systemCaptured();
  record(
    aContext(1, { checks: [aCheck({ output: '1 test failed' })], summary: { text: 'all done', source: 'model' } }),
  );
  expect(text()).toContain('1 test failed');
  expect(text()).not.toContain('all done');
});

story('interface', () => {
  const mine: ProgressStrategy = {
    name: 'mine',
    entry: ({ iteration }) => `#${iteration}`,
    text: (all) => all.map(({ iteration }) => `#${iteration}`).join(' '),
  };
  const notes = createNotes(mine, { maxEntries: 2, maxChars: 10 });
  expect(notes.record(aContext(1))).toBe('#1');
  notes.record(aContext(2));
  notes.record(aContext(3));
  expect([notes.text(), notes.size()]).toEqual(['#2 #3', 2]);
  notes.clear();
  expect([notes.text(), notes.size()]).toEqual(['', 0]);
});

story('context', () => {
  const seen: unknown[] = [];
  const spy: ProgressStrategy = {
    name: 'spy',
    entry: () => '',
    text(contexts) {
      seen.push(contexts.at(-1));
      return '';
    },
  };
  progressText(state(), spy);
  expect(seen[0]).toMatchObject({
    iteration: 2,
    filesChanged: { count: 1, paths: ['state.txt'] },
    checks: [{ command: 'sh check.sh', exitCode: 1, durationMs: expect.any(Number), output: 'out\nproblem' }],
  });
});

story('entry', () => {
  const entry = systemCaptured().record(aContext(3, { checks: [aCheck({ command: 'cargo test', durationMs: 2341 })] }));
  for (const line of [
    '## Iteration 3',
    '**Command:** `cargo test`',
    '**Exit code:** 1',
    '**Duration:** 2341ms',
    '**Files changed:** src/lib.js',
    '**Output:**\n```\n1 test failed\n```',
  ])
    expect(entry).toContain(line);
});

story('both-streams', () => {
  expect(progressText(state())).toContain('out\nproblem');
});

story('keeps-end', () => {
  const notes = systemCaptured();
  notes.record(aContext(1, { checks: [aCheck({ output: `${'x'.repeat(2000)} the end` })] }));
  expect(notes.text()).toContain('…');
  expect(notes.text()).toContain('the end');
  expect(notes.text().match(/x/g)?.length).toBeLessThanOrEqual(500);
});

story('keeps-recent', () => {
  const notes = systemCaptured();
  for (let n = 1; n <= 7; n++) notes.record(aContext(n));
  expect(notes.size()).toBe(5);
  expect(notes.text().match(/## Iteration \d/g)).toEqual([3, 4, 5, 6, 7].map((n) => `## Iteration ${n}`));
});

story('clear-and-empty', () => {
  const notes = systemCaptured();
  expect(notes.text()).toBe('');
  notes.record(aContext(1));
  notes.clear();
  expect([notes.text(), notes.size()]).toEqual(['', 0]);
});

story('no-files', () => {
  const entry = systemCaptured().record(aContext(1, { filesChanged: { count: 0, paths: [] } }));
  expect(entry).toContain('**Files changed:** none');
});

story('unknown-strategy', async () => {
  expect(strategyNamed('telepathy')).toMatchObject({ strategy: { name: 'system-captured' } });
  writeFileSync(join(loop.project, '.jumar/config.yaml'), 'progress: { strategy: telepathy }\n');
  const { stderr } = await loop.run('run', 'do it again', '--until', 'false', '--dry-run');
  expect(stderr).toContain("unknown progress strategy 'telepathy'");
});

story('pass-or-fail', async () => {
  expect(await prompt(1)).toBe('Phase 1: parse');
  expect(await prompt(2)).toBe('Phase 1: parse\nBefore:\n1: exit 1');
});

story('restored', () => {
  const notes = systemCaptured();
  for (const n of [1, 2]) notes.record(aContext(n));
  const restored = systemCaptured();
  restored.restore(notes.save());
  expect(restored.text()).toBe(notes.text());
  expect(restored.record(aContext(3))).toBe(notes.record(aContext(3)));
});

story('clear-command', async () => {
  expect((await loop.cli('progress', 'show')).stdout).toContain('2: exit 1');
  expect((await loop.cli('progress', 'clear')).stdout).toBe(
    `${loop.loop()}: 2 iterations left out of the next prompt\n`,
  );
  expect((await loop.cli('progress', 'show')).stdout).toContain('has no progress yet');
  expect(await prompt(3)).toBe('Phase 1: parse');
  expect((await loop.cli('progress', 'clear')).stdout).toContain('0 iterations');
});

story('template', async () => {
  const template = '{{#if progress}}Before: {{progress}}{{/if}}{{task}}';
  const first = scoredLoop({ iterations: [] });
  expect(await renderPrompt(template, promptContext(first, 1))).toBe('fix the tests');
  const second = scoredLoop({ iterations: [{ score: 0.5 }] });
  expect(await renderPrompt(template, promptContext(second, 2))).toContain('Before: ## Iteration 1');
});

story('spec-variables', async () => {
  expect(await prompt(1)).toContain('Phase 1: parse');
});

story('do-not-repeat', async () => {
  const later = scoredLoop({ iterations: [{ score: 0.5 }] });
  expect(await renderPrompt(defaultTemplate, promptContext(later, 2))).toMatch(/do not repeat/i);
});

story('kebab-keys', () => {
  const values = { 'progress-strategy': 'hybrid', 'progress-max-entries': 10, 'progress-max-chars': 1000 };
  for (const given of [values, { validation: values }])
    expect(mergeLayers([{ source: 'test', values: given }]).progress).toMatchObject({
      strategy: 'hybrid',
      maxEntries: 10,
      maxChars: 1000,
    });
});

story('type-limits', () => {
  expect(state().settings.progress).toMatchObject({ maxEntries: 10, maxChars: 1000 });
});

story('llm-summarized', async () => {
  const answer = { summary: 'The parser fails on dates.', what_failed: 'F', why: 'W', what_to_try: 'T' };
  const url = await modelServer({ text: JSON.stringify(answer) }, { error: { status: 500, message: 'down' } });
  const files = { 'state.txt': '0\n', '.jumar/config.yaml': 'progress: { strategy: llm-summarized }\n' };
  const scene = aScene(files, ['echo 1 >> state.txt', 'echo 2 >> state.txt', 'echo done > state.txt'], {
    ...WITHOUT_ANALYST,
    JUMAR_MODEL_PROVIDER: 'openai',
    JUMAR_MODEL_URL: `${url}/v1`,
    JUMAR_MODEL_NAME: 'local',
  });
  onTestFinished(() => scene.close());
  const { code, stderr } = await scene.run('run', 'repair it', '--until', 'grep -q done state.txt');
  expect(code, stderr).toBe(0);
  const { stdout } = await scene.cli('prompt', scene.loop(), '3');
  expect(stdout).toMatch(/Iteration 1: The parser fails on dates\.\nIteration 2 \(by rules\): /);
});

story('hybrid', () => {
  const notes = createNotes(strategies.hybrid as ProgressStrategy);
  notes.record(aContext(1));
  expect(notes.text()).toMatch(/# Summary\n.*attempt 1 failed.*# Raw output\n.*1 test failed/s);
});

story('structured-log', () => {
  const notes = createNotes(strategies['structured-log'] as ProgressStrategy);
  expect(JSON.parse(notes.record(aContext(1)))).toMatchObject({
    iteration: 1,
    exit_code: 1,
    duration_ms: 1000,
    files_changed: ['src/lib.js'],
    error_summary: '1 test failed',
  });
});

story('own-module', async () => {
  expect(await prompt(2)).toContain('1: exit 1');
  const broken = await strategyFrom(`${OWN.replace('checks.map', 'nothing.map')}`);
  expect(broken.entry(aContext(1), notesLimits(broken, mergeLayers([]).progress))).toMatch(
    /short failed: nothing is not/,
  );
  writeFileSync(join(loop.project, '.jumar/config.yaml'), 'progress: { strategy: ./none.mjs }\n');
  const refused = await loop.run('run', 'do it again', '--until', 'false');
  expect(refused).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('progress strategy ./none.mjs cannot be used'),
  });
});
