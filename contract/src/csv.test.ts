import { expect, test } from 'bun:test'
import { buildCsv } from './csv.ts'

test('texts are quoted where necessary, numbers stay numbers, unknown values are empty', () => {
  const rows = [
    ['Name', 'a "quoted", name', 'two\nlines'],
    [-1.5, 0, null],
  ]
  expect(buildCsv(rows)).toBe('\uFEFFName,"a ""quoted"", name","two\nlines"\r\n-1.5,0,\r\n')
})

test.each(['=1+1', '+1', '-1', '@cmd', '\tx', '\rx', '＝1', '＠cmd'])(
  'a text that begins with %p is not written as a formula',
  (text) => {
    expect(buildCsv([[text]])).toContain(`'${text}`)
  },
)
