import { expect, test } from 'bun:test'
import {
  isSameJson,
  numbersOrNone,
  parseNumbers,
  parseNumberTables,
  parseTexts,
  writeNested,
  writeTable,
} from './json-table.ts'

test('a table of numbers survives a round trip in its order', () => {
  const text = '{"b":1,"a":0.5,"constructor":2}'
  const parsed = parseNumbers(text)
  expect(parsed.ok && [...parsed.value]).toEqual([
    ['b', 1],
    ['a', 0.5],
    ['constructor', 2],
  ])
  expect(parsed.ok && JSON.parse(writeTable(parsed.value))).toEqual(JSON.parse(text))
})

test('invalid JSON and invalid values are distinguished, with the position', () => {
  expect(parseNumbers('{broken')).toEqual({ ok: false, fault: { kind: 'json' } })
  expect(parseNumbers('')).toEqual({ ok: false, fault: { kind: 'json' } })
  expect(parseNumbers('[1]')).toEqual({ ok: false, fault: { kind: 'value', at: '' } })
  expect(parseNumbers('{"a":1,"b":"2"}')).toEqual({ ok: false, fault: { kind: 'value', at: 'b' } })
  expect(parseNumbers('{"a":-1}')).toEqual({ ok: false, fault: { kind: 'value', at: 'a' } })
  expect(parseTexts('{"a":1}')).toEqual({ ok: false, fault: { kind: 'value', at: 'a' } })
  expect(parseNumberTables('{"vip":{"default":-1}}')).toEqual({
    ok: false,
    fault: { kind: 'value', at: 'vip → default' },
  })
  expect(parseNumberTables('{"vip":1}')).toEqual({ ok: false, fault: { kind: 'value', at: 'vip' } })
})

test('a table of tables survives a round trip', () => {
  const text = '{"vip":{"default":0.5,"svip":1},"svip":{}}'
  const parsed = parseNumberTables(text)
  expect(parsed.ok && JSON.parse(writeNested(parsed.value))).toEqual(JSON.parse(text))
})

test('an unreadable table is empty', () => {
  expect(numbersOrNone('{a').size).toBe(0)
})

test('the layout of a text is not a change', () => {
  expect(isSameJson('{"a":1}', '{\n "a": 1.0 }')).toBe(true)
  expect(isSameJson('{"a":1}', '{"a":2}')).toBe(false)
  expect(isSameJson('{a', '{a')).toBe(true)
  expect(isSameJson('{a', '{}')).toBe(false)
})
