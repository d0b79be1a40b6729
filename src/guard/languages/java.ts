import type { Assertion, Directive, Handler, Skip, Tampering, TestCase } from '../model.ts';
import {
  ancestor,
  child,
  excerpt,
  field,
  flat,
  lineOf,
  named,
  type SyntaxNode,
  textOf,
  tokensOf,
  walk,
} from '../tree.ts';
import { type AssertionParts, assertion, broadErrors, claim, literalsIn, throwsKind } from './assertion.ts';
import { type Dialect, type FunctionAt, gravest } from './dialect.ts';
import { markReach } from './reach.ts';
import { hasFallback, swallowing } from './swallow.ts';

export const java: Dialect = {
  language: 'java',
  isTestPath: (path) =>
    /(^|\/)(test|tests|integrationTest|it)\//.test(path) ||
    /(Tests?|TestCase|IT|Spec)\.java$/.test(path) ||
    /(^|\/)Test[A-Z]\w*\.java$/.test(path),
  tests,
  functionAt,
  conditional(node) {
    if (node.type !== 'if_statement') return null;
    const condition = field(node, 'condition');
    const then = field(node, 'consequence');
    return condition && then ? { condition, then, otherwise: field(node, 'alternative') } : null;
  },
  raises: (statement) => statement.type === 'throw_statement',
  returned: (statement) => (statement.type === 'return_statement' ? (named(statement)[0] ?? null) : null),
  handlerAt,
  dropAt: () => null,
  annotations,
  tampering,
};

const marks = (node: SyntaxNode | null): SyntaxNode[] =>
  (child(node, 'modifiers')?.children ?? []).filter((one) => /annotation$/.test(one.type));
const markName = (node: SyntaxNode): string => textOf(field(node, 'name')).split('.').at(-1)!;

function tests(root: SyntaxNode, path: string): TestCase[] {
  const found: TestCase[] = [];
  const visit = (node: SyntaxNode, suite: string[], skip: Skip | null, legacy: boolean): void => {
    if (/^(class_declaration|record_declaration|interface_declaration|enum_declaration)$/.test(node.type)) {
      const own = gravest([skipOf(marks(node)), setupSkip(node)]);
      const isLegacy = /extends\s+\w*TestCase\b/.test(textOf(field(node, 'superclass'))) || legacy;
      for (const one of node.children)
        visit(one, [...suite, textOf(field(node, 'name'))], gravest([own, skip]), isLegacy);
      return;
    }
    if (node.type === 'method_declaration') {
      const test = methodCase(node, suite, skip, legacy, path);
      if (test) found.push(test);
    }
    for (const one of node.children) visit(one, suite, skip, legacy);
  };
  visit(root, [], null, false);
  return found;
}

function methodCase(
  node: SyntaxNode,
  suite: string[],
  skip: Skip | null,
  legacy: boolean,
  path: string,
): TestCase | null {
  const body = field(node, 'body');
  const name = textOf(field(node, 'name'));
  if (!body) return null;
  const given = marks(node);
  const mark = given.find((one) =>
    /^(Test|ParameterizedTest|RepeatedTest|TestFactory|TestTemplate|Theory|Property)$/.test(markName(one)),
  );
  const isTest = mark !== undefined || (legacy && /^test/.test(name) && /\bvoid\b/.test(textOf(field(node, 'type'))));
  if (!isTest && !java.isTestPath(path)) return null;
  const test: TestCase = {
    name,
    suite,
    line: lineOf(node),
    start: node.start,
    end: node.end,
    skip: null,
    skipScope: 'own',
    only: false,
    rows: rowsIn(given),
    assertions: [],
    tokens: tokensOf(body),
    excerpt: excerpt(node),
    helper: !isTest,
    calls: new Set(),
    literals: literalsIn(node),
    mocks: 0,
  };
  fill(test, body);
  if (!isTest) return test.assertions.length > 0 ? test : null;
  const own = gravest([skipOf(given), bodySkip(body)]);
  test.skip = gravest([own, skip]);
  test.skipScope = own ? 'own' : 'suite';
  const expected = mark && /expected(?:Exceptions)? = ([\w. ]+?)(?: ,| \)|$)/.exec(flat(mark))?.[1];
  if (mark && expected)
    test.assertions.push(assertion(mark, { kind: throwsKind(expected, false), subject: '@Test(expected)', expected }));
  return test;
}

