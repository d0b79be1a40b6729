export * from './builders.ts';
export { fakeWorld, type WorldScript } from './fake-world.ts';
