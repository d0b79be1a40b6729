import { useEffect, useState, useSyncExternalStore } from 'react';

const THEMES = ['auto', 'light', 'dark'] as const;
type Theme = (typeof THEMES)[number];
const KEY = 'jumar-theme';

export function ThemeChoice() {
  const [theme, setTheme] = useState<Theme>(() => savedTheme());
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
    localStorage.setItem(KEY, theme);
  }, [theme]);
  return (
    <label>
      <span className="unseen">Colours</span>
      <select value={theme} onChange={(event) => setTheme(event.target.value as Theme)}>
        {THEMES.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </select>
    </label>
  );
}

function savedTheme(): Theme {
  const saved = localStorage.getItem(KEY);
  return THEMES.find((one) => one === saved) ?? 'auto';
}

/** What the colours depend on: changes whenever they do. */
export function useTheme(): string {
  return useSyncExternalStore(
    (changed) => {
      const dark = matchMedia('(prefers-color-scheme: dark)');
      const observer = new MutationObserver(changed);
      observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
      dark.addEventListener('change', changed);
      return () => {
        observer.disconnect();
        dark.removeEventListener('change', changed);
      };
    },
    () => `${document.documentElement.dataset.theme} ${matchMedia('(prefers-color-scheme: dark)').matches}`,
  );
}
