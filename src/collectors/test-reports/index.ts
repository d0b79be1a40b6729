import { ctrf } from './ctrf.ts';
import type { ReportFormat } from './format.ts';
import { goJson } from './go-json.ts';
import { goText } from './go-text.ts';
import { jestJson } from './jest-json.ts';
import { junit } from './junit.ts';
import { libtestJson } from './libtest-json.ts';
import { libtestText } from './libtest-text.ts';
import { nodeTest } from './node-test.ts';
import { playwrightJson } from './playwright-json.ts';
import { playwrightProbe } from './playwright-probe.ts';
import { probe } from './probe.ts';
import { pytest } from './pytest.ts';
import { rspecJson } from './rspec-json.ts';
import { tap } from './tap.ts';
import { trx } from './trx.ts';
import { unittest } from './unittest.ts';
import { vitestJson } from './vitest-json.ts';

/** All supported formats, tried in this order. To add one, create a file and list it here. */
export const reportFormats: readonly ReportFormat[] = [
  probe,
  nodeTest,
  pytest,
  unittest,
  playwrightProbe,
  junit,
  trx,
  vitestJson,
  jestJson,
  playwrightJson,
  rspecJson,
  ctrf,
  goJson,
  libtestJson,
  goText,
  libtestText,
  tap,
];
