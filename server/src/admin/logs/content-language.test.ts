import { afterAll, beforeAll, expect, test } from 'bun:test'
import { quota } from '@sluice/contract/quota'
import { logType } from '@sluice/contract/roles'
import type { UsageLogPage } from '@sluice/contract/usage-log'
import { buildNoteRow } from '../../ledger/build-note-row.ts'
import { insertUsageRows } from '../../ledger/test-accounts.ts'
import { createManualClock } from '../../platform/test-clock.ts'
import { addToken, readAnswer, startTestApp, type TestApp, type TestClient } from '../test-app.ts'

const clock = createManualClock(Date.UTC(2026, 10, 20))
let app: TestApp
let ada: TestClient
let key = ''

const amount = quota(1_000_000)
const sentences = {
  en: [
    'Topped up $2, paid ¥14.60 by Alipay, order o1',
    'The request is not valid: must be a number.',
    'upstream said no',
    'an imported row',
    'Balance changed by an administrator from $0 to $2',
  ],
  zh: [
    '充值 $2，支付 ¥14.60（支付宝），订单号：o1',
    '请求无效：必须是数字。',
    'upstream said no',
    'an imported row',
    '管理员将余额从 $0 调整为 $2',
  ],
}

beforeAll(async () => {
  app = await startTestApp({ clock })
  ada = await app.addUser({ username: 'ada' })
  const token = await addToken(ada, 'tool')
  key = token.key
  await app.root.put('/api/user/', { id: ada.id, quota: amount })
  await insertRows(token.id)
})
afterAll(() => app?.close())

/** The rows of a top-up, of two failed calls and of an import without codes, from the newest to the oldest. */
async function insertRows(tokenId: number): Promise<void> {
  const origin = { userId: ada.id, username: 'ada', groupName: 'default', requestId: 'r' }
  const params = { amount, price: '14.60', method: 'alipay', order: 'o1' }
  const text = { note: { code: 'topped_up', params } as const, content: 'as it was written' }
  const note = buildNoteRow({ ...origin, type: logType.topUp, text, at: clock.now() })
  const old = { ...note, type: logType.system, content: 'an imported row', detail: '{}' }
  const refused = {
    code: 'invalid_request',
    status: 400,
    message: 'The request is not valid: must be a number.',
    params: { reason: 'must be a number' },
    param_reasons: { reason: { code: 'mustBeNumber', params: {} } },
  }
  const errors = [refused, { code: 'invalid_request', status: 400, message: 'upstream said no' }].map((error) => ({
    ...note,
    type: logType.error,
    content: error.message,
    detail: JSON.stringify({ error }),
  }))
  const rows = [note, ...errors, old].map((row, index) => ({
    ...row,
    token_id: tokenId,
    created_at: clock.now() + 9_000 - index * 1_000,
  }))
  await insertUsageRows(app.store, rows)
}

const readContents = (data: unknown): string[] => {
  const rows = Array.isArray(data) ? data : (data as UsageLogPage).items
  return rows.map(({ content }) => content)
}
const requestContents = async (client: TestClient, path: string, headers: Record<string, string> = {}) =>
  readContents((await client.request('GET', path, undefined, headers)).body.data)

test('every list writes messages in the requested language, English by default', async () => {
  for (const [client, path] of [
    [app.root, '/api/log/?username=ada'],
    [app.root, '/api/log/search'],
    [ada, '/api/log/self'],
    [ada, '/api/log/self/search'],
  ] as const) {
    expect(await requestContents(client, path)).toEqual(sentences.en)
    expect(await requestContents(client, path, { 'accept-language': 'zh-CN,zh;q=0.9,en;q=0.8' })).toEqual(sentences.zh)
  }
})

test('if the request names no language, the language of the account is used, for its API key too', async () => {
  await ada.put('/api/user/setting', { language: 'zh' })
  expect(await requestContents(ada, '/api/log/self')).toEqual(sentences.zh)
  expect(await requestContents(ada, '/api/log/self', { 'accept-language': 'en' })).toEqual(sentences.en)
  expect(await requestContents(app.root, '/api/log/?username=ada')).toEqual(sentences.en)
  const headers = { authorization: `Bearer sk-${key}` }
  const { body } = await readAnswer(await app.send('/api/log/token', { headers }))
  expect(readContents(body.data)).toEqual(sentences.zh.slice(0, 4))
})

test('a row has the code and the values of its text', async () => {
  const { items } = (await ada.get('/api/log/self')).body.data as UsageLogPage
  expect(JSON.parse(items.at(-1)?.other ?? '')).toEqual({
    note: { code: 'balance_changed', params: { from: 0, to: amount } },
  })
})

test('amounts are written in the current quota display of the site', async () => {
  await app.root.put('/api/option/', { key: 'DisplayInCurrencyEnabled', value: 'false' })
  expect((await requestContents(app.root, '/api/log/?username=ada')).at(-1)).toBe(
    'Balance changed by an administrator from 0 units to 1000000 units',
  )
})
