import { access, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProbePart } from './part.ts';

/** An additional PHP settings folder names a file that runs first and adds `--log-junit` to PHPUnit's arguments. */
export const php: ProbePart = async ({ env, cwd, folder }) => {
  const markers = ['phpunit.xml', 'phpunit.xml.dist', 'phpunit.dist.xml', 'composer.json'];
  const exists = await Promise.all(
    markers.map((file) =>
      access(join(cwd, file)).then(
        () => true,
        () => false,
      ),
    ),
  );
  if (!exists.includes(true) || folder.includes(':')) return {};
  await writeFile(join(folder, 'php', 'probe.ini'), `auto_prepend_file="${join(folder, 'php', 'prepend.php')}"\n`);
  return { PHP_INI_SCAN_DIR: `${env.PHP_INI_SCAN_DIR ?? ''}:${join(folder, 'php')}` };
};
