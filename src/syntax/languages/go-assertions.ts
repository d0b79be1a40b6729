import type { Assertion } from '../model.ts';
import { ancestor, field, flat, named, type SyntaxNode } from '../tree.ts';
import { assertion, claim } from './assertion.ts';

const testify: [RegExp, string][] = [
  [
    /^(Equal|Equalf|EqualValues|EqualValuesf|Exactly|JSONEq|YAMLEq|EqualError|EqualErrorf|Equals|DeepEqual|Same|ElementsMatch|EqualExportedValues|JSONEqf)$/,
    'equal',
  ],
  [/^(Nil|Nilf|Empty|Emptyf|Zero)$/, 'null'],
  [/^(Len|Lenf)$/, 'length'],
  [/^(Contains|Containsf|Subset|ErrorContains|ErrorContainsf)$/, 'contains'],
  [/^(NotContains|NotSubset|NotRegexp)$/, 'not-contains'],
  [/^(Regexp|Regexpf)$/, 'matches'],
  [/^(InDelta|InEpsilon|WithinDuration|InDeltaSlice|InDeltaf)$/, 'approx'],
  [/^(ErrorIs|ErrorIsf|ErrorAs|ErrorAsf|PanicsWithValue|PanicsWithError)$/, 'throws-type'],
  [/^(Error|Errorf|Panics|Panicsf|HasError)$/, 'throws'],
  [/^(NoError|NoErrorf|NilError|NotPanics)$/, 'no-error'],
  [/^(NotNil|NotNilf|NotEmpty|NotEmptyf|NotZero)$/, 'defined'],
  [/^(NotEqual|NotEqualf|NotSame|NotEqualValues)$/, 'not-equal'],
  [/^(Greater|GreaterOrEqual|Less|LessOrEqual|Positive|Negative)$/, 'compare'],
  [/^(IsType|Implements|Type)$/, 'type'],
  [/^(AssertCalled|AssertExpectations)$/, 'called'],
  [/^(AssertNumberOfCalls)$/, 'called-times'],
];

export function assertionsAt(node: SyntaxNode): Assertion[] {
  if (node.type !== 'call_expression') return [];
  const callee = flat(field(node, 'function'));
  const match = /^(\w+) \. (\w+)$/.exec(callee);
  const args = named(field(node, 'arguments') ?? node);
  if (match) {
    const [, base = '', name = ''] = match;
    if (
      /^(t|tb|b|f|tt|st|T|c|s|test|testing|tc)$/.test(base) &&
      /^(Error|Errorf|Fatal|Fatalf|Fail|FailNow)$/.test(name)
    )
      return failing(node);
    const kind = testify.find(([form]) => form.test(name))?.[1];
    if (
      /^(assert\w*|require\w*|is|qt|check\w*|must|td|a|r|req|suite|s|should|expect)$/.test(base) &&
      (kind || /^(True|False|Truef|Falsef|Condition|Eventually|Fail|FailNow|Assert|Check)$/.test(name))
    ) {
      const values =
        args[0] && /^(t|tb|b|f|tt|st|T|c|s \. T \( \)|suite \. T \( \))$/.test(flat(args[0])) ? args.slice(1) : args;
      if (/^(True|Truef|Assert|Check)$/.test(name))
        return claim(values[0] ?? null).map((parts) => assertion(node, parts));
      if (/^(False|Falsef)$/.test(name)) return claim(values[0] ?? null, true).map((parts) => assertion(node, parts));
      if (/^Fail/.test(name)) return failing(node);
      if (kind === 'equal') return [assertion(node, { kind, subject: values[1] ?? '', expected: values[0] ?? '' })];
      if (kind === 'not-equal') return [assertion(node, { kind, subject: values[1] ?? '', expected: values[0] ?? '' })];
      if (kind === 'approx')
        return [
          assertion(node, {
            kind,
            subject: values[1] ?? '',
            expected: values[0] ?? '',
            tolerance: Number(flat(values[2] ?? null)) || null,
          }),
        ];
      const isError = /^(err|\w+Err)$/.test(flat(values[0] ?? null));
      if (isError && /^(null|defined)$/.test(kind ?? ''))
        return [assertion(node, { kind: kind === 'null' ? 'no-error' : 'throws', subject: values[0] ?? '' })];
      if (kind === 'null') return [assertion(node, { kind, subject: values[0] ?? '', expected: 'nil' })];
      return [
        assertion(node, {
          kind: kind ?? 'custom',
          subject: values[0] ?? '',
          expected: values.slice(1, 2).map(flat).join(' '),
        }),
      ];
    }
  }
  if (/(^| )Expect \(/.test(callee) && /\. (To|NotTo|ToNot|Should|ShouldNot)$/.test(callee)) {
    const subject = /Expect \( (.*) \) \. \w+$/.exec(callee)?.[1] ?? callee;
    const matcher = flat(args[0] ?? null);
    const weak = /^(gomega \. )?(BeNil|Not \( BeNil|BeTrue|HaveOccurred)/.test(matcher);
    return [assertion(node, { kind: weak ? 'defined' : 'equal', subject, expected: matcher })];
  }
  if (/^(\w+ \. )?(assert|require|check|expect|verify)[A-Z]\w*$/.test(callee)) {
    return [assertion(node, { kind: 'custom', subject: args.slice(1).map(flat).join(' , ') })];
  }
  return [];
}

/** `if got != want { t.Errorf(…) }` asserts that they are equal. */
function failing(node: SyntaxNode): Assertion[] {
  const around = ancestor(node, (up) =>
    /^(if_statement|func_literal|function_declaration|method_declaration|expression_case|default_case)$/.test(up.type),
  );
  if (around?.type !== 'if_statement') return [assertion(node, { kind: 'fail', subject: flat(node) })];
  const alternative = field(around, 'alternative');
  const inElse = alternative !== null && node.start >= alternative.start;
  const condition = field(around, 'condition');
  const text = flat(condition);
  if (!inElse && /^err != nil$/.test(text))
    return [assertion(around, { kind: 'no-error', subject: errSubject(around) })];
  if (!inElse && /^err == nil$/.test(text)) return [assertion(around, { kind: 'throws', subject: errSubject(around) })];
  return claim(condition, !inElse).map((parts) =>
    assertion(around, {
      ...parts,
      strength: parts.kind === 'truthy' || parts.kind === 'falsy' ? 4 : undefined,
    } as typeof parts),
  );
}

function errSubject(around: SyntaxNode): string {
  return flat(field(around, 'initializer')) || 'err';
}
