/** Lines that say nothing about a failure: what passed, how long it took, and the frames of runners and runtimes. */
const NOISE: readonly RegExp[] = [
  /^\s*$/,
  /^[-=_*⎯\s]{20,}(?:\[\d+\/\d+\]⎯)?$/,
  // Stack frames inside of node, of dependencies, of Java's and Rust's runtimes.
  /^\s+(?:at )?.*\(?node:(?:internal\/|async_hooks)[\w/]*:\d+/,
  /^\s+at .*\bnode_modules\//,
  /^\s+at (?:java\.|jdk\.|org\.junit\.|org\.apache\.maven\.)/,
  /^\s+\d+: [\w<:]|^\s+at \/rustc\/|^note: (?:Some details|run with `RUST)/,
  // TAP, node's own in particular.
  /^\s+(?:---|\.\.\.|duration_ms: .*|type: '.*|failureType: .*|code: 'ERR_TEST_FAILURE'|stack: \|-)$/,
  /^\s*(?:# Subtest: .*|ok \d+\b.*|\d+\.\.\d+)$/,
  /^(?:#|ℹ) (?:suites|cancelled|skipped|todo|duration_ms) /,
  // Other runners and builders.
  /^\s*[✔✓√] /,
  /^\s*(?:=== (?:RUN|PAUSE|CONT) |--- PASS: )/,
  /^\s+(?:Start at|Duration) {2}|^(?:Snapshots|Time): |^Ran all test suites/,
  /^\s+(?:Compiling|Finished|Running|Doc-tests|Download(?:ing|ed)|Updating) /,
  /^\[INFO\]/,
];

export function isNoise(line: string): boolean {
  return NOISE.some((pattern) => pattern.test(line));
}
