/** Areas of the settings. The console keeps the texts of each in a locale file of its own. */
export const optionAreas = ['operation', 'prices', 'ratelimit', 'models', 'system', 'other'] as const
export type OptionArea = (typeof optionAreas)[number]

export const isOptionArea = (name: string): name is OptionArea =>
  (optionAreas as readonly string[]).includes(name)
