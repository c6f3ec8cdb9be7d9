import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createManualClock } from '../../platform/test-clock.ts'
import { startTestApp, type TestApp } from '../test-app.ts'

const clock = createManualClock()
let app: TestApp
let isReachable = true
let queries = 0
beforeAll(async () => {
  const isDatabaseReachable = async () => {
    queries++
    return isReachable
  }
  app = await startTestApp({ clock, isDatabaseReachable })
})
afterAll(() => app.close())

test('an administrator can check the database; it is queried at most once in ten seconds', async () => {
  expect((await (await app.addUser({})).get('/api/status/test')).body.code).toBe('insufficient_rights')
  const admin = await app.addUser({ role: 10 })
  const first = await admin.get('/api/status/test')
  expect(first).toMatchObject({ status: 200, body: { success: true, message: 'Server is running' } })
  isReachable = false
  clock.advance(9_999)
  expect((await admin.get('/api/status/test')).status).toBe(200)
  expect(queries).toBe(1)
  clock.advance(1)
  expect(await admin.get('/api/status/test')).toMatchObject({
    status: 503,
    body: { success: false, code: 'storage_unavailable' },
  })
  expect(queries).toBe(2)
})
