import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { ReceiptLink, SharedReceipt } from '@sluice/contract/receipt'
import type { SystemState } from '@sluice/contract/system'
import type { UsageEntry, UsageHistogram, UsageLog, UsageLogPage } from '@sluice/contract/usage-log'
import { insertUsageRows } from '../../ledger/test-accounts.ts'
import { createManualClock } from '../../platform/test-clock.ts'
import type { NewUsageLog } from '../../store/schema.ts'
import { newTestUsageHour } from '../../store/test-usage-hours.ts'
import { newTestUsageLog } from '../../store/test-usage-logs.ts'
import { noUse } from '../../store/usage-hour-question.ts'
import { addUsageHours } from '../../store/usage-hours.ts'
import { startTestApp, type TestAnswer, type TestApp, type TestClient, testOrigin } from '../test-app.ts'

const hourMs = 3_600_000
const now = Date.UTC(2026, 10, 20, 12, 30)
const clock = createManualClock(now)
const seconds = now / 1000
let app: TestApp
let admin: TestClient
let user: TestClient
let other: TestClient

const attempt = { channel_id: 1, channel_name: 'first', status: 200, error: null, started_ms: 0, duration_ms: 9 }
const routed = (id: string) => ({ admin_info: { use_channel: ['1'], attempts: [{ ...attempt, upstream_id: id }] } })

beforeAll(async () => {
  app = await startTestApp({ clock })
  admin = await app.addUser({ role: 10 })
  user = await app.addUser({ username: 'ulf' })
  other = await app.addUser({ username: 'vera' })
  const base = newTestUsageLog({ user_id: user.id, username: 'ulf', created_at: now, is_stream: 1 })
  const row = (ago: number, more: Partial<NewUsageLog>, detail: object = {}): NewUsageLog => ({
    ...base,
    created_at: now - ago,
    ...more,
    detail: JSON.stringify(detail),
  })
  await insertUsageRows(app.store, [
    row(50 * hourMs, { quota: 1, request_id: 'old' }),
    row(3_000_000, { quota: 100, request_id: 'a', client: 'Codex' }, { frt: 300, ...routed('req_up-1') }),
    row(
      1_000_000,
      { quota: 0, type: 5, request_id: 'b', is_charged: 1 },
      { error: { code: 'x', status: 502, message: 'secret' } },
    ),
    row(1_000_000, { quota: 200, request_id: 'b', token_name: '=cmd()' }, { frt: 500, end: 'upstream_cut' }),
    row(900_000, { quota: -40, type: 4, content: 'refund' }),
    row(800_000, { quota: 0, type: 1, content: 'topped up' }),
    row(
      10_000,
      { user_id: other.id, username: 'vera', quota: 7, request_id: 'b' },
      { frt: 900, ...routed('req_upX1') },
    ),
  ])
})
afterAll(() => app.close())

const listed = async (client: TestClient, query: string) =>
  ((await client.get(`/api/log/${client === admin ? '' : 'self'}?${query}`)).body.data as UsageLogPage).items
const histogram = async (client: TestClient, query: string) =>
  (await client.get(`/api/log/${client === admin ? '' : 'self/'}histogram?${query}`)).body.data as UsageHistogram

test('only calls are listed, charged and failed, where that is asked', async () => {
  expect((await listed(admin, 'calls_only=1')).map(({ quota }) => quota)).toEqual([7, 200, 0, 100, 1])
  expect((await listed(user, 'calls_only=1')).map(({ type }) => type)).toEqual([2, 5, 2, 2])
  // A type says more.
  expect((await listed(user, 'calls_only=1&type=1')).map(({ content }) => content)).toEqual(['topped up'])
})

test('calls of a program are listed and counted', async () => {
  expect((await listed(user, 'client=Codex')).map(({ quota, client }) => [quota, client])).toEqual([[100, 'Codex']])
  expect(await listed(other, 'client=Codex')).toEqual([])
  expect(await histogram(admin, 'client=Codex')).toMatchObject({ calls: 1, failed: 0, quota: 100 })
  expect((await admin.get('/api/log/stat?client=Codex')).body.data).toMatchObject({ quota: 100 })
})

test('a call is found by the id that its upstream gave it, within the rows of the reader', async () => {
  expect((await listed(admin, 'upstream_id=req_up-1')).map(({ quota }) => quota)).toEqual([100])
  // The underscore matches only itself.
  expect(await listed(admin, 'upstream_id=req-up_1')).toEqual([])
  expect(await listed(user, 'upstream_id=req_upX1')).toEqual([])
  expect((await admin.get('/api/log/?upstream_id=%25')).body.fields).toHaveProperty('upstream_id')
})

