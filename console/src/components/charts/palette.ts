import type { ThemeMode } from '../../lib/theme-mode.ts'

/**
 * Colours of series, distinguishable on the background of their theme; the n-th has the same hue in both. Red is
 * reserved for errors.
 */
export const seriesColors: Record<ThemeMode, readonly string[]> = {
  light: [
    '#0f766e',
    '#2563eb',
    '#d97706',
    '#7c3aed',
    '#db2777',
    '#65a30d',
    '#0891b2',
    '#c026d3',
    '#92400e',
    '#4338ca',
    '#15803d',
    '#0284c7',
  ],
  dark: [
    '#2dd4bf',
    '#60a5fa',
    '#fbbf24',
    '#a78bfa',
    '#f472b6',
    '#a3e635',
    '#22d3ee',
    '#e879f9',
    '#d6a46c',
    '#818cf8',
    '#4ade80',
    '#38bdf8',
  ],
}
/** For the sum of all other series. */
export const otherColor: Record<ThemeMode, string> = { light: '#94a3b8', dark: '#64748b' }
