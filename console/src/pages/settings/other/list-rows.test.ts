import { describe, expect, test } from 'bun:test'
import { announcementList, apiAddressList, faqList, uptimeGroupList } from '@sluice/contract/site-content'
import { emptyRow, parseRows, partFault, writeRows } from './list-rows.ts'
import { lists } from './lists.ts'

const shapes = {
  announcements: announcementList,
  faq: faqList,
  addresses: apiAddressList,
  uptime: uptimeGroupList,
}
/** One entry of each list with all parts filled in. */
const fullRow = {
  announcements: {
    content: 'c'.repeat(500),
    publishDate: '2026-11-20T08:30:00Z',
    type: 'error',
    extra: 'e',
    until: '2026-11-20T09:30:00Z',
  },
  faq: { question: 'q'.repeat(200), answer: 'a'.repeat(1_000) },
  addresses: { url: 'https://api.example/v1', route: 'Europe', description: 'd', color: 'blue' },
  uptime: { categoryName: 'API', url: 'https://status.example', slug: 'api', description: 'd' },
}
const names = ['announcements', 'faq', 'addresses', 'uptime'] as const

describe.each(names)('the list %s', (name) => {
  const spec = lists[name]

  test('reads and writes its entries with exactly the parts of the contract', () => {
    const rows = parseRows(JSON.stringify([{ id: 7, ...fullRow[name] }]), spec)
    expect(rows).toEqual([fullRow[name]])
    const written: unknown = JSON.parse(writeRows(rows ?? [], spec))
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
    const row = emptyRow(spec, 0)
    const faults = spec.parts.map((part) => partFault(spec, part, row)?.kind)
    expect(faults).toContain('missing')
  })
})

test('an announcement ends after it starts, and its empty end is not written', () => {
  const spec = lists.announcements
  const [, until] = spec.parts
  const row = fullRow.announcements
  expect(partFault(spec, until, { ...row, until: row.publishDate })?.kind).toBe('endsBeforeStart')
  const [fresh] = JSON.parse(writeRows([emptyRow(spec, 0)], spec)) as object[]
  expect(fresh).toEqual({ publishDate: '1970-01-01T00:00:00.000Z', type: 'default', content: '', extra: '' })
})