describe('the histogram', () => {
  test('counts a later part of a charge as money alone', async () => {
    const viewer = await app.addUser({ username: 'wim' })
    const base = newTestUsageLog({ user_id: viewer.id, username: 'wim', created_at: now - 60_000 })
    const rest = { ...base, quota: 25, request_id: 'task:1:settle', is_charged: 1 }
    await insertUsageRows(app.store, [{ ...base, quota: 100, request_id: 'v' }, rest])
    const found = await histogram(viewer, `start_timestamp=${seconds - 3600}&end_timestamp=${seconds}`)
    expect(found).toMatchObject({ calls: 1, failed: 0, quota: 125 })
    await app.store.db.deleteFrom('usage_logs').where('user_id', '=', viewer.id).execute()
  })

  const lastHour = `start_timestamp=${seconds - 3600}&end_timestamp=${seconds + 3600}`

  test('has calls, failures and charges less refunds by time, and a stream that was cut as one failure', async () => {
    const { bins, ...sums } = await histogram(user, lastHour)
    expect(sums).toEqual({
      start: seconds - 3600,
      end: seconds,
      step: 60,
      calls: 1,
      failed: 1,
      quota: 260,
      counted_from: seconds - 3600,
      first_token_ms: 500,
      first_token_calls: 2,
    })
    const atMinute = (ago: number) => seconds - 3600 + Math.floor((3600 - ago) / 60) * 60
    expect(bins).toEqual([
      { at: atMinute(3_000), calls: 1, failed: 0, quota: 100 },
      { at: atMinute(1_000), calls: 0, failed: 1, quota: 200 },
      { at: atMinute(900), calls: 0, failed: 0, quota: -40 },
    ])
  })

  test('counts what the filter selects', async () => {
    expect(await histogram(admin, lastHour)).toMatchObject({ calls: 2, failed: 1, quota: 267 })
    expect(await histogram(user, `${lastHour}&type=5`)).toMatchObject({ calls: 0, failed: 1, quota: 0 })
    expect(await histogram(user, `${lastHour}&type=2`)).toMatchObject({ calls: 1, failed: 1, quota: 260 })
    expect(await histogram(user, `${lastHour}&upstream_id=req_up-1`)).toMatchObject({ calls: 1, quota: 100 })
    expect(await histogram(user, `${lastHour}&model_name=none`)).toMatchObject({ calls: 0, quota: 0, bins: [] })
  })

  test('long spans come from the hourly sums, without the parts of their hours that are outside', async () => {
    const hour = Math.floor(now / hourMs) * hourMs - 100 * hourMs
    const sum = (more: object) =>
      newTestUsageHour({ ...noUse, user_id: user.id, hour, model_name: 'summed', calls: 30_000, quota: 9, ...more })
    await addUsageHours(app.store.db, [sum({}), sum({ hour: hour + hourMs, errors: 5, charged_errors: 2 })])
    // The row adds itself to the sums of its hour.
    const outside = { model_name: 'summed', user_id: user.id, quota: 4, created_at: hour + 10_000 }
    await insertUsageRows(app.store, [newTestUsageLog(outside)])
    const start = hour / 1000
    const found = await histogram(
      user,
      `model_name=summed&start_timestamp=${start + 60}&end_timestamp=${start + 9_000}`,
    )
    expect(found).toMatchObject({ step: 3600, calls: 59_998, failed: 5, quota: 18 })
    const charged = `model_name=summed&type=2&start_timestamp=${start + 60}&end_timestamp=${start + 9_000}`
    expect(await histogram(user, charged)).toMatchObject({ calls: 59_998, failed: 2, quota: 18 })
    expect(found.bins.map(({ at }) => at)).toEqual([start, start + 3600])
  })
})

