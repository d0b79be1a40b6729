import type { XmlElement } from './xml.ts';

export interface JunitPlace {
  file: string | null;
  suite: string[];
  name: string;
}

/** How one writer of JUnit XML describes the location of a test. */
export interface JunitDialect {
  runner: string;
  /** Null if the element represents a file instead of a test: one that could not be loaded, or without tests. */
  place(testcase: XmlElement, failure: string | null): JunitPlace | null;
}

/** Detected from the first suite (or a test without one) and its parent elements. */
export function dialectOf(element: XmlElement): JunitDialect {
  const root = rootOf(element);
  const [title, suite] = [root.attributes.name ?? '', element.attributes.name ?? ''];
  if (title === 'vitest tests') return titleDialect('vitest', ' > ');
  if (title === 'pytest tests' || suite === 'pytest') return pytest;
  if (title === 'bun test') return nestedDialect('bun');
  if (title === 'jest tests') return classDialect('jest');
  if (title === 'nextest-run' || /^nextest/.test(title)) return classDialect('nextest');
  if (suite === 'Mocha Tests' || title === 'Mocha Tests') return classDialect('mocha');
  if (suite === 'rspec') return nameDialect('rspec');
  if ('xsi:noNamespaceSchemaLocation' in element.attributes) return classDialect('maven');
  if ('disabled' in element.attributes && 'hostname' in element.attributes) return nestedDialect('node:test');
  if (root.name === 'testsuites' && 'id' in root.attributes && title === '' && 'hostname' in element.attributes) {
    return titleDialect('playwright', ' › ');
  }
  if ('assertions' in element.attributes && 'warnings' in element.attributes) return classDialect('phpunit');
  if (element.attributes.classname === 'test') return nestedDialect('node:test');
  if (element === root && 'hostname' in element.attributes && 'timestamp' in element.attributes)
    return classDialect('gradle');
  return classDialect('junit');
}

/** The suite's name is the file; the suites and the test form one title. */
function titleDialect(runner: string, separator: string): JunitDialect {
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

/** Suites are nested elements; the one with the file's name is not a suite. */
function nestedDialect(runner: string): JunitDialect {
  return {
    runner,
    place(testcase) {
      const suites = suitesAround(testcase);
      const file =
        testcase.attributes.file ?? suites.findLast(({ attributes }) => attributes.file)?.attributes.file ?? null;
      const name = unescapeTitle(testcase.attributes.name ?? '');
      if (runner === 'node:test' && suites.length === 0 && /^\/.*\.[cm]?[jt]sx?$/.test(name)) {
        return null;
      }
      const titles = suites
        .map(({ attributes }) => unescapeTitle(attributes.name ?? ''))
        .filter((title) => title !== file);
      return { file, suite: titles, name };
    },
  };
}

/** The class is the suite. */
function classDialect(runner: string): JunitDialect {
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

/** There is only the test's name. */
function nameDialect(runner: string): JunitDialect {
  return {
    runner,
    place: ({ attributes }) => ({ file: attributes.file ?? null, suite: [], name: attributes.name ?? '' }),
  };
}

/** `classname` is the module's dotted path with its classes; only xunit1 names the file. */
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
  for (let ancestor = element.parent; ancestor; ancestor = ancestor.parent)
    if (ancestor.name === 'testsuite') suites.unshift(ancestor);
  return suites;
}

function rootOf(element: XmlElement): XmlElement {
  let root = element;
  while (root.parent) root = root.parent;
  return root;
}

/** Node's reporter escapes twice. */
function unescapeTitle(title: string): string {
  return title
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}
