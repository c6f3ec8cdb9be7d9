import { useTranslation } from 'react-i18next'
import { type CardSpec, type Problem, textKeyOf } from './option-field.ts'

/**
 * Texts that are named by data: cards, options, problems. That each exists is tested (cards.test.ts), because the
 * compiler cannot follow the names.
 */
export function useCardTexts(card: Pick<CardSpec, 'id' | 'area'>) {
  // Names made of data are beyond the types of `t`.
  const { t, i18n } = useTranslation(['settings', card.area as 'settings'])
  const textOf = t as unknown as (key: string, values?: Problem['values']) => string
  const optionalText = (key: string) => (i18n.exists(key) ? textOf(key) : undefined)
  return {
    title: textOf(`${card.area}:card.${card.id}.title`),
    purpose: optionalText(`${card.area}:card.${card.id}.purpose`),
    labelOf: (option: string) => textOf(`${card.area}:field.${textKeyOf(option)}.label`),
    helpOf: (option: string) => optionalText(`${card.area}:field.${textKeyOf(option)}.help`),
    /** A further text of an option: `choice.hour`, `confirmTitle`. */
    optionText: (option: string, name: string) => textOf(`${card.area}:field.${textKeyOf(option)}.${name}`),
    unitOf: (unit: string) => textOf(`settings:unit.${unit}`),
    problemText: ({ text, values }: Problem) => textOf(text, values),
  }
}
