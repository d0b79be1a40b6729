import type { FoundPrompt } from '../../../app/read-prompt.ts';
import type { Section } from '../../../core/prompt/sections.ts';
import { estimateTokens } from '../../../core/text/tokens.ts';

export function promptJson(loop: string, prompt: FoundPrompt): string {
  return `${JSON.stringify({ loop, ...prompt, tokens: estimateTokens(prompt.text) }, null, 2)}\n`;
}

/** The token count of each part of a prompt. */
export function promptCosts({ iteration, sent, text, sections }: FoundPrompt): string {
  const rows = sections ?? [];
  const total = { name: 'all', chars: [...text].length, tokens: estimateTokens(text) };
  const width = Math.max(...[...rows, total].map(({ name }) => name.length));
  const line = ({ name, chars, tokens }: Section) =>
    `  ${name.padEnd(width)}  ${String(tokens).padStart(6)} tokens  ${String(chars).padStart(7)} characters\n`;
  const unknown = sections === null ? '  parts unknown: another version of jumar built this prompt\n' : '';
  return `iteration ${iteration} ${sent ? 'was' : 'would be'} sent (tokens are estimated):\n${[...rows, total].map(line).join('')}${unknown}`;
}
