import { useTranslation } from 'react-i18next'
import { type CardSpec, type Problem, textKeyOf } from './option-field.ts'

/**
 * Texts that are named by data: cards, options, problems. Those of the card's area come before those of all settings.
 * That each exists is tested (cards.test.ts), because the compiler cannot follow the names.
 */
export function useCardTexts(card: Pick<CardSpec, 'id' | 'area'>) {
  const { t, i18n } = useTranslation([card.area, 'settings'] as unknown as ['settings'], {
    // Otherwise a plain key is looked for in the first file alone.
    nsMode: 'fallback',
  })
  const textOf = t as unknown as (key: string, values?: Problem['values']) => string
  const optionalText = (key: string) => (i18n.exists(key, { ns: card.area }) ? textOf(key) : undefined)
  return {
    title: textOf(`card.${card.id}.title`),
    purpose: optionalText(`card.${card.id}.purpose`),
    labelOf: (option: string) => textOf(`field.${textKeyOf(option)}.label`),
    helpOf: (option: string) => optionalText(`field.${textKeyOf(option)}.help`),
    /** A further text of an option: `choice.hour`, `confirmTitle`. */
    optionText: (option: string, name: string) => textOf(`field.${textKeyOf(option)}.${name}`),
    unitOf: (unit: string) => textOf(`unit.${unit}`),
    problemText: ({ text, values }: Problem) => textOf(text, values),
  }
}
