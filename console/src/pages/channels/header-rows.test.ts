import { expect, test } from 'bun:test'
import { headerRows } from './header-rows.ts'
import { findTextFault } from './row-format.ts'

test('rows of headers survive a round trip through their text, in their order', () => {
  const rows = [
    { action: 'set', name: 'X-Team', value: 'a {api_key}' },
    { action: 'remove', name: 'User-Agent', value: '' },
    { action: 'client', name: 'X-Trace', value: 'X-Request' },
    { action: 'pass', name: '*', value: '' },
    { action: 'pass', name: 're:^x-', value: '' },
  ] as const
  const text = headerRows.rowsToText(rows)
  expect(JSON.parse(text)).toEqual({
    'X-Team': 'a {api_key}',
    'User-Agent': null,
    'X-Trace': '{client_header:X-Request}',
    '*': '',
    're:^x-': '',
  })
  expect(headerRows.textToRows(text)).toEqual([...rows])
})

test('a text that rows cannot show without loss has no rows', () => {
  for (const text of ['{"a":1}', '{"*":"all"}', '[]', '{']) expect(headerRows.textToRows(text), text).toBeNull()
})

test('rows that are incomplete or name a header twice are refused by their number', () => {
  const fault = (text: string) => findTextFault(headerRows, text)
  expect(fault('{"x-a":""}')).toBeNull()
  expect(fault('{"x-a":"1"," ":"2"}')).toEqual({ number: 2, code: 'incomplete' })
  expect(fault('{"x-a":"{client_header:}"}')).toEqual({ number: 1, code: 'incomplete' })
  expect(fault('{"x-a":"1","X-A":"2"}')).toEqual({ number: 2, code: 'repeated' })
})
