import type { ThemeMode } from '../../lib/theme-mode.ts'

/** Colours of series, told apart on the surface of their theme; the n-th is the same hue in both. */
export const seriesColors: Record<ThemeMode, readonly string[]> = {
  light: [
    ...['#0f766e', '#2563eb', '#d97706', '#7c3aed', '#e11d48', '#65a30d'],
    ...['#0891b2', '#c026d3', '#ea580c', '#4f46e5', '#059669', '#92400e'],
  ],
  dark: [
    ...['#2dd4bf', '#60a5fa', '#fbbf24', '#a78bfa', '#fb7185', '#a3e635'],
    ...['#22d3ee', '#e879f9', '#fb923c', '#818cf8', '#34d399', '#d6a46c'],
  ],
}
/** What is not told one by one. */
export const otherColor: Record<ThemeMode, string> = { light: '#94a3b8', dark: '#64748b' }
