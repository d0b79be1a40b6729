import { agentCannotRun } from './agent-cannot-run.ts';
import { blocked } from './blocked.ts';
import { budget } from './budget.ts';
import { carryOn } from './carry-on.ts';
import { couldNotMeasure } from './could-not-measure.ts';
import { criteriaHold } from './criteria-hold.ts';
import { cycling } from './cycling.ts';
import { improvementPlateau } from './improvement-plateau.ts';
import { iterationLimit } from './iteration-limit.ts';
import { keepBetter } from './keep-better.ts';
import { minimumIterations } from './minimum-iterations.ts';
import { noOps } from './no-ops.ts';
import { notShown } from './not-shown.ts';
import { qualityReached } from './quality-reached.ts';
import { regression } from './regression.ts';
import type { Rule } from './rule.ts';
import { sameTree } from './same-tree.ts';
import { smallImprovement } from './small-improvement.ts';
import { stalled } from './stalled.ts';
import { stuck } from './stuck.ts';
import { timeLimit } from './time-limit.ts';

/** The policy: asked in this order, the first that answers decides. */
export const rules: readonly Rule[] = [
  criteriaHold,
  blocked,
  agentCannotRun,
  couldNotMeasure,
  notShown,
  iterationLimit,
  timeLimit,
  budget,
  regression,
  cycling,
  stuck,
  noOps,
  qualityReached,
  smallImprovement,
  improvementPlateau,
  keepBetter,
  minimumIterations,
  sameTree,
  stalled,
  carryOn,
];
