import { memo, useLayoutEffect, useRef } from 'react';
import type { Markup } from '../../reports/html/markup.ts';

/** A part that the report has, too: its values were escaped where it was made. Drawn again only if it differs. */
export const Html = memo(Drawn, (before, after) => before.markup.markup === after.markup.markup);

function Drawn({ markup: { markup } }: { markup: Markup }) {
  const place = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const template = document.createElement('template');
    template.innerHTML = markup;
    place.current?.replaceChildren(template.content);
  }, [markup]);
  return <span className="html" ref={place} />;
}
