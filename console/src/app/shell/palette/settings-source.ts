import type { RegisteredRouter } from '@tanstack/react-router'

type LoadSettings = RegisteredRouter['options']['context']['loadSettings']

let load: LoadSettings | null = null

/** Says how the list of settings is loaded: the quick navigation searches it without importing the page. */
export function provideSettings(source: LoadSettings): void {
  load = source
}

/** Guests, who have no settings, run without a source. */
export const loadSettings: LoadSettings = async (language) => {
  if (load === null) throw new Error('no settings for guests')
  return await load(language)
}
