import { expect, test } from 'bun:test'
import { render } from '@sluice/contract/messages/render'
import { reasonOfFault } from '@sluice/contract/options/parse-option'
import { optionKeys } from '@sluice/contract/options/registry'
import { buildOptionValues, defaultOption, formatOption, parseOption } from './option-values.ts'

test('every default survives being written and read again', () => {
  for (const key of optionKeys) {
    const text = formatOption(key, defaultOption(key))
    const parsed = parseOption(key, text)
    expect(parsed.ok).toBe(true)
    if (parsed.ok) expect(formatOption(key, parsed.value)).toBe(text)
  }
})

test('booleans are exactly true and false', () => {
  expect(parseOption('DemoSiteEnabled', 'true')).toEqual({ ok: true, value: true })
  for (const text of ['TRUE', '1', '', 'yes']) expect(parseOption('DemoSiteEnabled', text).ok).toBe(false)
})

test('numbers that cannot be read are refused and never become 0', () => {
  for (const text of ['', 'abc', '0x10', '1.5', '-1', '21', 'NaN', 'Infinity'])
    expect(parseOption('RetryTimes', text).ok).toBe(false)
  expect(parseOption('RetryTimes', '3')).toEqual({ ok: true, value: 3 })
  expect(parseOption('QuotaPerUnit', '0').ok).toBe(false)
})

test('price tables name the entry that is wrong', () => {
  expect(parseOption('ModelRatio', '{"gpt-4o":-1}')).toEqual({
    ok: false,
    fault: { path: ['gpt-4o'], reason: { code: 'notLess', params: { min: '0' } } },
  })
  expect(parseOption('ModelRatio', '{"a":1e999}').ok).toBe(false)
  expect(parseOption('ModelRatio', '[1]').ok).toBe(false)
  expect(parseOption('ModelRatio', '{')).toEqual({
    ok: false,
    fault: { path: [], reason: { code: 'notJson', params: {} } },
  })
})

test('a model named like a property of objects has no price by accident', () => {
  const parsed = parseOption('ModelRatio', '{"a":1}')
  if (!parsed.ok) throw new Error(render('en', 'reasons', reasonOfFault(parsed.fault)))
  expect((parsed.value as Record<string, number>).constructor).toBeUndefined()
  expect((defaultOption('ModelRatio') as Record<string, number>).constructor).toBeUndefined()
})

test('a stored text that cannot be read leaves the default in place and is reported', () => {
  const reported: string[] = []
  const values = buildOptionValues(
    new Map([
      ['GroupRatio', '{broken'],
      ['RetryTimes', '2'],
    ]),
    (key) => reported.push(key),
  )
  expect(values.GroupRatio).toEqual({ default: 1, vip: 1, svip: 1 })
  expect(values.RetryTimes).toBe(2)
  expect(reported).toEqual(['GroupRatio'])
})
