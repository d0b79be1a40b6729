import { escapeXml } from '../xml.ts';

/** Markup that is safe to put into a page. Only `html` and `raw` create it. */
export interface Markup {
  readonly markup: string;
}

type Value = Markup | string | number | null | undefined | false | readonly Value[];

/** A template that escapes its values unless they are markup. */
export function html(strings: TemplateStringsArray, ...values: Value[]): Markup {
  return { markup: strings.reduce((text, part, index) => `${text}${render(values[index - 1])}${part}`) };
}

/** Trusted markup: a style sheet, a script. */
export const raw = (markup: string): Markup => ({ markup });

function render(value: Value): string {
  if (value === null || value === undefined || value === false) return '';
  if (typeof value === 'string') return escapeXml(value);
  if (typeof value === 'number') return String(value);
  if ('markup' in value) return value.markup;
  return value.map(render).join('');
}

/**
 * A table with headings; the first cell of a row is its heading. Wide tables can be scrolled by keyboard; on a narrow page
 * each row is a list of labelled cells.
 */
export function table(caption: string, head: readonly string[], rows: readonly (readonly Value[])[]): Markup {
  return html`<div class="scroll" tabindex="0" role="group" aria-label="${caption}"><table class="rows">
<caption>${caption}</caption>
<thead><tr>${head.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>${rows.map(
    ([
      first,
      ...cells
    ]) => html`<tr><th scope="row">${first}</th>${cells.map((cell, index) => html`<td data-label="${head[index + 1]}"><div>${cell}</div></td>`)}</tr>
`,
  )}</tbody></table></div>`;
}
