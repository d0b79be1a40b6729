export { editTests } from './edit-tests.ts';
