import { useEffect, useState } from 'react';

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
