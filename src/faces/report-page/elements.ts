type Child = Node | string;

/** Makes an element. Text is only ever text: nothing of a report is read as markup here. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, string> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/** A list of choices and its label. */
export function choice(name: string, options: readonly [value: string, text: string][], chosen: string) {
  const id = `choice-${name.toLowerCase()}`;
  const list = element('select', { id }, ...options.map(([value, text]) => element('option', { value }, text)));
  list.value = chosen;
  return { list, label: element('label', { for: id }, name) };
}
