import type { Reason } from '@sluice/contract/error-reasons'
import { afterLabel, writeMessage } from '@sluice/contract/messages/write-message'
import { useTranslation } from 'react-i18next'
import { standAlone } from '../../lib/error-message.ts'
import { formatNumber, formatPrice } from '../../lib/format.ts'
import { currentReader, labelOf } from '../../lib/message-reader.ts'
import { textKeyOf, textsOf } from '../../lib/option-texts.ts'
import { useQuotaFormat } from '../../lib/use-quota-format.ts'
import { type CardSpec, fieldOf, type OptionField, type Problem } from './option-field.ts'

type Values = Record<string, string | number>

/**
 * Texts whose keys come from data: cards, options, problems. Texts of the card's area come before those of all
 * settings. A test (cards.test.ts) checks that each exists, because the compiler cannot: hence the casts.
 */
export function useCardTexts(card: CardSpec) {
  const area = textsOf(card.area)
  const { t, i18n } = useTranslation([area, 'settings'] as unknown as ['settings'], {
    // Otherwise a plain key is only looked up in the first file.
    nsMode: 'fallback',
  })
  const textOf = t as unknown as (key: string, values?: Values) => string
  const optionalText = (key: string, values?: Values) =>
    i18n.exists(key, { ns: [area, 'settings'] }) ? textOf(key, values) : undefined

  const format = useQuotaFormat()
  /** A bound of an option as it is shown. */
  const boundText = ({ isAmount }: OptionField, bound: number): string =>
    isAmount && format.inCurrency ? formatPrice(bound, format) : formatNumber(bound)
  const shownBoundsOf = (field: OptionField): Values =>
    Object.fromEntries(Object.entries(boundsOf(field)).map(([name, bound]) => [name, boundText(field, Number(bound))]))
  const shownValue = (field: OptionField, value: string | number): string =>
    field.isAmount && typeof value === 'number' ? boundText(field, value) : readable(String(value))
  /** The text of a reason: of the option, of the settings, or of all errors. */
  const reasonText = (option: string, reason: Reason): string => {
    const field = fieldOf(card, option)
    const values = Object.fromEntries(
      Object.entries(reason.params).map(([name, value]) => [name, shownValue(field, value)]),
    )
    const own =
      optionalText(`field.${textKeyOf(option)}.reason.${reason.code}`, values) ??
      optionalText(`problem.${reason.code}`, values)
    return own ?? standAlone(currentReader(), field.isAmount ? { ...reason, params: values } : reason)
  }
  const partText = (option: string, part: PropertyKey): string =>
    optionalText(`field.${textKeyOf(option)}.part.${String(part)}`) ??
    optionalText(`lists.part.${card.id}.${String(part)}`) ??
    labelOf(`limits.${String(part)}`) ??
    String(counted(part))
  /** `Entry 2 · Question` of a list, `vip → Requests a minute` of a table. */
  const placeText = (option: string, [first, ...rest]: readonly PropertyKey[]): string => {
    const parts = rest.map((part) => partText(option, part))
    if (typeof first !== 'number') return [String(first), ...parts].join(' → ')
    return [textOf('problem.entry', { number: first + 1 }), ...parts].join(' · ')
  }
  /** The range of a number, unless its help has it. */
  const boundsText = (field: OptionField, help = ''): string | undefined => {
    const { min, above, max } = field.bounds ?? {}
    const shown = shownBoundsOf(field)
    if (max !== undefined && help.includes(String(shown.max))) return undefined
    // No call comes near such a maximum.
    const isOpen = max === undefined || max >= openMax
    if (above !== undefined) return textOf(isOpen ? 'bounds.above' : 'bounds.aboveTo', shown)
    if (min === undefined) return undefined
    return textOf(isOpen ? 'bounds.from' : 'bounds.between', shown)
  }
  return {
    title: textOf(`card.${card.id}.title`),
    purpose: optionalText(`card.${card.id}.purpose`),
    labelOf: (option: string) => textOf(`field.${textKeyOf(option)}.label`),
    /** May name the bounds of the option: {{min}}, {{max}}. */
    helpOf: (option: string) => {
      const field = fieldOf(card, option)
      const help = optionalText(`field.${textKeyOf(option)}.help`, shownBoundsOf(field))
      // Chinese sentences have no space between them.
      const space = help?.endsWith('。') ? '' : ' '
      return [help, boundsText(field, help)].filter(Boolean).join(space) || undefined
    },
    /** A further text of an option: `choice.hour`, `confirmTitle`. */
    optionText: (option: string, name: string) => textOf(`field.${textKeyOf(option)}.${name}`),
    unitOf: (unit: string) => textOf(`unit.${unit}`),
    problemText: (option: string, problem: Problem) => {
      if ('text' in problem) return textOf(problem.text, problem.values)
      if (problem.path.length === 0) return reasonText(option, problem.reason)
      const reader = currentReader()
      return afterLabel(reader, placeText(option, problem.path), writeMessage(reader, 'reasons', problem.reason))
    },
  }
}

// Entries are numbered from 1.
const counted = (part: PropertyKey): PropertyKey => (typeof part === 'number' ? part + 1 : part)

/** Numbers with digit separators. */
const readable = (value: string): string => (/^\d{4,}$/.test(value) ? formatNumber(Number(value)) : value)

const openMax = 1_000_000_000

/** The numbers that the text of an option may contain. */
export function boundsOf({ bounds, charactersMax }: Pick<OptionField, 'bounds' | 'charactersMax'>): Values {
  const { min = bounds?.above, max = charactersMax } = bounds ?? {}
  return { ...(min !== undefined && { min }), ...(max !== undefined && { max }) }
}
