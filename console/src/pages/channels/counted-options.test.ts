import { expect, test } from 'bun:test'
import type { ChannelCounts } from '@sluice/contract/channel-list'
import { countedOptions, readStatusChoice, statusChoices } from './counted-options.ts'

test('values are sorted by their number of channels, then by name', () => {
  const options = countedOptions({ b: 2, a: 2, c: 9 }, '')
  expect(options.map(({ value, count }) => [value, count])).toEqual([
    ['c', 9],
    ['a', 2],
    ['b', 2],
  ])
})

test('the chosen value stays when no channel has it any more', () => {
  expect(countedOptions({ a: 1 }, 'gone').map(({ value, count }) => [value, count])).toEqual([
    ['a', 1],
    ['gone', 0],
  ])
  expect(countedOptions(undefined, 'eu')).toEqual([{ value: 'eu', label: 'eu', count: null }])
})

test('a status or a reason is chosen, never both', () => {
  const counts: ChannelCounts = {
    total: 5,
    types: {},
    tags: {},
    groups: {},
    only: {},
    statuses: { enabled: 2, disabled: 3, manual_disabled: 0, auto_disabled: 3 },
    reasons: { upstream_said: 2, tests_slow: 1 },
  }
  const choices = statusChoices(counts, { status: (name) => name, reason: (code) => code })
  expect(choices.map(({ value }) => value)).toEqual([
    'enabled',
    'disabled',
    'manual_disabled',
    'auto_disabled',
    'auto_disabled:upstream_said',
    'auto_disabled:tests_slow',
  ])
  expect(readStatusChoice('auto_disabled:tests_slow')).toEqual({ status: '', reason: 'tests_slow' })
  expect(readStatusChoice('auto_disabled')).toEqual({ status: 'auto_disabled', reason: '' })
  expect(readStatusChoice('')).toEqual({ status: '', reason: '' })
})
