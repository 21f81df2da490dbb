/** Light, dark, or as the system has it. */
import { useEffect, useState } from 'react';

export const THEMES = ['system', 'light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

const KEPT = 'boreal.theme';

export function useTheme(): readonly [Theme, (theme: Theme) => void] {
  const [theme, choose] = useState<Theme>(keptTheme);
  useEffect(() => {
    localStorage.setItem(KEPT, theme);
    applyTheme(theme);
  }, [theme]);
  return [theme, choose];
}

/** Before anything is drawn, so that nothing flashes. */
export function applyTheme(theme: Theme = keptTheme()): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

function keptTheme(): Theme {
  const kept = localStorage.getItem(KEPT);
  return THEMES.find((theme) => theme === kept) ?? 'system';
}
