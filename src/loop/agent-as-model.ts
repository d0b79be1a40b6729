import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { allowance } from '../core/agents/spending.ts';
import type { LoopState } from '../core/state/state.ts';
import { plainText } from '../core/text/plain-text.ts';
import type { Ports } from '../ports/index.ts';
import type { Model } from '../ports/model.ts';

/**
 * The loop's own agent, asked instead of sent to work: it runs in an empty folder of its own, and anything it might
 * still change in the workspace is undone by the restore that comes before the next iteration.
 */
export function agentModel(state: LoopState, iteration: number, timeoutMs: number, ports: Ports): Model {
  return {
    name: `the agent (${state.agent.name})`,
    async complete({ system, prompt }, signal) {
      const folder = await mkdtemp(join(tmpdir(), 'jumar-ask-'));
      try {
        const promptFile = join(folder, 'prompt.md');
        await writeFile(
          promptFile,
          `${system}\nDo not read or change any file. Answer on your standard output.\n\n${prompt}`,
        );
        const output = ports.files.path(iteration, 'reflect.log');
        await ports.files.remove(iteration, 'reflect.log');
        const run = await ports.agent.run(
          {
            agent: state.agent.name,
            loop: state.id,
            iteration,
            run: ports.runId(),
            promptFile,
            cwd: folder,
            outputFile: output.absolute,
            blockedFile: join(folder, 'blocked.txt'),
            remainingMs: timeoutMs,
            allowance: allowance(state.spent, state.settings.limits),
            settings: state.settings.agent,
            readOnly: true,
          },
          signal,
        );
        const { usage, costUsd, costEstimated, durationMs, outcome } = run;
        const spent = { usage, costUsd, costEstimated, durationMs, outcome };
        if (outcome !== 'ok') return { text: null, problem: `its run ended with ${run.reason}`, spent };
        const log = plainText((await ports.files.read(iteration, 'reflect.log')) ?? '');
        return { text: [log, ...answersIn(log), run.excerpt].join('\n'), spent };
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}

/** Agents that stream JSON write their answer as a string inside of it. */
function answersIn(log: string): string[] {
  return log.split('\n').flatMap((line) => {
    if (!line.startsWith('{') || !line.includes('summary')) return [];
    try {
      return stringsIn(JSON.parse(line)).filter((text) => text.includes('"summary"'));
    } catch {
      return [];
    }
  });
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}
