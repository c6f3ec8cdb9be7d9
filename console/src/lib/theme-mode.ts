import { useSyncExternalStore } from 'react'
import { readText, writeText } from './storage.ts'

export type ThemeMode = 'light' | 'dark'

const listeners = new Set<() => void>()

/** The chosen theme, otherwise the system's. `public/theme-start.js` decides the same before the first paint. */
export function themeMode(): ThemeMode {
  const stored = readText('theme-mode')
  if (stored === 'dark' || stored === 'light') return stored
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}

/** Sets the user's choice, which then overrides the system's. */
export function setThemeMode(mode: ThemeMode): void {
  writeText('theme-mode', mode)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  const system = matchMedia('(prefers-color-scheme: dark)')
  system.addEventListener('change', listener)
  return () => {
    listeners.delete(listener)
    system.removeEventListener('change', listener)
  }
}

export const useThemeMode = (): ThemeMode => useSyncExternalStore(subscribe, themeMode)
