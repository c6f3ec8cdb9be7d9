import { expect, test } from 'bun:test'
import { hasToolRow, parseToolRows, withoutToolRow, withToolRow, writeToolRows } from './tool-rows.ts'

const text = '{"web_search":{"default":10,"gpt-4o-search-preview":25},"file_search":{"default":2.5}}'
const parsed = parseToolRows(text)
const rows = parsed.ok ? parsed.value : []

test('prices of tools survive a round trip as rows', () => {
  expect(rows).toHaveLength(3)
  expect(JSON.parse(writeToolRows(rows))).toEqual(JSON.parse(text))
})

test('a row is set, added and removed', () => {
  const set = withToolRow(rows, { tool: 'web_search', prefix: 'default', dollars: 8 })
  expect(set[0]?.dollars).toBe(8)
  const added = withToolRow(rows, { tool: 'google_search', prefix: 'gemini-2', dollars: 35 })
  expect(JSON.parse(writeToolRows(added)).google_search).toEqual({ 'gemini-2': 35 })
  const [first] = rows
  if (!first) throw new Error('no row')
  expect(hasToolRow(withoutToolRow(rows, first), first)).toBe(false)
})

test('an unknown tool and a price below 0 report their position', () => {
  expect(parseToolRows('{"web_search":{"default":-1}}')).toMatchObject({
    fault: { kind: 'value', at: 'web_search → default' },
  })
  expect(parseToolRows('{"shell":{}}').ok).toBe(false)
  expect(parseToolRows('{')).toEqual({ ok: false, fault: { kind: 'json' } })
})
