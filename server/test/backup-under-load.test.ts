import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../src/store/open-database.ts'
import { fakeOpenAi } from './fake-openai.ts'
import { type FakeUpstream, startFakeUpstream } from './fake-upstream.ts'
import { runCommand } from './server-process.ts'
import { startTestServer, type TestServer, testSecrets } from './test-server.ts'
import { waitUntil } from './wait-until.ts'

const path = '/v1/chat/completions'
const chat = { model: 'gpt-4o', messages: [{ role: 'user', content: 'Where does the river run?' }] }
const callers = 8

let folder: string
let upstream: FakeUpstream
let server: TestServer
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-backup-load-'))
  upstream = await startFakeUpstream(fakeOpenAi())
  server = await startTestServer('SQLite')
}, 60_000)
// The server's own money is audited by stop().
afterAll(async () => {
  await server?.stop()
  await upstream?.close()
  rmSync(folder, { recursive: true, force: true })
}, 60_000)

test('a backup of a server under load, restored elsewhere, has every call before it and audits clean', async () => {
  await server.addChannel(upstream.url)
  const key = await server.makeToken('user')
  const answered: string[] = []
  let isOver = false
  const caller = async (index: number) => {
    for (let turn = index; !isOver; turn++) {
      const answer = await server.relay(key, path, { ...chat, stream: turn % 2 === 0 })
      await answer.text()
      expect(answer.status).toBe(200)
      answered.push(answer.headers.get('x-oneapi-request-id') ?? '')
    }
  }
  const load = Promise.all(Array.from({ length: callers }, (_, index) => caller(index)))
  await waitUntil('calls are answered', () => answered.length >= 60)
  const store = await server.database.open()
  const settled = (await store.db.selectFrom('usage_logs').select('request_id').where('type', '=', 2).execute()).map(
    (row) => row.request_id,
  )
  await store.close()
  expect(settled.length).toBeGreaterThan(0)

  const before = answered.length
  const backup = join(folder, 'backup')
  expect(await runCommand(['backup', backup], server.database.environment)).toMatchObject({ code: 0 })
  expect(answered.length).toBeGreaterThan(before)
  isOver = true
  await load

  const elsewhere = { SQL_DSN: '', DATA_DIR: join(folder, 'restored'), ...testSecrets }
  expect(await runCommand(['restore', backup], elsewhere)).toMatchObject({ code: 0 })
  const audit = await runCommand(['ledger', 'audit', '--json'], elsewhere)
  expect(audit).toMatchObject({ code: 0 })
  expect(JSON.parse(audit.output)).toMatchObject({ isClean: true })
  const restored = await openDatabase({
    dsn: '',
    sqlitePath: join(elsewhere.DATA_DIR, 'sluice.db'),
    poolMax: 1,
    access: 'read',
  })
  const rows = await restored.db.selectFrom('usage_logs').select('request_id').where('type', '=', 2).execute()
  await restored.close()
  const known = new Set(rows.map((row) => row.request_id))
  expect(known.size).toBe(rows.length)
  expect(settled.filter((id) => !known.has(id))).toEqual([])
}, 120_000)