describe('a row by its place', () => {
  test('comes with the other rows of its call, for those who may see it', async () => {
    const [cut] = await listed(user, 'request_id=b&type=2')
    const path = `entry/${cut?.id}?created_at=${cut?.created_at}`
    const { entry, related } = (await user.get(`/api/log/self/${path}`)).body.data as UsageEntry
    expect(entry).toEqual(cut as UsageLog)
    // Another account's call with the same id is another call.
    expect(related.map(({ type, user_id }) => [type, user_id])).toEqual([[5, user.id]])
    expect((await admin.get(`/api/log/${path}`)).body.success).toBe(true)
    expect((await other.get(`/api/log/self/${path}`)).body.code).toBe('not_found')
    expect((await user.get(`/api/log/${path}`)).body.code).toBe('insufficient_rights')
    expect((await user.get('/api/log/self/entry/1')).body.fields).toHaveProperty('created_at')
  })
})

describe('the export', () => {
  const requestOf = (client: TestClient, query: string) => ({
    path: `/api/log/${client === admin ? '' : 'self/'}export?${query}`,
    headers: { cookie: client.cookie, 'new-api-user': String(client.id) },
  })
  const read = async (client: TestClient, query: string) => {
    const { path, headers } = requestOf(client, query)
    const answer = await app.send(path, { headers })
    return { status: answer.status, headers: answer.headers, bytes: new Uint8Array(await answer.arrayBuffer()) }
  }
  const readText = async (client: TestClient, query: string) =>
    new TextDecoder().decode((await read(client, query)).bytes)
  /** As over a socket: nothing else reads the answer. */
  const open = async (client: TestClient, query: string, signal: AbortSignal) => {
    const { path, headers } = requestOf(client, query)
    const server = { requestIP: () => ({ address: '192.0.2.1', family: 'IPv4', port: 1 }) }
    const request = new Request(testOrigin + path, { headers, signal })
    return await app.fetch(request, server as unknown as Bun.Server<unknown>)
  }

  test('is a file of all rows of the filter, with the fields that the reader may see', async () => {
    const answer = await read(user, 'calls_only=1')
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="usage-2026-11-20.csv"')
    const [head = '', ...lines] = new TextDecoder().decode(answer.bytes).trimEnd().split('\r\n')
    expect(head).toStartWith('time,kind,model,')
    // The mark by which spreadsheets recognise UTF-8.
    expect([...answer.bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    expect(head).not.toContain('channel')
    // As the console calls it; the cost is what the upstream takes.
    expect(head).toContain(',spent,spent_quota,')
    expect(head).not.toContain('cost')
    expect(lines).toHaveLength(5)
    // A text that looks like a formula is marked as text.
    expect(lines[0]).toContain(`,'=cmd(),`)
    const operator = await readText(admin, 'calls_only=1&username=vera')
    expect(operator).toContain('req_upX1')
    expect(operator.trimEnd().split('\r\n')).toHaveLength(2)
  })

  test('has a line of JSON for each row', async () => {
    const text = await readText(user, 'format=jsonl&request_id=a')
    const [row] = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(row).toMatchObject({ quota: 100, request_id: 'a', other: { frt: 300 } })
    expect(row.other).not.toHaveProperty('admin_info')
  })

  test('goes past any page, and ends with its reader', async () => {
    const rows = Array.from({ length: 1_201 }, (_, at) =>
      newTestUsageLog({ user_id: other.id, created_at: now - 20 * hourMs + at, model_name: 'many', quota: at }),
    )
    await insertUsageRows(app.store, rows)
    const text = await readText(other, 'format=jsonl&model_name=many')
    expect(
      text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).quota),
    ).toEqual(rows.map((_, at) => 1_200 - at))
    for (const leave of ['cancels', 'disconnects']) {
      const client = new AbortController()
      const reader = (await open(other, 'model_name=many', client.signal)).body?.getReader()
      await reader?.read()
      // One at a time for an account.
      expect((await read(other, 'model_name=many')).status).toBe(429)
      expect((await read(user, 'request_id=none')).status).toBe(200)
      if (leave === 'cancels') await reader?.cancel()
      else client.abort()
      expect((await read(other, 'request_id=none')).status).toBe(200)
    }
  })
})

