import type { Ecosystem } from './ecosystem.ts';

export const maven: Ecosystem = {
  name: 'maven',
  async detect(folder) {
    if (!(await folder.has('pom.xml'))) return null;
    const hasWrapper = await folder.has('mvnw');
    const run = hasWrapper ? './mvnw -B' : 'mvn -B';
    const evidence = hasWrapper ? 'pom.xml and mvnw' : 'pom.xml';
    return {
      language: 'Java',
      packageManager: 'maven',
      conventional: {
        test: { command: `${run} test`, evidence },
        typecheck: { command: `${run} test-compile`, evidence },
        build: { command: `${run} package -DskipTests`, evidence },
      },
    };
  },
};
