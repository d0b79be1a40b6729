import { join } from 'node:path';
import { packageRoot } from '../../system/package-root.ts';

/** Files of this package that are copied into a probe's folder. */
export const probeAssets = join(packageRoot(), 'assets', 'probe');