const skipOf = (given: SyntaxNode[]): Skip | null => gravest(given.map((one) => skipMark([one])));

function skipMark(given: SyntaxNode[]): Skip | null {
  for (const mark of given) {
    const name = markName(mark);
    const text = textOf(mark).slice(0, 160);
    if (/^(Disabled|Ignore)$/.test(name)) return { kind: 'skip', text };
    if (
      /^(Disabled|Enabled)(If|On|For|In)\w*$/.test(name) ||
      /^(IfProfileValue|EnabledIf\w*|DisabledIf\w*)$/.test(name)
    )
      return { kind: 'conditional', text };
    if (/^Testcontainers$/.test(name) && /disabledWithoutDocker = true/.test(flat(mark)))
      return { kind: 'conditional', text };
    if (name === 'Test' && /enabled = false/.test(flat(mark))) return { kind: 'skip', text };
  }
  return null;
}

const assume = /^(Assume \. |Assumptions \. )?assum(e\w*|ing\w*)$/;

function bodySkip(body: SyntaxNode): Skip | null {
  let found: Skip | null = null;
  walk(body, (node) => {
    if (found || node.type !== 'method_invocation') return !found;
    const callee = calleeOf(node);
    if (assume.test(callee)) {
      const always = /\( false ?[,)]/.test(flat(field(node, 'arguments')));
      found = { kind: always ? 'skip' : 'conditional', text: textOf(node).slice(0, 160) };
    }
    return true;
  });
  if (!found) {
    walk(body, (node) => {
      if (node.type === 'throw_statement' && /SkipException|TestAbortedException|AssumptionViolated/.test(textOf(node)))
        found = { kind: 'skip', text: textOf(node).slice(0, 160) };
    });
  }
  return found;
}

/** An assumption in a class-wide set-up method holds back all of its tests. */
function setupSkip(node: SyntaxNode): Skip | null {
  for (const method of named(field(node, 'body') ?? node)) {
    if (method.type !== 'method_declaration' || !marks(method).some((mark) => /^Before/.test(markName(mark)))) continue;
    const body = field(method, 'body');
    const found = body && bodySkip(body);
    if (found) return found;
  }
  return null;
}

function rowsIn(given: SyntaxNode[]): string[] {
  const rows: string[] = [];
  for (const mark of given) {
    if (!/^(ValueSource|CsvSource|EnumSource|CsvFileSource|DataProvider|Parameters|MethodSource)$/.test(markName(mark)))
      continue;
    walk(mark, (node) => {
      if (node.type !== 'element_value_array_initializer') return true;
      rows.push(...named(node).map(flat));
      return false;
    });
  }
  return rows;
}

function fill(test: TestCase, body: SyntaxNode): void {
  walk(body, (node) => {
    if (node.type === 'method_invocation') {
      test.calls.add(textOf(field(node, 'name')));
      if (/^(mock|spy|when|doReturn|given)$/.test(textOf(field(node, 'name')))) test.mocks++;
    }
    for (const one of assertionsAt(node)) {
      markReach(one, node, body, handlerAt);
      test.assertions.push(one);
    }
  });
}

const calleeOf = (node: SyntaxNode): string => {
  const object = field(node, 'object');
  const name = textOf(field(node, 'name'));
  return object ? `${flat(object)} . ${name}` : name;
};

const chainKinds: [RegExp, string][] = [
  [
    /^(isEqualTo|isSameAs|isEqualToComparingFieldByField|containsExactly\w*|hasToString|isSameInstanceAs|isTrue|isFalse|isZero|isOne|isEqualByComparingTo|containsExactlyElementsOf|hasMessage|hasSameElementsAs|isPresentAnd\w*|hasValue)$/,
    'equal',
  ],
  [/^(isNull|isEmpty|isNullOrEmpty)$/, 'null'],
  [
    /^(contains|containsOnly|containsAll\w*|containsAnyOf|containsAtLeast\w*|containsKey|containsEntry|hasMessageContaining|isIn|anyMatch|allMatch|extracting|containsString|startsWith|endsWith|hasMessageThat|containsSequence|isSubsetOf)$/,
    'contains',
  ],
  [/^(matches|containsPattern|hasMessageMatching)$/, 'matches'],
  [/^(hasSize|hasLength|hasSameSizeAs)$/, 'length'],
  [/^(isInstanceOf|isExactlyInstanceOf|isInstanceOfAny)$/, 'type'],
  [/^(isGreaterThan\w*|isLessThan\w*|isBetween|isPositive|isNegative|isAtLeast|isAtMost|isAfter|isBefore)$/, 'compare'],
  [/^(isCloseTo|isWithin|isCloseEnough)$/, 'approx'],
  [/^(isNotNull|isNotEmpty|isPresent|isNotBlank|exists)$/, 'defined'],
  [/^(isNotEqualTo|isNotSameAs|isNotIn|isNotZero)$/, 'not-equal'],
  [/^(doesNotContain\w*|doesNotHave\w*)$/, 'not-contains'],
  [/^(doesNotThrowAnyException)$/, 'no-throw'],
];

