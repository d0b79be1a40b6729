import { join } from 'node:path';
import { packageRoot } from '../../package-root.ts';

/** Where the package keeps what is copied into a probe's folder. */
export const probeAssets = join(packageRoot(), 'assets', 'probe');
