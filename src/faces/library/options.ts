import type { AgentChoices, LimitChoices, MeasuringChoices } from '../../app/choices.ts';
import type { AppContext } from '../../app/context.ts';
import type { HostOptions } from './loop-run.ts';

/** Settings by the keys of the configuration file: `{ metrics: { coverage: 'auto' } }` or `{ 'metrics.coverage': 'auto' }`. */
export type SettingsTree = { [key: string]: unknown };

/** Options for both starting and resuming a loop. */
export interface ChoiceOptions extends LimitChoices, AgentChoices, MeasuringChoices {
  settings?: SettingsTree;
}

/** Which loop, and where. */
export interface PlaceOptions {
  /** A loop id or a prefix of it; by default the latest here. */
  loop?: string;
  /** By default the current folder. */
  cwd?: string;
  /** By default this process's environment. */
  env?: NodeJS.ProcessEnv;
}

/** How error messages name these options. */
export const SOURCE = 'the options';

export function contextOf({ cwd, env, onNote }: HostOptions): AppContext {
  const note = onNote ?? (() => {});
  return { cwd: cwd ?? process.cwd(), env: env ?? process.env, note, warn: note };
}