const junitKinds: [RegExp, string][] = [
  [/^(assertEquals|assertSame|assertArrayEquals|assertIterableEquals|assertLinesMatch)$/, 'equal'],
  [/^assertNull$/, 'null'],
  [/^(assertNotNull)$/, 'defined'],
  [/^(assertNotEquals|assertNotSame)$/, 'not-equal'],
  [/^(assertInstanceOf)$/, 'type'],
  [/^(assertDoesNotThrow)$/, 'no-throw'],
];

function assertionsAt(node: SyntaxNode): Assertion[] {
  if (node.type === 'assert_statement') return claim(named(node)[0] ?? null).map((parts) => assertion(node, parts));
  if (node.type !== 'method_invocation') return [];
  const name = textOf(field(node, 'name'));
  const args = named(field(node, 'arguments') ?? node);
  if (
    /^(assertThat|assertWithMessage|expectThat|assertThatCode|assertThatThrownBy|assertThatExceptionOfType|assertThatObject|then|thenThrownBy|that)$/.test(
      name,
    )
  )
    return chain(node, name, args);
  if (/^(assertThrows|assertThrowsExactly|expectThrows|assertThatIllegalArgumentException)$/.test(name)) {
    return [
      assertion(node, {
        kind: throwsKind(flat(args[0] ?? null), false),
        subject: args[1] ? flat(args[1]) : '',
        expected: flat(args[0] ?? null),
      }),
    ];
  }
  if (/^(assertTrue|assertFalse)$/.test(name)) {
    const tested = args.length > 1 && args[0] && /string/.test(args[0].type) ? args[1]! : (args[0] ?? null);
    return claim(tested, name === 'assertFalse').map((parts) => assertion(node, equalsCall(parts)));
  }
  const kind = junitKinds.find(([form]) => form.test(name))?.[1];
  if (kind) return [assertion(node, twoSided(kind, args))];
  if (name === 'fail') return [assertion(node, { kind: 'fail', subject: failPlace(node) })];
  if (name === 'verify' || /^verifyNo/.test(name)) {
    const call =
      node.parent?.type === 'method_invocation' && field(node.parent, 'object') === node ? node.parent : node;
    const loose = /\b(atLeast|atLeastOnce|atMost|any|anyString|anyInt|anyLong|anyList|anyMap) \(/.test(flat(call));
    return [
      assertion(call, { kind: loose ? 'called' : 'called-with', subject: flat(args[0] ?? null), expected: flat(call) }),
    ];
  }
  if (/^(andExpect|expectStatus|expectBody|andExpectAll|expectNext|expectComplete|expectError)$/.test(name)) {
    return [
      assertion(node, { kind: 'equal', subject: name, expected: args.map(flat).join(' , ') || 'called', strength: 4 }),
    ];
  }
  if (/^(assert|check|expect|verify)[A-Z]\w*$/.test(name) && !field(node, 'object'))
    return [assertion(node, { kind: 'custom', subject: args[0] ?? '', expected: args.slice(1).map(flat).join(' , ') })];
  return [];
}

/** Old JUnit puts a message first, new JUnit last; the value compared is what is no message. */
function twoSided(kind: string, args: SyntaxNode[]): AssertionParts {
  const sided = /equal$/.test(kind) && !/null|defined/.test(kind);
  if (!sided) {
    const value = args.length > 1 && /string/.test(args[0]!.type) ? args[1]! : (args[0] ?? '');
    if (kind === 'type') return { kind, subject: args[1] ?? '', expected: args[0] ?? '' };
    return { kind, subject: value, expected: kind === 'null' ? 'null' : '' };
  }
  const messageFirst =
    args.length >= 3 && /string_literal/.test(args[0]!.type) && !/string_literal|decimal|floating/.test(args[2]!.type);
  const given = messageFirst ? args.slice(1) : args;
  const delta =
    given[2] && /decimal|floating|identifier/.test(given[2].type)
      ? Number(flat(given[2]).replace(/[dfDF]$/, ''))
      : Number.NaN;
  return { kind, subject: given[1] ?? '', expected: given[0] ?? '', tolerance: Number.isNaN(delta) ? null : delta };
}

function equalsCall(parts: AssertionParts): AssertionParts {
  if (parts.kind !== 'predicate' || typeof parts.subject === 'string' || !parts.subject) return parts;
  const call = parts.subject;
  if (call.type !== 'method_invocation') return parts;
  if (textOf(field(call, 'name')) !== 'equals') return parts;
  return {
    kind: 'equal',
    subject: flat(field(call, 'object')),
    expected: named(field(call, 'arguments') ?? call)
      .map(flat)
      .join(' , '),
  };
}

function failPlace(node: SyntaxNode): string {
  const around = ancestor(node, (up) => /^(if_statement|try_statement|method_declaration|catch_clause)$/.test(up.type));
  if (around?.type === 'if_statement') return flat(field(around, 'condition'));
  if (around?.type === 'try_statement')
    return `${flat(field(around, 'body'))
      .replace(/fail \([^)]*\)/, '')
      .slice(0, 300)} ${around.children
      .filter((one) => one.type === 'catch_clause')
      .map((one) => flat(child(one, 'catch_formal_parameter')))
      .join(' ')}`;
  return flat(node);
}

/** `assertThat(x).isEqualTo(y).contains(z)`: every link of the chain is a claim; Hamcrest's two arguments are one. */
function chain(node: SyntaxNode, name: string, args: SyntaxNode[]): Assertion[] {
  if (name === 'then' && args.length !== 1) return [];
  if (name === 'that' && !/assertWithMessage|expect/.test(flat(field(node, 'object')))) return [];
  if (name === 'assertWithMessage') return [];
  const subject = args.find((_one, i) => !(i === 0 && args.length === 3)) ?? '';
  if (args.length >= 2 && name === 'assertThat') return [assertion(node, hamcrest(args))];
  const found: Assertion[] = [];
  let top = node;
  while (top.parent?.type === 'method_invocation' && field(top.parent, 'object') === top) {
    top = top.parent;
    const matcher = textOf(field(top, 'name'));
    const given = named(field(top, 'arguments') ?? top)
      .map(flat)
      .join(' , ');
    if (
      /^(as|describedAs|withFailMessage|overridingErrorMessage|usingRecursiveComparison|asList|asString|named|and|satisfies\w*)$/.test(
        matcher,
      ) &&
      !/^satisfies/.test(matcher)
    )
      continue;
    if (/Thrown|Exception|Code/.test(name)) {
      const kind = /Message/.test(matcher)
        ? 'throws-message'
        : /InstanceOf|isThrownBy|ofType/.test(matcher)
          ? throwsKind(given || flat(args[0] ?? null), false)
          : 'throws';
      found.push(assertion(top, { kind, subject, expected: given }));
      continue;
    }
    const kind = chainKinds.find(([form]) => form.test(matcher))?.[1] ?? 'custom';
    const expected =
      matcher === 'isTrue'
        ? 'true'
        : matcher === 'isFalse'
          ? 'false'
          : kind === 'null'
            ? 'null'
            : given || (kind === 'custom' ? matcher : '');
    found.push(assertion(top, { kind, subject, expected }));
  }
  return found.length > 0 ? found : [assertion(node, { kind: 'none', subject })];
}

function hamcrest(args: SyntaxNode[]): AssertionParts {
  const [subject, matcher] = args.length === 3 ? [args[1]!, args[2]!] : [args[0]!, args[1]!];
  const text = flat(matcher);
  const value = /\( (.*) \)$/.exec(text)?.[1] ?? '';
  if (/^(is|equalTo|sameInstance|CoreMatchers \. (is|equalTo)|Matchers \. (is|equalTo)) \(/.test(text))
    return {
      kind: /notNullValue/.test(text) ? 'defined' : /nullValue/.test(text) ? 'null' : 'equal',
      subject,
      expected: value.replace(/^(equalTo|is) \( (.*) \)$/, '$2'),
    };
  if (/notNullValue/.test(text)) return { kind: 'defined', subject };
  if (/^nullValue/.test(text)) return { kind: 'null', subject, expected: 'null' };
  if (/^(not) \(/.test(text)) return { kind: 'not-equal', subject, expected: value };
  if (/instanceOf/.test(text)) return { kind: 'type', subject, expected: value };
  return { kind: 'contains', subject, expected: text };
}

function functionAt(node: SyntaxNode): FunctionAt | null {
  if (node.type !== 'method_declaration' && node.type !== 'constructor_declaration') return null;
  const holder = ancestor(node, (up) => /^(class|interface|enum|record)_declaration$/.test(up.type));
  const modifiers = flat(child(node, 'modifiers'));
  const params = named(field(node, 'parameters') ?? node)
    .map((one) => flat(field(one, 'type')))
    .join(',');
  const isInterface = holder?.type === 'interface_declaration';
  const inherited = /@ Override\b/.test(modifiers) && field(holder, 'superclass') !== null;
  const exported = (/\b(public|protected)\b/.test(modifiers) || isInterface) && node.type === 'method_declaration';
  return {
    name: textOf(field(node, 'name')),
    owner: `${textOf(field(holder, 'name'))}(${params})`,
    body: field(node, 'body'),
    exported,
    abstract: field(node, 'body') === null,
    inherited,
  };
}

function handlerAt(node: SyntaxNode): Handler | null {
  if (node.type !== 'try_statement' && node.type !== 'try_with_resources_statement') return null;
  let worst: Handler | null = null;
  for (const clause of node.children) {
    if (clause.type !== 'catch_clause') continue;
    const parameter = child(clause, 'catch_formal_parameter');
    const caught = flat(child(parameter, 'catch_type'));
    const body = field(clause, 'body');
    const broad = caught.split(' | ').some((one) => broadErrors.test(one.replace(/ /g, '')));
    const swallows = swallowing(body ? named(body) : [], textOf(field(parameter, 'name')));
    const handler = {
      body: tokensOf(field(node, 'body')),
      swallows,
      broad,
      text: textOf(clause).slice(0, 200),
      line: lineOf(clause),
      caught,
      fallback: hasFallback(node, field(node, 'body')),
    };
    if (!worst || Number(swallows) + Number(broad) > Number(worst.swallows) + Number(worst.broad)) worst = handler;
  }
  return worst;
}

function annotations(root: SyntaxNode): Directive[] {
  const found: Directive[] = [];
  walk(root, (node) => {
    if (!/annotation$/.test(node.type)) return;
    const name = markName(node);
    const holder = node.parent?.parent;
    const whole =
      holder && /^(class|interface|enum|record)_declaration$/.test(holder.type) ? ('file' as const) : ('line' as const);
    const target = holder
      ? (textOf(holder)
          .slice(node.parent!.end - holder.start)
          .split('\n')
          .find((line) => line.trim())
          ?.replace(/\s+/g, '') ?? '')
      : '';
    const place = { scope: whole, text: textOf(node).slice(0, 160), line: lineOf(node), target };
    if (/^(SuppressWarnings|SuppressFBWarnings|SuppressLint|SneakyThrows)$/.test(name))
      found.push({
        kind: 'suppression',
        name: `@${name}`,
        rules: flat(field(node, 'arguments'))
          .replace(/[(){}]/g, '')
          .trim(),
        ...place,
      });
    if (
      /^(Generated|ExcludeFromJacocoGeneratedReport|ExcludeFromCodeCoverage|ExcludeGenerated|CoverageIgnore)$|ExcludeFromJacoco|JacocoGenerated/.test(
        name,
      )
    )
      found.push({ kind: 'coverage', name: 'coverage ignore', rules: '', ...place });
  });
  return found;
}

function tampering(root: SyntaxNode, path: string): Tampering[] {
  const found: Tampering[] = [];
  walk(root, (node) => {
    const place = { text: textOf(node).slice(0, 160), line: lineOf(node) };
    if (
      node.type === 'method_invocation' &&
      /^(System \. exit|Runtime \. getRuntime \( \) \. (halt|exit)) \( 0 \)$/.test(flat(node)) &&
      java.isTestPath(path)
    )
      found.push({ kind: 'exit', ...place });
    if (
      node.type === 'method_declaration' &&
      textOf(field(node, 'name')) === 'equals' &&
      /^\{ return true \}$/.test(flat(field(node, 'body')))
    )
      found.push({ kind: 'equality', ...place });
  });
  return found;
}
