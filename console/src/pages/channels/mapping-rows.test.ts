import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { findUnlistedNames, modelMappingRows, statusCodeRows } from './mapping-rows.ts'
import { findTextFault } from './row-format.ts'

const name = fc.string({ unit: 'grapheme' })

describe('rows of a model mapping', () => {
  test('survive a round trip through their text, in their order, also incomplete and repeated ones', () => {
    const rows = fc.array(fc.record({ from: name, to: name, isNumber: fc.constant(false) }))
    fc.assert(
      fc.property(rows, (mapping) => {
        expect(modelMappingRows.textToRows(modelMappingRows.rowsToText(mapping))).toEqual(mapping)
      }),
    )
  })
  test('show only names as values', () => {
    for (const text of ['{"a":1}', '{"a":null}', '{"a":{"b":"c"}}', '[]', '{'])
      expect(modelMappingRows.textToRows(text), text).toBeNull()
  })
  test('that are incomplete or repeated are refused by their number', () => {
    const fault = (text: string) => findTextFault(modelMappingRows, text)
    expect(fault('{"a":"b"}')).toBeNull()
    expect(fault('')).toBeNull()
    expect(fault('{"a":"b","":"c"}')).toEqual({ number: 2, code: 'incomplete' })
    expect(fault('{"a":" "}')).toEqual({ number: 1, code: 'incomplete' })
    expect(fault('{"a":"b","a":"c"}')).toEqual({ number: 2, code: 'repeated' })
  })
})

describe('rows of status codes', () => {
  test('survive a round trip through their text, in their order, with numbers as numbers', () => {
    const code = fc.integer({ min: 100, max: 599 }).map(String)
    const rows = fc.array(fc.record({ from: code, to: code, isNumber: fc.boolean() }))
    fc.assert(
      fc.property(rows, (mapping) => {
        expect(statusCodeRows.textToRows(statusCodeRows.rowsToText(mapping))).toEqual(mapping)
      }),
    )
  })
  test('show only status codes as values', () => {
    expect(statusCodeRows.textToRows('{"400":true}')).toBeNull()
    expect(findTextFault(statusCodeRows, '{"400":"500","429":"x"}')).toEqual({
      number: 2,
      code: 'statusCode',
    })
  })
})

test('mapped names that the channel does not list are found; steps of a chain are not', () => {
  const mapping = '{"fast":"gpt-4o-mini","gpt-4o":"step","step":"gpt-4o-2024","slow":"o3"}'
  expect(findUnlistedNames(mapping, ['gpt-4o'])).toEqual(['fast', 'slow'])
  expect(findUnlistedNames(mapping, ['gpt-4o', 'fast', 'slow'])).toEqual([])
  expect(findUnlistedNames('{broken', [])).toEqual([])
})
