export { editTests } from './edit-tests.ts';
export { probeTests } from './probe-tests.ts';
