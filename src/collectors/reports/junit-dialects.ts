import type { XmlElement } from './xml.ts';

export interface JunitPlace {
  file: string | null;
  suite: string[];
  name: string;
}

/** How one writer of JUnit XML says where a test stands. */
export interface JunitDialect {
  runner: string;
  /** Null where the element stands for a file and not for a test: one that could not be loaded, or that holds none. */
  place(testcase: XmlElement, failure: string | null): JunitPlace | null;
}

/** Told by what the first suite (or a test without one) and the elements around it look like. */
export function dialectOf(element: XmlElement): JunitDialect {
  const root = rootOf(element);
  const [title, suite] = [root.attributes.name ?? '', element.attributes.name ?? ''];
  if (title === 'vitest tests') return titled('vitest', ' > ');
  if (title === 'pytest tests' || suite === 'pytest') return pytest;
  if (title === 'bun test') return nested('bun');
  if (title === 'jest tests') return classed('jest');
  if (title === 'nextest-run' || /^nextest/.test(title)) return classed('nextest');
  if (suite === 'Mocha Tests' || title === 'Mocha Tests') return classed('mocha');
  if (suite === 'rspec') return named('rspec');
  if ('xsi:noNamespaceSchemaLocation' in element.attributes) return classed('maven');
  if ('disabled' in element.attributes && 'hostname' in element.attributes) return nested('node:test');
  if (root.name === 'testsuites' && 'id' in root.attributes && title === '' && 'hostname' in element.attributes) {
    return titled('playwright', ' › ');
  }
  if ('assertions' in element.attributes && 'warnings' in element.attributes) return classed('phpunit');
  if (element.attributes.classname === 'test') return nested('node:test');
  if (element === root && 'hostname' in element.attributes && 'timestamp' in element.attributes)
    return classed('gradle');
  return classed('junit');
}

/** The file is the suite's name, the suites and the test are one title. */
function titled(runner: string, separator: string): JunitDialect {
  return {
    runner,
    place({ attributes }, failure) {
      const file = attributes.classname ?? '';
      if (attributes.name === file && failure !== null) return null;
      const path = (attributes.name ?? '').split(separator);
      return { file, suite: path.slice(0, -1), name: path.at(-1) ?? '' };
    },
  };
}

/** The suites are elements inside one another; the one that bears the file's name is no suite. */
function nested(runner: string): JunitDialect {
  return {
    runner,
    place(testcase) {
      const suites = suitesAround(testcase);
      const file =
        testcase.attributes.file ?? suites.findLast(({ attributes }) => attributes.file)?.attributes.file ?? null;
      const name = decoded(testcase.attributes.name ?? '');
      if (runner === 'node:test' && suites.length === 0 && /^\/.*\.[cm]?[jt]sx?$/.test(name)) {
        return null;
      }
      const titles = suites.map(({ attributes }) => decoded(attributes.name ?? '')).filter((title) => title !== file);
      return { file, suite: titles, name };
    },
  };
}

/** The suite is the class. */
function classed(runner: string): JunitDialect {
  return {
    runner,
    place(testcase) {
      const { classname, file, name = '' } = testcase.attributes;
      const suites = suitesAround(testcase);
      const own = suites.findLast(({ attributes }) => attributes.file)?.attributes.file;
      const suite = classname ? [classname] : suites.map(({ attributes }) => attributes.name ?? '');
      return { file: file ?? own ?? null, suite, name };
    },
  };
}

/** The test's name says it all. */
function named(runner: string): JunitDialect {
  return {
    runner,
    place: ({ attributes }) => ({ file: attributes.file ?? null, suite: [], name: attributes.name ?? '' }),
  };
}

/** `classname` is the module's dotted path and the classes inside; only xunit1 names the file. */
const pytest: JunitDialect = {
  runner: 'pytest',
  place({ attributes: { classname = '', name = '', file } }, failure) {
    if (classname === '' && failure !== null) return null;
    const path = classname.split('.');
    const firstClass = path.findIndex((part) => /^[A-Z]/.test(part));
    const length = file ? file.replace(/\.py$/, '').split('/').length : firstClass === -1 ? path.length : firstClass;
    return { file: file ?? `${path.slice(0, length).join('/')}.py`, suite: path.slice(length), name };
  },
};

function suitesAround(element: XmlElement): XmlElement[] {
  const suites: XmlElement[] = [];
  for (let around = element.parent; around; around = around.parent)
    if (around.name === 'testsuite') suites.unshift(around);
  return suites;
}

function rootOf(element: XmlElement): XmlElement {
  let root = element;
  while (root.parent) root = root.parent;
  return root;
}

/** Node's reporter escapes twice. */
function decoded(title: string): string {
  return title
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}
