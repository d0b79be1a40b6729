/** What other adapters may use from this folder. */
export { nameOfChecks } from './criteria/cached-runs.ts';
export { nameOf } from './results/result-name.ts';
