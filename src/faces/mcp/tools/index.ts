import type { Tool } from '../tool.ts';
import { audit } from './audit.ts';
import { explainFinding } from './explain-finding.ts';
import { loopStatus, startLoop, status } from './loops.ts';
import { measure } from './measure.ts';
import { reportProgress } from './report-progress.ts';
import { verify } from './verify.ts';

export function tools(): Tool[] {
  return [verify, audit, measure, status, loopStatus, startLoop, reportProgress(), explainFinding];
}
