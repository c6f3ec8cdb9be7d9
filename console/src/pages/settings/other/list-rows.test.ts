import { describe, expect, test } from 'bun:test'
import { apiAddressList, faqList, uptimeGroupList } from '@sluice/contract/site-content'
import { emptyRow, parseRows, partFault, writeRows } from './list-rows.ts'
import { lists } from './lists.ts'

const shapes = {
  faq: faqList,
  addresses: apiAddressList,
  uptime: uptimeGroupList,
}
/** One entry of each list with all parts filled in. */
const fullRow = {
  faq: { question: 'q'.repeat(200), answer: 'a'.repeat(1_000) },
  addresses: { url: 'https://api.example/v1', route: 'Europe', description: 'd', color: 'blue' },
  uptime: { categoryName: 'API', url: 'https://status.example', slug: 'api', description: 'd' },
}
const names = ['faq', 'addresses', 'uptime'] as const

describe.each(names)('the list %s', (name) => {
  const spec = lists[name]

  test('reads and writes its entries with exactly the parts of the contract', () => {
    const rows = parseRows(JSON.stringify([{ id: 7, ...fullRow[name] }]), spec)
    expect(rows).toEqual([fullRow[name]])
    const written: unknown = JSON.parse(writeRows(rows ?? []))
    expect<unknown>(shapes[name].parse(written)).toEqual(written)
    expect(parseRows('', spec)).toEqual([])
  })

  test('exactly the entries that the server refuses have a part with a fault', () => {
    const parts: readonly { key: string }[] = spec.parts
    const odd = ['', '   ', 'x'.repeat(2_100), 'ftp://host', 'javascript:alert(1)', 'no time', 'a/b']
    const rows = parts.flatMap(({ key }) => odd.map((value) => ({ ...fullRow[name], [key]: value })))
    for (const row of [...rows, fullRow[name]]) {
      const text = JSON.stringify([row])
      const isRight = shapes[name].safeParse(JSON.parse(text)).success
      const isChoice = (key: string) => spec.parts.some((part) => part.key === key && part.kind === 'choice')
      // A choice is selected from a list; it cannot be typed.
      if (Object.entries(row).some(([key, value]) => isChoice(key) && odd.includes(value))) continue
      const isFine = spec.parts.every((part) => partFault(spec, part, row) === null)
      expect({ row, isFine }).toEqual({ row, isFine: isRight })
    }
  })

  test('a new entry is incomplete', () => {
    const row = emptyRow(spec)
    const faults = spec.parts.map((part) => partFault(spec, part, row)?.kind)
    expect(faults).toContain('missing')
  })
})