describe('long work on the log', () => {
  const tasks = async () =>
    ((await app.root.get('/api/system/')).body.data as SystemState).tasks.filter(
      ({ kind }) => kind === 'export' || kind === 'log_cleanup',
    )

  test('an export is a task while it is read, and cancelling it cuts the file off', async () => {
    await insertUsageRows(
      app.store,
      Array.from({ length: 2_600 }, (_, at) =>
        newTestUsageLog({ user_id: user.id, created_at: now - 22 * hourMs + at, model_name: 'long' }),
      ),
    )
    const server = { requestIP: () => ({ address: '192.0.2.1', family: 'IPv4', port: 1 }) }
    const headers = { cookie: user.cookie, 'new-api-user': String(user.id) }
    const request = new Request(`${testOrigin}/api/log/self/export?model_name=long`, { headers })
    const reader = (await app.fetch(request, server as unknown as Bun.Server<unknown>)).body?.getReader()
    await reader?.read()
    expect(await tasks()).toMatchObject([{ kind: 'export', id: user.id, state: 'running', started_by: 'ulf' }])
    const cancel = (client: TestClient, id: number) => client.post('/api/system/cancel', { kind: 'export', id })
    expect((await cancel(admin, user.id)).body.code).toBe('insufficient_rights')
    expect((await cancel(app.root, 999)).body.data).toBe(false)
    expect((await cancel(app.root, user.id)).body.data).toBe(true)
    const readOn = async () => {
      while (!(await reader?.read())?.done);
    }
    await expect(readOn()).rejects.toThrow()
    while ((await tasks()).length > 0) await Bun.sleep(5)
  })

  test('a cleanup says how much it deleted, and stays the last of its kind', async () => {
    const before = seconds - 45 * 3_600
    const { body } = await app.root.delete(`/api/log/?target_timestamp=${before}`)
    expect(body).toMatchObject({ data: 2, is_running: false })
    expect(await tasks()).toMatchObject([{ kind: 'log_cleanup', state: 'finished', done: 2, started_by: 'root' }])
    expect((await app.root.post('/api/system/cancel', { kind: 'log_cleanup' })).body.data).toBe(false)
  })
})

describe('a link to a receipt', () => {
  const make = async (client: TestClient, body: object) => await client.post('/api/log/receipt', body)
  const linkOf = (answer: TestAnswer) => (answer.body.data as ReceiptLink).link
  const open = async (link: string) => {
    const answer = await app.send(`/api/receipt/${link}`)
    return (await answer.json()) as { success: boolean; code?: string; data?: SharedReceipt }
  }
  const placeOf = async (query: string) => {
    const [row] = await listed(user, query)
    return { id: row?.id ?? 0, created_at: row?.created_at ?? 0 }
  }

  test('shows the amounts of a call without a login, and neither account, key, route nor texts', async () => {
    const link = linkOf(await make(user, { ...(await placeOf('request_id=b&type=5')), days: 3 }))
    const { data } = await open(link)
    expect(data).toMatchObject({ type: 5, quota: 0, request_id: 'b', expires_at: seconds + 3 * 86_400 })
    expect(JSON.parse(data?.other ?? '')).toEqual({ error: { code: 'x', status: 502 } })
    const shown = JSON.stringify((await open(linkOf(await make(user, await placeOf('request_id=a'))))).data)
    for (const hidden of ['ulf', 'main', 'first', 'req_up', 'secret', 'user_id']) expect(shown).not.toContain(hidden)
  })

  test('is made for own calls only, except by administrators', async () => {
    const place = await placeOf('request_id=a')
    expect((await make(other, place)).body.code).toBe('not_found')
    expect((await make(admin, place)).body.success).toBe(true)
    expect((await make(user, await placeOf('type=1'))).body.code).toBe('not_found')
    expect((await make(user, { ...place, days: 31 })).body.fields).toHaveProperty('days')
  })

  test('cannot be changed, ends at its time, and is revoked with all others of its account', async () => {
    const place = await placeOf('request_id=a')
    const link = linkOf(await make(user, { ...place, days: 1 }))
    const [payload = '', signature = ''] = link.split('.')
    const later = payload.replace(/[^-]+$/, (end) => (Number.parseInt(end, 36) + 1).toString(36))
    for (const wrong of [`${later}.${signature}`, payload, `${payload}.`, `${link}.x`, 'x', `${link}x`])
      expect((await open(wrong)).code).toBe('not_found')
    clock.advance(86_400_000 + 1_000)
    expect((await open(link)).code).toBe('not_found')
    clock.advance(-86_400_000 - 1_000)
    expect((await open(link)).success).toBe(true)
    const kept = linkOf(await make(admin, { ...(await listed(other, 'request_id=b'))[0], days: 1 }))
    expect((await user.delete('/api/log/receipt')).body.success).toBe(true)
    expect((await open(link)).code).toBe('not_found')
    expect((await open(kept)).success).toBe(true)
    expect((await open(linkOf(await make(user, place)))).success).toBe(true)
  })
})
