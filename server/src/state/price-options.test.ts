import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { costPrices } from '@sluice/contract/cost-prices'
import { render } from '@sluice/contract/messages/render'
import { reasonOfFault } from '@sluice/contract/options/parse-option'
import { parseOption } from './option-values.ts'

const readReason = (key: 'PriceRules' | 'tool_price_setting', value: unknown) => {
  const parsed = parseOption(key, typeof value === 'string' ? value : JSON.stringify(value))
  return parsed.ok ? null : render('en', 'reasons', reasonOfFault(parsed.fault))
}
const readRuleReason = (when: unknown, set: unknown = { factor: 2 }) => readReason('PriceRules', { m: [{ when, set }] })

describe('PriceRules', () => {
  test('accepts every condition and change', () => {
    const when = {
      input_over: 200_000,
      between: ['22:00', '06:00'],
      days: ['sat', 'sun'],
      from: '2027-01-01',
      until: '2027-02-01',
      timezone: 'Europe/Berlin',
    }
    const ratios = {
      ratio: 1,
      completion_ratio: 2,
      cache_ratio: 0.1,
      create_cache_ratio: 1.25,
      image_ratio: 2,
      image_completion_ratio: 3,
      audio_ratio: 4,
      audio_completion_ratio: 2,
      audio_cache_ratio: 0.5,
      price: 0.01,
      factor: 0,
    }
    expect(readRuleReason(when, ratios)).toBeNull()
    expect(readRuleReason({ input_over: 0 })).toBeNull()
    expect(readRuleReason({ tier: 'priority', speed: ['fast'], geo: ['us', 'eu'] })).toBeNull()
    const stacking = (set: object) => ({ m: [{ when: { geo: 'us' }, set, stacks: true }] })
    expect(readReason('PriceRules', stacking({ factor: 1.1 }))).toBeNull()
    expect(readReason('PriceRules', stacking({ factor: 1.1, ratio: 2 }))).toContain('only a factor can multiply')
    expect(readReason('PriceRules', {})).toBeNull()
    expect(readReason('PriceRules', { m: [] })).toBeNull()
  })

  test.each([
    [{ input_over: -1 }, 'm, entry 1, when.input_over must '],
    [{ input_over: 1.5 }, 'm, entry 1, when.input_over must be a whole number'],
    [{ input_over: '9' }, 'm, entry 1, when.input_over must be a number'],
    [{ between: ['8:00', '09:00'] }, 'm, entry 1, when.between, entry 1 must be a time such as 08:30'],
    [{ between: ['08:00', '24:00'] }, 'm, entry 1, when.between, entry 2 must be a time such as 08:30'],
    [{ between: ['08:00', '08:00'] }, 'm, entry 1, when.between must be two different times'],
    [{ between: ['08:00'] }, 'm, entry 1, when.between must be two times, such as ["00:30", "08:30"]'],
    [{ days: ['someday'] }, 'm, entry 1, when.days, entry 1 must be one of sun, mon, tue, wed, thu, fri, sat'],
    [{ from: '2027-13-01' }, 'm, entry 1, when.from must be a date such as 2027-01-31'],
    [{ between: ['08:00', '09:00'], timezone: 'Mars/Base' }, 'm, entry 1, when.timezone is not a known time zone'],
    [
      {},
      'm, entry 1, when: at least one condition is required: input_over, between, days, from, until, tier, speed or geo',
    ],
    [{ tier: 'Priority' }, 'm, entry 1, when.tier must be a name as in answers, such as priority'],
    [{ geo: ['us', ''] }, 'm, entry 1, when.geo must be a name as in answers'],
    [{ timezone: 'UTC' }, 'm, entry 1, when: at least one condition is required'],
    [{ input_ovr: 5 }, 'm, entry 1, when has unknown keys: input_ovr'],
  ])('refuses the condition %j by name', (when, reason) => {
    expect(readRuleReason(when)).toStartWith(reason)
  })

  test.each([
    [{}, 'm, entry 1, set: at least one change is required'],
    [{ ratio: -1 }, 'm, entry 1, set.ratio must not be less than 0'],
    [{ factor: 1e300 }, 'm, entry 1, set.factor must not be more than 1000000000'],
    [{ factor: '2' }, 'm, entry 1, set.factor must be a number'],
    [{ rato: 2 }, 'm, entry 1, set has unknown keys: rato'],
  ])('refuses the change %j by name', (set, reason) => {
    expect(readRuleReason({ input_over: 1 }, set)).toStartWith(reason)
  })

  test('refuses too many rules, and invalid JSON', () => {
    const tooMany = Array.from({ length: 51 }, () => ({ when: { input_over: 1 }, set: { factor: 2 } }))
    expect(readReason('PriceRules', { m: tooMany })).toBe('m must not be more than 50 rules')
    expect(readReason('PriceRules', '{')).toBe('is not valid JSON')
  })
})

test('tool_price_setting accepts prices of known tools, and nothing else', () => {
  expect(readReason('tool_price_setting', { web_search: { default: 10, 'gpt-4o': 25 } })).toBeNull()
  expect(readReason('tool_price_setting', {})).toBeNull()
  expect(readReason('tool_price_setting', { web_search: { default: -1 } })).toBe(
    'web_search.default must not be less than 0',
  )
  expect(readReason('tool_price_setting', { web_search: '10' })).toStartWith('web_search must ')
  expect(
    readReason('tool_price_setting', { container_4g: { default: 120 }, image_generation: { 'gpt-5': 150 } }),
  ).toBeNull()
  // Entries by tool, or by tool and beginning of a model's name, are tables too.
  expect(readReason('tool_price_setting', { image_generation: 150, 'web_search_preview:gpt-4o*': 25 })).toBeNull()
  expect(readReason('tool_price_setting', { image_generation: -1 })).toBe(
    'image_generation.default must not be less than 0',
  )
  expect(readReason('tool_price_setting', { websearch: 10 })).toBe('has unknown keys: websearch')
  expect(readReason('tool_price_setting', { websearch: {} })).toBe('has unknown keys: websearch')
})

test('the examples of docs/pricing.md are valid as written', async () => {
  const page = await Bun.file(join(import.meta.dir, '../../../docs/pricing.md')).text()
  const examples = [...page.matchAll(/^ {4}\{$[\s\S]*?^ {4}\}$/gm)].map(([text]) => text)
  const [pictures, tools, rules, served, costs] = examples
  expect(examples).toHaveLength(5)
  expect(readReason('PriceRules', pictures)).toBeNull()
  expect(readReason('tool_price_setting', tools)).toBeNull()
  expect(readReason('PriceRules', rules)).toBeNull()
  expect(readReason('PriceRules', served)).toBeNull()
  expect(costPrices.safeParse(JSON.parse(costs ?? '')).error).toBeUndefined()
})
