import type { CliCommand } from '../support/command.ts';
import { abort } from './abort.ts';
import { alerts } from './alerts.ts';
import { analytics } from './analytics.ts';
import { apply } from './apply.ts';
import { attach } from './attach.ts';
import { audit } from './audit.ts';
import { complete } from './complete.ts';
import { completions } from './completions.ts';
import { config } from './config.ts';
import { demo } from './demo.ts';
import { diff } from './diff.ts';
import { doctor } from './doctor.ts';
import { exportLoop } from './export.ts';
import { gate } from './gate.ts';
import { hook } from './hook/index.ts';
import { init } from './init.ts';
import { list } from './list.ts';
import { mcp } from './mcp.ts';
import { measure } from './measure.ts';
import { pause } from './pause.ts';
import { progress } from './progress.ts';
import { prompt } from './prompt.ts';
import { prune } from './prune.ts';
import { reflect } from './reflect.ts';
import { report } from './report.ts';
import { resume } from './resume.ts';
import { rollback } from './rollback.ts';
import { run } from './run.ts';
import { show } from './show.ts';
import { skip } from './skip.ts';
import { status } from './status.ts';
import { tasks } from './tasks/index.ts';
import { ui } from './ui.ts';
import { verifyReceipt } from './verify-receipt.ts';

/** In the order in which `jumar --help` lists them. */
export const commands: readonly CliCommand[] = [
  run,
  tasks,
  resume,
  pause,
  skip,
  abort,
  prompt,
  progress,
  reflect,
  status,
  attach,
  ui,
  list,
  show,
  report,
  analytics,
  exportLoop,
  diff,
  apply,
  verifyReceipt,
  rollback,
  prune,
  audit,
  hook,
  mcp,
  gate,
  alerts,
  measure,
  config,
  doctor,
  init,
  completions,
  complete,
  demo,
];
