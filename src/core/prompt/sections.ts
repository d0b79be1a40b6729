import { estimateTokens } from '../text/tokens.ts';
import type { PromptContext } from './prompt.ts';
import { renderOrFallBack, renderPrompt } from './render.ts';

export interface Section {
  /** The variable whose text it is; `template` for the words around them. */
  name: string;
  chars: number;
  tokens: number;
}

const OPEN = '\u0001';
const CLOSE = '\u0002';

/** A prompt with how much of it each variable takes: every value is marked, and the marks are counted and taken out again. */
export async function renderSections(
  template: string | null,
  context: PromptContext,
): Promise<{ text: string; sections: Section[] }> {
  const { text, used } = await renderOrFallBack(template, context);
  const marked = await renderPrompt(used, markedContext(context));
  const parts = new Map<string, string>();
  const outside = marked.replace(
    new RegExp(`${OPEN}([^${OPEN}${CLOSE}]+)${OPEN}([^${CLOSE}]*)${CLOSE}`, 'g'),
    (_, name: string, value: string) => {
      parts.set(name, (parts.get(name) ?? '') + value);
      return '';
    },
  );
  const sections = [['template', outside] as const, ...parts].map(([name, part]) => ({
    name,
    chars: [...part].length,
    tokens: estimateTokens(part),
  }));
  return { text, sections: sections.sort((a, b) => b.tokens - a.tokens) };
}

/** Empty ones stay empty, so that `{{#if}}` decides as it does for the real prompt. */
function markedContext({ variables, ...context }: PromptContext): PromptContext {
  const mark = (name: string, value: unknown) =>
    typeof value === 'string' && value !== '' ? `${OPEN}${name}${OPEN}${value}${CLOSE}` : value;
  const marked = (values: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, mark(name, value)]));
  return { ...marked(context), variables: marked(variables) } as unknown as PromptContext;
}
