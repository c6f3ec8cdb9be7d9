import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { ReceiptLink } from '@sluice/contract/receipt'
import { logType } from '@sluice/contract/roles'
import { keysOf } from '@sluice/contract/typed-keys'
import { fieldReaders, isShownTo, type UsageReader } from '@sluice/contract/usage-log-readers'
import { insertUsageRows } from '../../ledger/test-accounts.ts'
import { createManualClock } from '../../platform/test-clock.ts'
import { newTestUsageLog } from '../../store/test-usage-logs.ts'
import { addToken, startTestApp, type TestApp, type TestClient, testOrigin } from '../test-app.ts'
import { shownDetail } from './shown-detail.ts'

const now = Date.UTC(2026, 10, 20, 12, 30)
const clock = createManualClock(now)
const channel = 98_765_432
const cost = 87_654_321
let app: TestApp
let admin: TestClient
let owner: TestClient
let key: string
let tokenId: number

const columns = new Set(Object.keys(newTestUsageLog()).concat('id', 'channel', 'channel_name', 'use_time', 'group'))
const detailFields = keysOf(fieldReaders).filter((field) => !columns.has(field) && field !== 'other')
const markOf = (field: string) => `mark-of-${field}`

/** A detail in which each field has a mark of its own. */
function markedDetail(): Record<string, unknown> {
  const plain = Object.fromEntries(detailFields.map((field) => [field, markOf(field)]))
  return {
    ...plain,
    note: { code: markOf('note'), params: {} },
    error: { code: markOf('error'), status: 502, message: markOf('error-message') },
    tool_runs: [{ tool: markOf('tool_runs'), count: 1, tokens: { model: 'm', detail: plain } }],
    admin_info: { use_channel: [markOf('admin_info')], client_ip: markOf('admin_info'), cost_quota: cost },
    'a field of tomorrow': markOf('tomorrow'),
  }
}

beforeAll(async () => {
  app = await startTestApp({ clock })
  admin = await app.addUser({ role: 100 })
  owner = await app.addUser({ username: 'ulf' })
  const token = await addToken(owner, 'tool')
  key = token.key
  tokenId = token.id
  const row = newTestUsageLog({
    user_id: owner.id,
    created_at: now - 1_000,
    token_id: tokenId,
    channel_id: channel,
    cost_quota: cost,
    cost_known: 1,
    request_id: 'marked',
    detail: JSON.stringify(markedDetail()),
  })
  await insertUsageRows(app.store, [row, { ...row, type: logType.error, quota: 0, content: markOf('content') }])
})
afterAll(() => app.close())

const text = async (client: TestClient, path: string) =>
  await (
    await app.send(path, { headers: { cookie: client.cookie, 'new-api-user': String(client.id), origin: testOrigin } })
  ).text()
const fieldsIn = (answer: string) =>
  detailFields.filter((field) => answer.includes(`${markOf(field)}\\`) || answer.includes(`${markOf(field)}"`))
const hiddenFrom = (reader: UsageReader) => detailFields.filter((field) => !isShownTo(reader, field))

async function ownDoors(): Promise<Record<string, string>> {
  const rows = (await owner.get('/api/log/self')).body.data as { items: { id: number; created_at: number }[] }
  const span = `start_timestamp=${now / 1000 - 86_400}&end_timestamp=${now / 1000}`
  const doors: Record<string, string> = {}
  for (const path of [
    '/api/log/self',
    '/api/log/self/search?keyword=2',
    `/api/log/self/last-call?token_id=${tokenId}&since=${now - 60_000}`,
    '/api/log/self/export?format=csv',
    '/api/log/self/export?format=jsonl',
    '/api/log/self/stat',
    '/api/log/self/histogram',
    `/api/log/token?key=${key}`,
    `/api/data/self?${span}`,
    `/api/data/self/overview?${span}`,
    `/api/data/self/tokens?${span}`,
    `/api/data/flow/self?${span}`,
    ...rows.items.map(({ id, created_at }) => `/api/log/self/entry/${id}?created_at=${created_at}`),
  ])
    doors[path] = await text(owner, path)
  return doors
}

test('no way out gives an account a field of operators, wherever in the row it stands', async () => {
  const doors = await ownDoors()
  for (const [path, answer] of Object.entries(doors)) {
    expect({ path, hidden: hiddenFrom('owner').filter((field) => answer.includes(markOf(field))) }).toEqual({
      path,
      hidden: [],
    })
    for (const secret of [String(channel), String(cost), markOf('tomorrow')])
      expect({ path, has: answer.includes(secret) }).toEqual({ path, has: false })
  }
  const shown = detailFields.filter((field) => isShownTo('owner', field))
  for (const path of ['/api/log/self', '/api/log/self/export?format=jsonl'])
    expect(fieldsIn(doors[path] ?? '')).toEqual(shown)
})

test('an operator sees every field', async () => {
  expect(fieldsIn(await text(admin, '/api/log/'))).toEqual(detailFields)
  const file = await text(admin, '/api/log/export?format=csv')
  for (const value of [String(channel), String(cost), markOf('admin_info')]) expect(file).toContain(value)
})

test('a link to a receipt shows no field of the account, and no text of an upstream', async () => {
  const { items } = (await owner.get('/api/log/self')).body.data as { items: { id: number; created_at: number }[] }
  for (const { id, created_at } of items) {
    const made = (await owner.post('/api/log/receipt', { id, created_at, days: 1 })).body.data as ReceiptLink
    const answer = await (await app.send(`/api/receipt/${made.link}`)).text()
    expect(hiddenFrom('link').filter((field) => answer.includes(markOf(field)))).toEqual([])
    for (const secret of ['ulf', String(channel), String(cost), markOf('content'), markOf('error-message')])
      expect(answer).not.toContain(secret)
    expect(answer).toContain(markOf('exact_quota'))
  }
})

test('only operators see a detail that is not an object', () => {
  for (const detail of ['', 'secret', '["secret"]', '{"admin_info":']) expect(shownDetail(detail, 'owner')).toBe('')
})
