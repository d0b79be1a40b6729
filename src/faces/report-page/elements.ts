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
export function choice(name: string, options: readonly Option[], chosen: string) {
  const id = `choice-${name.toLowerCase()}`;
  const list = element('select', { id });
  const set = (all: readonly Option[], value: string) => {
    // A list that is open must not close.
    if (list.options.length !== all.length)
      list.replaceChildren(...all.map(([one, text]) => element('option', { value: one }, text)));
    list.value = value;
  };
  set(options, chosen);
  return { list, label: element('label', { for: id }, name), set };
}

type Option = [value: string, text: string];
