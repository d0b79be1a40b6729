/** `npm run mutate` runs the tests once per mutant: properties over thousands of cases sit that out. */
export const inMutationRun = process.env.STRYKER_MUTATOR_WORKER !== undefined;
