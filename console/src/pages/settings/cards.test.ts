import { expect, test } from 'bun:test'
import { isReasonCode } from '@sluice/contract/messages/render'
import { optionAreas } from '@sluice/contract/options/areas'
import { optionCards } from '@sluice/contract/options/registry'
import { textKeyOf, textsOf } from '../../lib/option-texts.ts'
import { boundsOf } from './use-texts.ts'

interface OptionTexts {
  label: string
  help?: string
  missing?: string
  confirmTitle?: string
  confirmText?: string
  confirmOff?: string
  choice?: Record<string, string>
  reason?: Record<string, string>
}
interface AreaTexts {
  card: Record<string, { title: string; purpose?: string }>
  field: Record<string, OptionTexts>
}

const languages = ['zh', 'en'] as const
const load = async (language: string, file: string) => (await import(`../../locales/${language}/${file}.ts`)).default

test.each(languages)('exactly the cards and options of the contract have texts: %s', async (language) => {
  for (const area of optionAreas) {
    const texts: AreaTexts = await load(language, textsOf(area))
    const cards = optionCards.filter((card) => card.area === area)
    const options = cards.flatMap((card) => Object.keys(card.options).map(textKeyOf))
    expect(Object.keys(texts.card).toSorted(), area).toEqual(cards.map(({ id }) => id).toSorted())
    expect(Object.keys(texts.field).toSorted(), area).toEqual(options.toSorted())
    for (const { title } of Object.values(texts.card)) expect(title).not.toBe('')
    for (const { label } of Object.values(texts.field)) expect(label).not.toBe('')
  }
})

const entries = optionCards.flatMap(({ area, options }) =>
  Object.entries(options).map(([key, option]) => ({ area, key, option })),
)

test.each(languages)('every text of a declaration exists: %s', async (language) => {
  const settings: { unit: Record<string, string> } = await load(language, 'settings')
  for (const { area, key, option } of entries) {
    const texts: AreaTexts = await load(language, textsOf(area))
    const own = texts.field[textKeyOf(key)]
    if (option.unit !== undefined) expect(settings.unit[option.unit], key).toBeString()
    for (const value of option.choices ?? []) expect(own?.choice?.[value], `${key} ${value}`).toBeString()
    if (option.kind === 'switch' && option.needs) expect(own?.missing, key).toBeString()
    if (!option.asksBeforeOff) continue
    for (const name of ['confirmTitle', 'confirmText', 'confirmOff'] as const)
      expect(own?.[name], `${key} ${name}`).toBeString()
  }
})

test.each(languages)(
  'hints use only bounds of the declaration, and reasons exist in the catalogue: %s',
  async (language) => {
    for (const { area, key, option } of entries) {
      const texts: AreaTexts = await load(language, textsOf(area))
      const { help = '', reason = {} } = texts.field[textKeyOf(key)] ?? {}
      const named = [...help.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name)
      expect(
        named.filter((name) => !(name in boundsOf(option))),
        key,
      ).toEqual([])
      expect(
        Object.keys(reason).filter((code) => !isReasonCode(code)),
        key,
      ).toEqual([])
    }
  },
)
