import { expect, test } from 'bun:test'
import { screen, visit } from '../../../test/visit.tsx'
import { WindowRows } from './window-rows.tsx'

const rowHeight = 60

test.each([
  [3, 3],
  [40, 40],
  [500, 0],
])('a list of %d rows is as high as all of them, and a long one has few in the page', async (count, exact) => {
  const seen: { rows: number; height: number }[] = []
  await visit(
    <WindowRows count={count} rowHeight={rowHeight}>
      {({ indices, before, after, listRef }) => {
        seen.push({ rows: indices.length, height: before + indices.length * rowHeight + after })
        return <div ref={listRef}>drawn</div>
      }}
    </WindowRows>,
  )
  await screen.findByText('drawn')
  expect(new Set(seen.map(({ height }) => height))).toEqual(new Set([count * rowHeight]))
  if (exact > 0) expect(seen.at(-1)?.rows).toBe(exact)
  else expect(Math.max(...seen.map(({ rows }) => rows))).toBeLessThan(60)
})
