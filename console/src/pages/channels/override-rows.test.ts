import { describe, expect, test } from 'bun:test'
import { overrideOperation } from '@sluice/contract/param-override'
import fc from 'fast-check'
import { isJsonObject } from './json-text.ts'
import { type OverrideRow, overrideRows } from './override-rows.ts'
import { findTextFault } from './row-format.ts'

const { textToRows, rowsToText, newRow } = overrideRows
const operationOf = (row: Partial<OverrideRow>): OverrideRow => ({ ...newRow, isPlain: false, ...row })

const name = fc.string({ unit: 'grapheme' })
const value = fc.constantFrom('0.7', 'true', 'null', 'high', '"0.7"', '""', '{"a":[1,2]}', '12345678901234567890')
const condition = fc.oneof(
  fc.constant({ match: 'any', model: '' } as const),
  fc.record({ match: fc.constantFrom('full', 'prefix', 'suffix', 'contains'), model: name }),
)
const rest = fc.subarray([['logic', '"AND"'] as const, ['note', '{"by":"me"}'] as const])
const operation = fc
  .tuple(
    fc.oneof(
      fc.record({ action: fc.constantFrom('set', 'default'), path: name, value }),
      fc.record({ action: fc.constant('delete' as const), path: name }),
      fc.record({ action: fc.constantFrom('copy', 'move'), path: name, to: name }),
    ),
    condition,
    rest,
  )
  .map(([row, when, more]) => operationOf({ ...row, ...when, rest: more }))
const plain = fc
  .record({ path: name, value })
  .filter(({ path }) => path !== 'operations')
  .map(({ path, value: typed }) => ({ ...newRow, path: path.replaceAll('.', '\\.'), value: typed }))

describe('rows of an override', () => {
  test('survive a round trip through their text, in their order, with fields that they do not show', () => {
    fc.assert(
      fc.property(fc.array(plain), fc.array(operation), (fields, operations) => {
        const rows = [...fields, ...operations]
        expect(textToRows(rowsToText(rows))).toEqual(rows)
      }),
    )
  })
  test('keep every value of a field', () => {
    const fields = fc.dictionary(
      name.filter((text) => text !== 'operations'),
      fc.jsonValue(),
    )
    fc.assert(
      fc.property(fields, (override) => {
        const text = rowsToText(textToRows(JSON.stringify(override)) ?? [])
        expect(JSON.parse(text || '{}')).toEqual(JSON.parse(JSON.stringify(override)))
      }),
    )
  })
  test('are operations that the server accepts', () => {
    const rows = [
      operationOf({ path: 'a.b', value: '1', match: 'prefix', model: 'gpt-' }),
      operationOf({ action: 'default', path: 'seed', value: '7', match: 'full', model: 'o3' }),
      operationOf({ action: 'delete', path: 'stop' }),
      operationOf({ action: 'move', path: 'x', to: 'y.z' }),
    ]
    const { operations } = JSON.parse(rowsToText(rows))
    expect(operations).toHaveLength(4)
    for (const sent of operations) expect(overrideOperation.safeParse(sent).success, sent.mode).toBe(true)
    expect(operations[1]).toEqual({
      mode: 'set',
      path: 'seed',
      value: 7,
      keep_origin: true,
      conditions: { model: 'o3' },
    })
  })
  test('are fields of the object only where fields have the same effect', () => {
    const simple = { ...newRow, path: 'temperature', value: '0' }
    expect(JSON.parse(rowsToText([simple]))).toEqual({ temperature: 0 })
    // Fields apply before operations: after one, a row is an operation too.
    expect(JSON.parse(rowsToText([operationOf({ action: 'delete', path: 'a' }), simple]))).toEqual({
      operations: [
        { mode: 'delete', path: 'a' },
        { mode: 'set', path: 'temperature', value: 0 },
      ],
    })
    expect(JSON.parse(rowsToText([{ ...simple, path: 'a.b' }]))).toHaveProperty('operations')
    expect(JSON.parse(rowsToText([{ ...simple, path: 'a\\.b' }]))).toEqual({ 'a.b': 0 })
  })
})

test('an override that rows cannot show has no rows', () => {
  const operations = [
    '{"mode":"append","path":"a"}',
    '{"mode":"set","path":"a","value":1,"keep_origin":"yes"}',
    '{"mode":"delete","path":1}',
    '{"mode":"delete","path":"a","conditions":{"user":"x"}}',
    '{"mode":"delete","path":"a","conditions":[{"path":"model","value":"a"},{"path":"model","value":"b"}]}',
    '{"mode":"delete","path":"a","conditions":[{"path":"model","value":"a","invert":true}]}',
    '{"mode":"delete","path":"a","conditions":[{"path":"model","mode":"gt","value":"a"}]}',
    '{"mode":"delete","path":"a","path":"b"}',
  ]
  for (const text of operations) expect(textToRows(`{"operations":[${text}]}`), text).toBeNull()
  for (const text of ['{"operations":[]}', '{"operations":"x"}', '[]', '{']) expect(textToRows(text), text).toBeNull()
})

test('a condition without effect is not shown', () => {
  for (const conditions of ['{}', '[]'])
    expect(textToRows(`{"operations":[{"mode":"delete","path":"a","conditions":${conditions}}]}`)).toMatchObject([
      { match: 'any' },
    ])
  const listed = '[{"path":"model","mode":"full","value":"o3","invert":false}]'
  expect(textToRows(`{"operations":[{"mode":"delete","path":"a","conditions":${listed}}]}`)).toMatchObject([
    { match: 'full', model: 'o3' },
  ])
})

test('an incomplete row is refused by its number', () => {
  const faultOf = (row: Partial<OverrideRow>) =>
    findTextFault(overrideRows, rowsToText([operationOf({ path: 'a', value: '1' }), { ...newRow, ...row }]))
  expect(faultOf({ path: 'b', value: '1' })).toBeNull()
  for (const row of [
    { value: '1' },
    { path: 'b' },
    { action: 'copy', path: 'b' },
    { path: 'b', value: '1', match: 'prefix' },
  ] as const)
    expect(faultOf(row), JSON.stringify(row)).toEqual({ number: 2, code: 'incomplete' })
})

test('a value that begins like JSON but is not valid JSON makes a text that is refused', () => {
  for (const value of ['{bad', '[1,', '"open', '{"a":1}, "b"'])
    expect(isJsonObject(rowsToText([{ ...newRow, path: 'x', value }])), value).toBe(false)
})
