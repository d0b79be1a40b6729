import { isBlocking } from '../types.ts';
import { placeOf, type Render } from './report.ts';

/** JUnit XML: a finding is a case, failed where it blocks. */
export const junit: Render = ({ findings, ms }) => {
  const failed = findings.filter(isBlocking).length;
  const cases = findings.map((finding) => {
    const { path, line } = placeOf(finding);
    const name = `${finding.pattern} ${path}:${line} (${finding.id})`;
    const body = isBlocking(finding)
      ? `<failure type="${escaped(finding.type)}" message="${escaped(finding.why)}">${escaped(`${finding.excerptBefore}\n→\n${finding.excerptAfter}\n${finding.fix}`)}</failure>`
      : `<system-out>${escaped(finding.why)}</system-out>`;
    return `    <testcase classname="jumar.${escaped(finding.type)}" name="${escaped(name)}" file="${escaped(path)}" line="${line}">${body}</testcase>`;
  });
  if (cases.length === 0) cases.push('    <testcase classname="jumar" name="no finding"/>');
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="jumar audit" tests="${cases.length}" failures="${failed}" time="${(ms / 1000).toFixed(3)}">`,
    `  <testsuite name="jumar audit" tests="${cases.length}" failures="${failed}" time="${(ms / 1000).toFixed(3)}">`,
    ...cases,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
};

const escaped = (text: string): string =>
  text
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
