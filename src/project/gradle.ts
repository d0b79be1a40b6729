import type { Ecosystem } from './ecosystem.ts';

export const gradle: Ecosystem = {
  name: 'gradle',
  async detect(folder) {
    const file = (await folder.list()).find((name) => /^(?:build|settings)\.gradle(?:\.kts)?$/.test(name));
    if (!file) return null;
    const hasWrapper = await folder.has('gradlew');
    const run = hasWrapper ? './gradlew' : 'gradle';
    const evidence = hasWrapper ? `${file} and gradlew` : file;
    return {
      language: 'Java',
      packageManager: 'gradle',
      conventional: {
        test: { command: `${run} test`, evidence },
        typecheck: { command: `${run} testClasses`, evidence },
        build: { command: `${run} assemble`, evidence },
      },
    };
  },
};
