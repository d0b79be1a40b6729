const junit = [
  'jupiter-api',
  'jupiter-params',
  'jupiter-engine',
  'platform-commons',
  'platform-engine',
  'platform-launcher',
  'platform-reporting',
  'platform-console',
].map((part) => `junit-${part}`);
const jars = [...junit, 'opentest4j', 'opentest4j-reporting-events', 'apiguardian-api', 'picocli']
  .map((jar) => `/usr/share/java/${jar}.jar`)
  .join(':');
const classes = 'target/test-classes';
const junitCheck = `find src -name '*.java' | xargs javac -nowarn -encoding UTF-8 -d ${classes} -cp ${jars} && java -cp ${classes}:${jars} org.junit.platform.console.ConsoleLauncher --scan-classpath ${classes} --reports-dir target/surefire-reports`;

/**
 * What `first-hour.mjs` runs: public repositories at the commit of a real fix. `broken` are the files that are taken back to before
 * the fix, while its tests stay; `hunks` are the lines that the fix changed, each as it made them and as they were, for a file that has its tests, too.
 * `install` is what a user runs first, `tool` a package manager that it needs; `check` names the check if the project's own runs more than tests
 * or does not run on the machine that measured.
 */
export const projects = [
  {
    name: 'ufo',
    git: 'unjs/ufo',
    commit: 'eb29945470c8629309764f026a36e7f477a9a1ff',
    language: 'TypeScript, vitest',
    tool: 'pnpm',
    install: 'pnpm install --frozen-lockfile --ignore-scripts',
    check: 'pnpm vitest run',
    broken: ['src/utils.ts'],
    agent: 'claude',
  },
  {
    name: 'zx',
    git: 'google/zx',
    commit: '2bbcaa5f95b61a5484353f9439e9c8ffae1bada0',
    language: 'TypeScript, node:test',
    install: 'npm ci --ignore-scripts --no-audit --no-fund',
    check: 'node --test test/util.test.js',
    broken: ['src/util.ts', 'build/util.cjs'],
    agent: 'codex',
  },
  {
    name: 'p-queue',
    git: 'sindresorhus/p-queue',
    commit: '9efde425e233ab59ff3e6842430d40fd2208c103',
    language: 'TypeScript, node:test',
    install: 'npm install --ignore-scripts --no-audit --no-fund --no-package-lock',
    check: 'node --import=tsx/esm --test test/validation.ts test/basic.ts',
    broken: ['source/index.ts'],
    agent: 'opencode',
  },
  {
    name: 'es-toolkit',
    git: 'toss/es-toolkit',
    commit: '893f52aac9c91de1c4cdeb2f5b89be7846e8f821',
    language: 'TypeScript, vitest',
    tool: 'yarn',
    install: 'yarn install --immutable --mode=skip-build',
    check: 'yarn vitest run src/compat/object',
    broken: ['src/compat/object/mergeWith.ts'],
    agent: 'claude',
  },
  {
    name: 'commander',
    git: 'tj/commander.js',
    commit: '63eed4aa05435575d515311bb5efaf6d88b6be84',
    language: 'JavaScript, jest',
    install: 'npm ci --ignore-scripts --no-audit --no-fund',
    check: 'npx jest options',
    broken: ['lib/command.js'],
    agent: 'codex',
  },
  {
    name: 'more-itertools',
    git: 'more-itertools/more-itertools',
    commit: 'f51a53bfd2fe9504063a33ef5f4a73e30d82d0e2',
    language: 'Python, unittest',
    check: 'python3 -m unittest tests.test_more',
    broken: ['more_itertools/more.py'],
    agent: 'claude',
  },
  {
    name: 'itsdangerous',
    git: 'pallets/itsdangerous',
    commit: '7f4dcf83a07bb3d53f4e0e65ef1b43327b4cca90',
    language: 'Python, pytest',
    check:
      'PYTHONPATH=src python3 -m pytest -p no:cacheprovider tests/test_itsdangerous/test_encoding.py tests/test_itsdangerous/test_serializer.py tests/test_itsdangerous/test_signer.py',
    broken: ['src/itsdangerous/signer.py'],
    agent: 'opencode',
  },
  {
    name: 'semver',
    git: 'Masterminds/semver',
    commit: 'b65b33f02f13ee4bf96b5d18ad16cab9515f72ea',
    language: 'Go',
    check: 'go test ./...',
    broken: ['version.go'],
    agent: 'claude',
  },
  {
    name: 'pflag',
    git: 'spf13/pflag',
    commit: '298bcdf4e200c0d9b3818f03c7adaa10192874e4',
    language: 'Go',
    check: 'go test ./...',
    broken: ['uint_slice.go'],
    agent: 'claude',
  },
  {
    name: 'strsim-rs',
    git: 'rapidfuzz/strsim-rs',
    commit: 'f6a759324b0d7a0dfd32b02e78e97372a7352aad',
    language: 'Rust',
    // One test fails at this commit, too.
    check: 'cargo test --lib jaro -- --skip very_long_prefix',
    hunks: { path: 'src/lib.rs', lines: [['        .take(4)\n', '']] },
    agent: 'codex',
  },
  {
    name: 'version_check',
    git: 'SergioBenitez/version_check',
    commit: '2aecb2a3eb4ea0c30f1f13e98f1ab9fa1b4c8dee',
    language: 'Rust',
    check: 'cargo test',
    hunks: {
      path: 'src/date.rs',
      lines: [
        ['(u16, u8, u8)', '(u8, u8, u8)'],
        ['(y as u16, ', '(y as u8, '],
        ['{}-{:02}-{:02}', '{}-{}-{}'],
      ],
    },
    agent: 'claude',
  },
  // Its own `mvn test` needs Maven Central. This check needs what Debian installs with `apt-get install default-jdk-headless junit5`.
  {
    name: 'jsemver',
    git: 'zafarkhaja/jsemver',
    commit: '661489630a6d21e15eb52e154410c589669e62c8',
    language: 'Java, JUnit 5',
    check: junitCheck,
    broken: ['src/main/java/com/github/zafarkhaja/semver/Version.java'],
    agent: 'codex',
  },
];
