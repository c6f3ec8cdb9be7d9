import { isOneOf } from '../typed-keys.ts'

/** Areas of the settings. The console has a locale file for each. */
export const optionAreas = ['operation', 'prices', 'ratelimit', 'models', 'system', 'other'] as const
export type OptionArea = (typeof optionAreas)[number]

export const isOptionArea = (name: string): name is OptionArea => isOneOf(optionAreas, name)
