import { expect, test } from 'bun:test'
import { screen, visit, waitFor } from '../../test/visit.tsx'
import { startOfDay } from '../lib/time-filter.ts'
import { WiderSpan, type WiderSpanProps } from './wider-span.tsx'

const now = () => Date.now() / 1_000
const daysAgo = (days: number) => startOfDay(now() - days * 86_400)

/** A list without rows since `start`, whose rows of a time are `counts` by days ago. */
async function visitEmpty(start: number, counts: Record<number, number>) {
  const asked: number[] = []
  const chosen: number[] = []
  const countSince: WiderSpanProps['countSince'] = async (since) => {
    asked.push(since)
    return Object.entries(counts).reduce(
      (sum, [days, count]) => (daysAgo(Number(days)) >= since ? sum + count : sum),
      0,
    )
  }
  const span = { start, end: now() + 3_600 }
  const { user } = await visit(
    <WiderSpan span={span} queryKey={['rows']} countSince={countSince} onChoose={(since) => chosen.push(since)} />,
  )
  return { user, asked, chosen }
}

test('an empty day offers the rows of three days, with their number', async () => {
  const { user, asked, chosen } = await visitEmpty(daysAgo(0), { 2: 3, 20: 17 })
  await user.click(await screen.findByRole('button', { name: 'Show 3 rows of the last 3 days' }))
  expect(chosen).toEqual([daysAgo(3)])
  expect(asked).toEqual([daysAgo(3)])
})

test('where three days are empty too, it offers those of thirty', async () => {
  const { user, chosen } = await visitEmpty(daysAgo(0), { 20: 1 })
  await user.click(await screen.findByRole('button', { name: 'Show 1 row of the last 30 days' }))
  expect(chosen).toEqual([daysAgo(30)])
})

test('it asks for no span that is shown already, and offers nothing where there are no rows', async () => {
  const { asked } = await visitEmpty(daysAgo(10), {})
  await waitFor(() => expect(asked).toEqual([daysAgo(30)]))
  expect(screen.queryByRole('button')).toBeNull()
})
