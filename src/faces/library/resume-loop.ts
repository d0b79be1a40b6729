import { resumeLoop as resume } from '../../app/resume-loop.ts';
import { type HostOptions, hostLoop, type LoopRun } from './loop-run.ts';
import { type ChoiceOptions, contextOf, type PlaceOptions, SOURCE } from './options.ts';

export interface ResumeOptions extends PlaceOptions, HostOptions, ChoiceOptions {}

/** Continues a loop that was paused, interrupted, killed or stopped at a limit, like `jumar resume`. */
export function resumeLoop(options: ResumeOptions = {}): LoopRun {
  return hostLoop(options, (join) => resume(contextOf(options), { ...options, source: SOURCE }, join));
}
