import { ava } from './ava.ts';
import { bun } from './bun.ts';
import { cargo } from './cargo.ts';
import { dotnet } from './dotnet.ts';
import { go } from './go.ts';
import { gradle } from './gradle.ts';
import { jasmine } from './jasmine.ts';
import { jest } from './jest.ts';
import { maven } from './maven.ts';
import { mocha } from './mocha.ts';
import { nextest } from './nextest.ts';
import { nodeTest } from './node-test.ts';
import { phpunit } from './phpunit.ts';
import { playwright } from './playwright.ts';
import { pytest } from './pytest.ts';
import { rspec } from './rspec.ts';
import type { TestRunner } from './runner.ts';
import { tap } from './tap.ts';
import { unittest } from './unittest.ts';
import { uvu } from './uvu.ts';
import { vitest } from './vitest.ts';

/** All supported runners. To add one, create a file and list it here. */
export const testRunners: readonly TestRunner[] = [
  ava,
  bun,
  cargo,
  dotnet,
  go,
  gradle,
  jasmine,
  jest,
  maven,
  mocha,
  nextest,
  nodeTest,
  phpunit,
  playwright,
  pytest,
  rspec,
  tap,
  unittest,
  uvu,
  vitest,
];
