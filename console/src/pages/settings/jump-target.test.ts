import { expect, test } from 'bun:test'
import { targetIn } from './jump-target.ts'
import { tabs } from './tabs.ts'

test('an option is found by its key and by the id of its control, in any tab', () => {
  expect(targetIn('option-RetryTimes', tabs)).toEqual({
    tab: 'operation',
    card: 'general',
    option: 'RetryTimes',
  })
  const ping = { tab: 'models', card: 'global', option: 'general_setting.ping_interval_seconds' }
  expect(targetIn('option-general_setting.ping_interval_seconds', tabs)).toEqual(ping)
  expect(targetIn('option-general_setting_ping_interval_seconds', tabs)).toEqual(ping)
})

test('every option of every card can be linked to', () => {
  for (const { key, cards } of tabs)
    for (const { id, options } of cards)
      for (const option of Object.keys(options))
        expect(targetIn(`option-${option}`, tabs)).toEqual({ tab: key, card: id, option })
})

test('a card is found in its tab; other targets are not', () => {
  expect(targetIn('card-smtp', tabs)).toEqual({ tab: 'system', card: 'smtp' })
  for (const hash of ['', 'card-nothing', 'option-Nothing', 'option-', 'smtp', 'option-constructor'])
    expect(targetIn(hash, tabs)).toBeNull()
})
