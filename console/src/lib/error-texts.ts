import { afterLabel, describePlace, isPredicate, withSubject } from '@sluice/contract/fault-place'
import { optionAreas } from '@sluice/contract/options/areas'
import i18next from 'i18next'
import type { ErrorTexts } from './error-message.ts'
import { formatList } from './format-list.ts'

/** Keys that are built from data, which the compiler cannot check. */
type AnyKey = 'code.internal_error'

function find(key: string, ns: 'errors', values: Readonly<Record<string, string | number>> = {}): string | undefined {
  return i18next.exists(key, { ns }) ? String(i18next.t(key as AnyKey, { ...values, ns })) : undefined
}

/**
 * The labels of options are in the texts of the settings, which are loaded where options are written. The cast: the
 * types of i18next allow only files of texts that are always loaded.
 */
const labelAreas = optionAreas.map((area) => `settings-${area}`) as unknown as readonly 'errors'[]

function labelOf(name: string): string | undefined {
  const key = `field.${name.replaceAll('.', '_')}`
  for (const area of labelAreas) {
    const label = find(`${key}.label`, area)
    if (label !== undefined) return label
  }
  return find(key, 'errors')
}

const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** The texts of errors in the user's language. */
export const errorTexts: ErrorTexts = {
  sentence: (code, values) => find(`code.${code}`, 'errors', values),
  knows: (code) => i18next.exists(`reason.${code}`, { ns: 'errors' }),
  reason: (code, values) => i18next.t(`reason.${code}`, { ns: 'errors', ...values }),
  at: (entry, reason) => i18next.t('reasonAt', { ns: 'errors', entry, reason: afterLabel(reason) }),
  atEntry(place, reason) {
    const name = describePlace(place, (number) => i18next.t('entryNumber', { ns: 'errors', number }))
    const entry = name === place ? i18next.t('entryNamed', { ns: 'errors', entry: place }) : capitalise(name)
    return isPredicate(reason) ? withSubject(entry, reason) : i18next.t('reasonAt', { ns: 'errors', entry, reason })
  },
  unnamed: (reason) => i18next.t('reasonUnnamed', { ns: 'errors', reason }),
  label: labelOf,
  list: (labels) => formatList(labels, i18next.resolvedLanguage),
}
