'use strict';
const { existsSync, mkdirSync, readdirSync, readFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const { join } = require('node:path');

const FOLDER = join(__dirname, '..', 'coverage');

/**
 * Where a runner is to write its coverage; null where nobody asked for it, or the project measures coverage itself: its own
 * reports and thresholds are not to be touched.
 */
module.exports = (runner, configs, enabled) => {
  if (!existsSync(FOLDER) || process.argv.some((word) => /^--(?:collect-?)?coverage/i.test(word))) return null;
  const names = readdirSync(process.cwd()).filter((name) => configs.test(name) || name === 'package.json');
  if (names.some((name) => enabled.test(readFileSync(name, 'utf8')))) return null;
  const folder = join(FOLDER, `${runner}-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  // What node itself would write of this runner's workers, nobody reads.
  delete process.env.NODE_V8_COVERAGE;
  return folder;
};

/** Whether a package can be loaded from where the runner runs. */
module.exports.isInstalled = (name) => {
  try {
    createRequire(join(process.cwd(), 'package.json')).resolve(`${name}/package.json`);
    return true;
  } catch {
    return false;
  }
};
