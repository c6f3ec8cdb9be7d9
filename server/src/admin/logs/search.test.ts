import { afterAll, beforeAll, expect, spyOn, test } from 'bun:test'
import type { UsageLog } from '@sluice/contract/usage-log'
import { UsageHours } from '../../ledger/usage-hours.ts'
import type { NewUsageLog } from '../../store/schema.ts'
import { addUsageHours } from '../../store/usage-hours.ts'
import { startTestApp, type TestApp, type TestClient } from '../test-app.ts'

const hourMs = 3_600_000
const clock = { time: Date.UTC(2026, 10, 20), now: () => clock.time, monotonic: () => performance.now() }
let app: TestApp
let user: TestClient

/** One call in each of twelve hours: more hours than one statement of a question reads at first. */
beforeAll(async () => {
  app = await startTestApp({ clock })
  user = await app.addUser({ username: 'ulf' })
  const rows = Array.from(
    { length: 12 },
    (_, hour): NewUsageLog => ({
      ...{ user_id: user.id, username: 'ulf', token_id: 3, token_name: 'main', type: 2 },
      ...{ channel_id: 1, model_name: 'gpt-4o', group_name: 'default', quota: 1, list_quota: 1 },
      ...{ cost_quota: 0, prompt_tokens: 5, completion_tokens: 7, use_time_ms: 1, is_stream: 0 },
      ...{ created_at: clock.time - 2 * hour * hourMs, request_id: `r${hour}`, content: '', detail: '{}' },
    }),
  )
  await app.store.db.insertInto('usage_logs').values(rows).execute()
  const hours = new UsageHours()
  for (const row of rows) hours.add({ ...row, cost_known: 0 }, 1)
  await addUsageHours(app.store.db, hours.sorted())
})
afterAll(() => app.close())

/** While `read` runs, a second passes whenever the time is read. */
async function onSlowDatabase<T>(read: () => Promise<T>): Promise<T> {
  let time = performance.now()
  const slow = spyOn(performance, 'now').mockImplementation(() => (time += 1_000))
  try {
    return await read()
  } finally {
    slow.mockRestore()
  }
}

test('a search, whose answer has no cursor, reads on after the time of a list', async () => {
  const found = await onSlowDatabase(() => user.get('/api/log/self/search?keyword=2'))
  expect((found.body.data as UsageLog[]).map((row) => row.request_id)).toEqual(
    Array.from({ length: 12 }, (_, hour) => `r${hour}`),
  )
})

test('a list on a slow database has a part of the rows, and its cursor continues', async () => {
  const found = await onSlowDatabase(() => user.get('/api/log/self?type=2&page_size=100'))
  const { items, next_cursor } = found.body.data as { items: UsageLog[]; next_cursor: string }
  expect(items).toHaveLength(4)
  const rest = await user.get(`/api/log/self?type=2&page_size=100&cursor=${next_cursor}`)
  expect((rest.body.data as { items: UsageLog[] }).items).toHaveLength(8)
})
