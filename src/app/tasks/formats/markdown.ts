import type { Draft } from './draft.ts';
import { readField } from './fields.ts';

interface Line {
  text: string;
  number: number;
  isCode: boolean;
}

/**
 * One checkbox a task, with its fields and what else is said of it in the indented lines below. A file without checkboxes: one
 * heading a task, with the text below it; headings that only hold others (a title, a section) are none.
 */
export function readMarkdown(text: string): Draft[] {
  const lines = linesOf(text);
  const boxes = lines.filter(({ text: line, isCode }) => !isCode && CHECKBOX.test(line));
  const indents = boxes.map(({ text: line }) => indentOf(line));
  return boxes.length > 0 ? byCheckbox(lines, Math.min(...indents)) : byHeading(lines);
}

const CHECKBOX = /^\s*(?:[-*+]|\d+[.)])\s+\[([ xX])\]\s+(\S.*)$/;
const HEADING = /^(#{1,6})\s+(\S.*?)\s*#*$/;
const ID = /^\**([A-Z][A-Z0-9]*-\d+)\**\s*[:.)–—-]?\s+(\S.*)$/;

function linesOf(text: string): Line[] {
  let fence: string | null = null;
  return text.split(/\r?\n/).map((line, index) => {
    const [, mark = ''] = /^\s*(```+|~~~+)/.exec(line) ?? [];
    const isFence = mark !== '';
    const isCode = fence !== null || isFence;
    if (isFence && fence === null) fence = mark;
    else if (isFence && fence !== null && line.trim().startsWith(fence)) fence = null;
    return { text: line, number: index + 1, isCode };
  });
}

function byCheckbox(lines: readonly Line[], indent: number): Draft[] {
  const drafts: Draft[] = [];
  let draft: Draft | null = null;
  for (const line of lines) {
    const [, tick = ' ', title = ''] = line.isCode ? [] : (CHECKBOX.exec(line.text) ?? []);
    if (title !== '' && indentOf(line.text) <= indent) {
      draft = { ...titled(title), isTicked: tick !== ' ', at: `line ${line.number}` };
      drafts.push(draft);
    } else if (line.text.trim() !== '' && indentOf(line.text) <= indent) draft = null;
    else if (draft) addLine(draft, line);
  }
  return drafts.map(finished);
}

function byHeading(lines: readonly Line[]): Draft[] {
  const headings = lines.flatMap((line, index) => {
    const [, marks = '', title = ''] = line.isCode ? [] : (HEADING.exec(line.text) ?? []);
    return title === '' ? [] : [{ level: marks.length, title, line, index }];
  });
  const levels = headings.map(({ level }) => level);
  const top = Math.min(...levels);
  const isTitle = levels.filter((level) => level === top).length === 1 && levels.some((level) => level > top);
  const level = isTitle ? Math.min(...levels.filter((one) => one > top)) : top;
  const own = headings.filter((heading) => heading.level === level);
  return own.map(({ title, line, index }, at) => {
    const draft: Draft = { ...titled(title), at: `line ${line.number}` };
    const end = headings.find((other) => other.index > index && other.level < level)?.index ?? lines.length;
    for (const below of lines.slice(index + 1, Math.min(end, own[at + 1]?.index ?? lines.length)))
      addLine(draft, below);
    return finished(draft);
  });
}

/** `US-001: Add a login page`, `**US-001** Add a login page`. */
function titled(text: string): Pick<Draft, 'title'> & { id?: string } {
  const [, id, title] = ID.exec(text) ?? [];
  return id !== undefined && title !== undefined ? { id, title } : { title: text.trim() };
}

function addLine(draft: Draft, { text, number, isCode }: Line): void {
  if (!isCode && readField(draft, text, `line ${number}`)) return;
  draft.body = `${draft.body ?? ''}${text}\n`;
}

/** Without the indentation that all lines share. */
function finished(draft: Draft): Draft {
  const lines = (draft.body ?? '').split('\n');
  const shared = Math.min(...lines.filter((line) => line.trim() !== '').map(indentOf));
  return {
    ...draft,
    body: lines
      .map((line) => line.slice(Number.isFinite(shared) ? shared : 0))
      .join('\n')
      .trim(),
  };
}

function indentOf(line: string): number {
  return /^\s*/.exec(line.replaceAll('\t', '    '))?.[0].length ?? 0;
}
