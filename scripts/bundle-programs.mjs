import { chmodSync } from 'node:fs';
import { rolldown } from 'rolldown';

/**
 * Parts of the command line, in the order in which commands need more of them. Node takes about 0.3 ms for each file, so a
 * part is one file; what a file of an earlier part needs is in that part or before it.
 */
const parts = {
  start: /faces\/cli\/main\.js$/,
  'command-line': /faces\/cli\/run-in-process\.js$/,
  listing: /(?:app\/(?:loop-status|list-loops)|faces\/cli\/text\/(?:status|list))\.js$/,
  reading: /(?:app\/(?:loop-reading|read-diff|output-inside)|faces\/reports\/(?:markdown|receipt))\.js$/,
  loop: /(?:faces\/cli\/support\/(?:run-task|reporting|live-face)|app\/host|core\/prompt\/render|handlebars\/.*)\.js$/,
};

/** Bundles the command line and the programs that it starts; each program has its own files, so it loads no more than it needs. */
export async function bundlePrograms(from, to) {
  const groups = Object.entries(parts).map(([name, test], index) => ({ name, test, priority: 10 - index }));
  await bundle({ jumar: `${from}/faces/cli/main.js` }, to, { codeSplitting: { groups } });
  await bundle({ analyst: `${from}/analyst/main.js` }, to);
  await bundle({ repair: `${from}/repair/main.js` }, to);
  await bundle({ 'acp-bridge': `${from}/agents/acp-bridge.js` }, to);
  chmodSync(`${to}/jumar.js`, 0o755);
}

async function bundle(input, dir, output = {}) {
  const made = await rolldown({
    input,
    platform: 'node',
    // jsonc-parser's main file loads its parts in a way that no bundler can follow.
    resolve: { mainFields: ['module', 'main'] },
    // These load files of their own at run time, so they stay outside.
    external: ['jiti', '@vscode/tree-sitter-wasm', 'c8', 'react-devtools-core', 'ai', /^@ai-sdk\//],
    // React's other build keeps a trace of every drawing, which a run of hours cannot afford.
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    // A module is loaded late for some commands and early for others.
    checks: { ineffectiveDynamicImport: false },
  });
  const names = { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' };
  await made.write({ dir, ...names, comments: { jsdoc: false, annotation: false, legal: true }, ...output });
  await made.close();
}
