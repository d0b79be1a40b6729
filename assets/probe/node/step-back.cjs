'use strict';
const { delimiter, join } = require('node:path');

/**
 * What a test starts is not measured, so it gets the environment as it was without the probe, and its full speed. The
 * runner's own children keep NODE_OPTIONS where they have to be watched: `path` alone takes only the node in PATH away.
 */
module.exports = (what = 'all') => {
  const bin = join(__dirname, '..', 'bin');
  const { PATH, NODE_OPTIONS } = process.env;
  if (PATH) process.env.PATH = PATH.split(delimiter).filter((folder) => folder !== bin).join(delimiter);
  if (what === 'path' || !NODE_OPTIONS) return;
  const probe = join(__dirname, 'probe.cjs').replaceAll('\\', '\\\\').replaceAll('"', '\\"');
  const left = NODE_OPTIONS.replace(`--require "${probe}"`, '').replace(`--require ${probe}`, '').trim();
  if (left) process.env.NODE_OPTIONS = left;
  else delete process.env.NODE_OPTIONS;
};
