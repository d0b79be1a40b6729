export { constantFunctions } from './constant-functions.ts';
export { cutTests } from './cut-tests.ts';
export { editTests } from './edit-tests.ts';
export { emptyFunctions } from './empty-functions.ts';
export { mutate } from './mutants/mutate.ts';
export { recordCalls, replayCalls } from './probe/probe-tests.ts';
export { putBackTests } from './put-back.ts';
