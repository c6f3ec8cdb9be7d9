import { expect, test } from 'bun:test'
import { optionFeatures } from '@sluice/contract/options/needs'
import { textKeyOf } from './option-field.ts'
import type { SearchTexts } from './search-index.ts'
import { tabs } from './tabs.ts'

const cards = tabs.flatMap((tab) => tab.cards)
const textsOf = async (language: 'zh' | 'en', area: string): Promise<SearchTexts> =>
  (await import(`../../locales/${language}/${area}.ts`)).default

test('an option stands in one card, and a tab has no two cards of one name', () => {
  const options = cards.flatMap((card) => Object.keys(card.fields))
  expect(options.filter((option, index) => options.indexOf(option) !== index)).toEqual([])
  for (const tab of tabs) expect(new Set(tab.cards.map(({ id }) => id)).size, tab.key).toBe(tab.cards.length)
})

test.each(['zh', 'en'] as const)('every card and option has its name: %s', async (language) => {
  for (const card of cards) {
    const texts = await textsOf(language, card.area)
    expect(texts.card[card.id]?.title, card.id).toBeString()
    for (const option of Object.keys(card.fields))
      expect(texts.field[textKeyOf(option)]?.label, option).toBeString()
  }
})

test.each(['zh', 'en'] as const)('what fields refer to is written: %s', async (language) => {
  const own = (await textsOf(language, 'settings')) as SearchTexts & { unit: Record<string, string> }
  for (const card of cards) {
    const texts = await textsOf(language, card.area)
    for (const [option, field] of Object.entries(card.fields)) {
      const text = (name: string) =>
        (texts.field[textKeyOf(option)] as Record<string, unknown> | undefined)?.[name]
      if (field.kind === 'number' && field.unit) expect(own.unit[field.unit], option).toBeString()
      if (field.kind === 'choice') {
        const choices = text('choice') as Record<string, string> | undefined
        for (const value of field.choices) expect(choices?.[value], `${option} ${value}`).toBeString()
      }
      if (field.kind !== 'switch') continue
      if (optionFeatures.some((feature) => feature.switch === option))
        expect(text('missing'), option).toBeString()
      if (!field.asksBeforeOff) continue
      for (const name of ['confirmTitle', 'confirmText', 'confirmOff'])
        expect(text(name), `${option} ${name}`).toBeString()
    }
  }
})
