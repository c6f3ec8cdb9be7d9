import type { Texts } from '@sluice/contract/messages/catalogue'
import { isLanguage } from '@sluice/contract/messages/languages'
import type { Reader } from '@sluice/contract/messages/write-message'
import { optionAreas } from '@sluice/contract/options/areas'
import i18next from 'i18next'

/**
 * Any key stands for those that are built from data, which the compiler cannot check. `find` uses only existing ones.
 */
type AnyKey = 'field.code'

const find = (key: string, ns: 'errors'): string | undefined =>
  i18next.exists(key, { ns }) ? String(i18next.t(key as AnyKey, { ns })) : undefined

/**
 * The labels of options are in the texts of the settings, which are loaded where options are written. The cast: the
 * types of i18next allow only files of texts that are always loaded.
 */
const labelAreas = optionAreas.map((area) => `settings-${area}`) as unknown as readonly 'errors'[]

function ownLabel(name: string): string | undefined {
  const key = `field.${name.replaceAll('.', '_')}`
  for (const area of labelAreas) {
    const label = find(`${key}.label`, area)
    if (label !== undefined) return label
  }
  return find(key, 'errors')
}

/** The label of `limits.rpm`, otherwise that of `limits`. */
export function findLabel(name: string, labelAt: (path: string) => string | undefined): string | undefined {
  for (let path = name.replaceAll('[', '.['); path !== ''; path = path.slice(0, Math.max(0, path.lastIndexOf('.')))) {
    const label = labelAt(path)
    if (label !== undefined) return label
  }
  return undefined
}

export const labelOf = (name: string): string | undefined => findLabel(name, ownLabel)

/** The user, who reads messages of the server with the labels of the pages. */
export const currentReader = (): Reader => ({ ...readerOfCalls(), labelOf })

/** Whether the texts that a reader needs are loaded. Public pages load them with their first error. */
export const hasErrorTexts = (): boolean => readerOfCalls().texts !== undefined

/** The user, who reads about calls: their fields have no labels. */
export function readerOfCalls(): Reader {
  const resolved = i18next.resolvedLanguage
  const language = isLanguage(resolved) ? resolved : 'zh'
  // The backend of `i18n.ts` puts the texts there.
  return { language, texts: i18next.getResource(language, 'errors', 'messages') as Texts }
}
