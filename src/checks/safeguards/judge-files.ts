import { basename } from 'node:path';

/** How a file is overlaid. Of a manifest only some parts judge; the agent may change the rest. */
export type OverlayKind = 'whole' | 'package-json' | 'sections' | 'cargo' | 'compiler';

/**
 * Whether a file takes part in judging, by its name: a test, test data, or configuration of a test runner. Null if not.
 * Covers the conventions of the languages that the guard knows and some more.
 */
export function judgingPart(path: string): OverlayKind | null {
  const name = basename(path);
  if (name === 'package.json') return 'package-json';
  if (name === 'Cargo.toml') return 'cargo';
  if (/^(?:pyproject\.toml|setup\.cfg)$/.test(name)) return 'sections';
  return setsUpTests(name) || runsTests(path) || isTest(path) ? 'whole' : null;
}

/** Whether it configures how the package manager, the interpreter or the compiler runs things. */
export function runsTests(path: string): boolean {
  return RUNNERS.test(basename(path)) || IN_FOLDER.test(path);
}

/** Whether it configures a test runner, or runs the tests itself. */
export function setsUpTests(name: string): boolean {
  return TEST_CONFIG.test(name);
}

const TEST_CONFIG =
  /^(?:(?:vitest|jest|karma|playwright|cypress|wdio|ava|mocha|nyc|c8|web-test-runner)\.(?:config|workspace|setup|conf)\.\w+|\.(?:mocharc|nycrc|c8rc|taprc|jasmine|rspec|coveragerc)(?:\.\w+)?|jasmine\.json|pytest\.ini|tox\.ini|noxfile\.py|conftest\.py|phpunit\.xml(?:\.dist)?|\.rspec|(?:GNU)?[Mm]akefile|[Jj]ustfile|Rakefile|Taskfile\.ya?ml)$/;

const RUNNERS =
  /^(?:\.npmrc|\.yarnrc(?:\.yml)?|\.pnpmfile\.c?js|\.pnp\.c?js|bunfig\.toml|node\.config\.json|(?:site|user)customize\.py|(?:babel|swc)\.config\.\w+|\.(?:babel|swc)rc(?:\.\w+)?|jest-preset\.\w+|\.runsettings|\.rspec-local)$/;
/** Files that are read from a dedicated folder. */
const IN_FOLDER = /(?:^|\/)(?:\.cargo\/config(?:\.toml)?|\.mvn\/[^/]+|\.config\/nextest\.toml|\.bundle\/config)$/;

/** A test, or test data. */
export function isTest(path: string): boolean {
  const name = basename(path);
  return (
    /[._-](?:test|tests|spec|e2e)\.\w+$/i.test(name) ||
    /^test_.*\.py$|_test\.(?:py|go|rb|exs|dart|c|cc|cpp)$|_spec\.rb$/.test(name) ||
    /(?:Test|Tests|IT|Spec)\.(?:java|kt|scala|groovy|cs|php|swift)$/.test(name) ||
    /\.(?:snap|shot)$/.test(name) ||
    /(?:^|\/)(?:tests?|__tests__|__snapshots__|specs?|e2e|testdata|test-data|fixtures|__fixtures__)\//.test(path)
  );
}
