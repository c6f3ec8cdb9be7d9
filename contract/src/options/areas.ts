/** Areas of the settings. The console has a locale file for each. */
export const optionAreas = ['operation', 'prices', 'ratelimit', 'models', 'system', 'other'] as const
export type OptionArea = (typeof optionAreas)[number]
