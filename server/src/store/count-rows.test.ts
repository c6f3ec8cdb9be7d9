import { expect, test } from 'bun:test'
import { countedRowsMax, readCounted } from './count-rows.ts'

/** A list of `total` numbers, and what was counted. */
function listOf(total: number) {
  const counted: number[] = []
  const read = async (offset: number, limit: number) => {
    const { rows, count } = await readCounted(
      { offset, limit },
      {
        list: async () => Array.from({ length: Math.max(0, Math.min(limit, total - offset)) }, (_, i) => offset + i),
        countUpTo: async (most) => {
          counted.push(most)
          return Math.min(most, total)
        },
      },
    )
    return { rows: rows.length, ...count }
  }
  return { read, counted }
}

test('a page that is not full shows the number of rows, without counting them', async () => {
  const { read, counted } = listOf(45)
  expect(await read(40, 20)).toEqual({ rows: 5, count: 45, isCut: false })
  expect(await listOf(0).read(0, 20)).toEqual({ rows: 0, count: 0, isCut: false })
  expect(counted).toEqual([])
})

test('a full page and one behind the end count the rows', async () => {
  expect(await listOf(40).read(20, 20)).toEqual({ rows: 20, count: 40, isCut: false })
  expect(await listOf(40).read(60, 20)).toEqual({ rows: 0, count: 40, isCut: false })
})

test('counting stops, and the pages of what was counted still lead to each row', async () => {
  const total = countedRowsMax + 50
  const { read } = listOf(total)
  expect(await read(0, 20)).toEqual({ rows: 20, count: countedRowsMax, isCut: true })
  let seen = 0
  for (let offset = countedRowsMax - 20; ; offset += 20) {
    const page = await read(offset, 20)
    seen = offset + page.rows
    if (page.count <= seen) break
  }
  expect(seen).toBe(total)
})
