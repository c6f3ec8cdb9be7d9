/** The placeholders of the texts that the reader's own values replace. */
const places = { site: 'https://gateway.example', key: 'sk-…', model: 'the-model' } as const

export interface ReaderValues {
  site: string
  /** As it is shown, or as it is copied; null = the placeholder stays. */
  key: string | null
  model: string | null
}

/** The text with the address of the site. */
export const fillSite = (text: string, site: string): string => text.replaceAll(places.site, () => site)

/** A text of code with the reader's key and a model that the key can call. */
export function fillIn(text: string, { site, key, model }: ReaderValues): string {
  const addressed = fillSite(text, site)
  const named = model === null ? addressed : addressed.replaceAll(places.model, () => model)
  return key === null ? named : named.replaceAll(places.key, () => key)
}

/** Whether the text has a placeholder for the reader's key or model. */
export const hasKey = (text: string): boolean => text.includes(places.key)
