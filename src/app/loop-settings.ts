import { type Layer, mergeLayers } from '../config/layers.ts';
import { OBJECTIVE } from '../core/selection/goal.ts';
import type { Settings } from '../core/state/settings.ts';
import { UsageError } from '../system/usage-error.ts';

/** The settings that a new loop freezes: the objective is measured like any other custom metric. */
export function settingsOfLoop(settings: Settings): Settings {
  const { goal, metrics } = settings;
  if (goal.mode === 'satisfy' || goal.mode === 'refine') return settings;
  if (!goal.command) {
    throw new UsageError(
      `goal.mode is ${goal.mode} but goal.command is not set`,
      `--${goal.mode} "<command that prints a number>"`,
    );
  }
  return { ...settings, metrics: { ...metrics, custom: { ...metrics.custom, [OBJECTIVE]: goal.command } } };
}

/** A loop's settings with a person's changes. The objective follows the goal that results. */
export function changeLoopSettings(settings: Settings, change: Layer): Settings {
  const { [OBJECTIVE]: _, ...custom } = settings.metrics.custom;
  const chosen = { ...settings, metrics: { ...settings.metrics, custom } };
  return settingsOfLoop(mergeLayers([{ source: 'the loop', values: chosen }, change]));
}
