import { expect, test } from 'bun:test'
import { optionTabs } from '@sluice/contract/options/tabs'
import { cardGroups, groupOf, isFoldedAtFirst, sortByGroup } from './card-groups.ts'

test('the cards of a tab are ordered by their jobs, and keep their order within one', () => {
  const cards = sortByGroup(optionTabs.system).map(({ id }) => id)
  expect(cards).toEqual([
    'address',
    'login',
    'emailDomains',
    'oidc',
    'github',
    'linuxdo',
    'wechat',
    'telegram',
    'turnstile',
    'payment',
    'stripe',
    'smtp',
    'worker',
    'mediaCopies',
  ])
})

test('each job has a card', () => {
  const used = new Set(Object.values(optionTabs).flat().map(groupOf))
  expect(cardGroups.filter((group) => !used.has(group))).toEqual([])
})

test('tabs of many cards open folded, up to a short first card', () => {
  const open = (cards: readonly { id: string }[]) => cards.filter((card) => !isFoldedAtFirst(card)).map(({ id }) => id)
  expect(open(optionTabs.operation)).toEqual([])
  expect(open(optionTabs.system)).toEqual(['address'])
  expect(open(optionTabs.models)).toHaveLength(optionTabs.models.length)
})
