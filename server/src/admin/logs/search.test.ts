import { afterAll, beforeAll, expect, spyOn, test } from 'bun:test'
import type { UsageLog } from '@sluice/contract/usage-log'
import { insertUsageRows } from '../../ledger/test-accounts.ts'
import { newTestUsageLog } from '../../store/test-usage-logs.ts'
import { startTestApp, type TestAnswer, type TestApp, type TestClient } from '../test-app.ts'

const hourMs = 3_600_000
const clock = { time: Date.UTC(2026, 10, 20), now: () => clock.time, monotonic: () => performance.now() }
let app: TestApp
let user: TestClient

/** One call in each of twelve hours: more hours than the first statement of a search reads. */
beforeAll(async () => {
  app = await startTestApp({ clock })
  user = await app.addUser({ username: 'ulf' })
  const rows = Array.from({ length: 12 }, (_, hour) =>
    newTestUsageLog({
      user_id: user.id,
      token_id: 3,
      created_at: clock.time - 2 * hour * hourMs,
      request_id: `r${hour}`,
    }),
  )
  await insertUsageRows(app.store, rows)
})
afterAll(() => app.close())

interface FoundRows {
  data: UsageLog[]
  next_cursor: string | null
}
// The test client leaves the fields beside `data` untyped.
const readRows = (answer: TestAnswer) => answer.body as unknown as FoundRows

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

test('a search on a slow database returns a part of the rows and a cursor to continue', async () => {
  const search = async (query = '') => readRows(await user.get(`/api/log/self/search?keyword=2${query}`))
  const first = await onSlowDatabase(() => search())
  expect(first.data).toHaveLength(4)
  const rest = await search(`&cursor=${first.next_cursor}`)
  expect([...first.data, ...rest.data].map((row) => row.request_id)).toEqual(
    Array.from({ length: 12 }, (_, hour) => `r${hour}`),
  )
  expect(rest.next_cursor).toBeNull()
  expect((await search()).data).toHaveLength(12)
  expect((await user.get('/api/log/self/search?cursor=x')).body.code).toBe('invalid_parameters')
})

test('a list on a slow database returns a part of the rows and a cursor to continue', async () => {
  const found = await onSlowDatabase(() => user.get('/api/log/self?type=2&page_size=100'))
  const { items, next_cursor } = found.body.data as { items: UsageLog[]; next_cursor: string }
  expect(items).toHaveLength(4)
  const rest = await user.get(`/api/log/self?type=2&page_size=100&cursor=${next_cursor}`)
  expect((rest.body.data as { items: UsageLog[] }).items).toHaveLength(8)
})

test('a search by content on a slow database ends too', async () => {
  const row = { content: 'needle in the log', type: 4, created_at: 1_000 }
  await app.store.db.updateTable('usage_logs').set(row).where('request_id', '=', 'r11').execute()
  const search = async (query = '') => readRows(await app.root.get(`/api/log/search?keyword=needle${query}`))
  const found: UsageLog[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const answer: FoundRows = await onSlowDatabase(() => search(`&cursor=${cursor}`))
    found.push(...answer.data)
    cursor = answer.next_cursor
  }
  expect(found.map(({ request_id }) => request_id)).toEqual(['r11'])
})
