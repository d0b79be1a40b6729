export { editTests } from './edit-tests.ts';
export { emptyFunctions } from './empty-functions.ts';
export { probeTests } from './probe-tests.ts';
