type Child = Node | string;

/** Creates an element. Strings become text nodes, never markup. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, string> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

/** A list of choices and its label. */
export function choice(name: string, options: readonly [value: string, text: string][], chosen: string) {
  const id = `choice-${name.toLowerCase()}`;
  const list = element('select', { id }, ...options.map(([value, text]) => element('option', { value }, text)));
  list.value = chosen;
  return { list, label: element('label', { for: id }, name) };
}
