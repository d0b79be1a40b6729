import { isBlocking } from '../../../app/audit.ts';
import { escapeXml } from '../xml.ts';
import { placeOf, type Render } from './report.ts';

/** JUnit XML: each finding is a case that fails if it blocks. */
export const junit: Render = ({ findings, ms }) => {
  const failed = findings.filter(isBlocking).length;
  const cases = findings.map((finding) => {
    const { path, line } = placeOf(finding);
    const name = `${finding.pattern} ${path}:${line} (${finding.id})`;
    const body = isBlocking(finding)
      ? `<failure type="${escapeXml(finding.type)}" message="${escapeXml(finding.why)}">${escapeXml(`${finding.excerptBefore}\n→\n${finding.excerptAfter}\n${finding.fix}`)}</failure>`
      : `<system-out>${escapeXml(finding.why)}</system-out>`;
    return `    <testcase classname="jumar.${escapeXml(finding.type)}" name="${escapeXml(name)}" file="${escapeXml(path)}" line="${line}">${body}</testcase>`;
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
