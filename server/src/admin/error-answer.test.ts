import { afterAll, beforeAll, expect, test } from 'bun:test'
import { failure } from '@sluice/contract/envelope'
import { startTestApp, type TestApp } from './test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app?.close())

const sendRefused = async (headers: Record<string, string>) =>
  (await app.root.request('PUT', '/api/user/', { id: app.root.id, display_name: 'x'.repeat(50) }, headers)).body

test('a refusal is in the requested language, with the data of its message', async () => {
  const zh = await sendRefused({ 'accept-language': 'zh-CN,zh;q=0.9,en;q=0.8' })
  expect(zh).toMatchObject({
    success: false,
    code: 'invalid_parameters',
    message: 'display_name：最多 20 个字符。',
    fields: { display_name: '最多 20 个字符' },
    params: { reason: 'display_name must not be longer than 20 characters' },
    reasons: { display_name: 'must not be longer than 20 characters' },
    param_reasons: { reason: { code: 'notLonger', params: { max: '20' }, at: 'display_name' } },
    field_reasons: { display_name: { code: 'notLonger', params: { max: '20' } } },
  })
  expect(failure.safeParse(zh).error).toBeUndefined()
  const others: Record<string, string>[] = [{}, { 'accept-language': 'en-US,zh;q=0.5' }, { 'accept-language': 'fr' }]
  for (const headers of others)
    expect(await sendRefused(headers)).toMatchObject({
      message: 'display_name must not be longer than 20 characters.',
      fields: { display_name: 'must not be longer than 20 characters' },
    })
})

test('if the request names no language, a refusal is in the language of the account, also one for missing rights', async () => {
  const ben = await app.addUser({})
  await ben.put('/api/user/setting', { language: 'zh' })
  const readMessage = async (headers: Record<string, string> = {}) =>
    (await ben.request('PUT', '/api/user/setting', { language: 'fr' }, headers)).body.message
  expect(await readMessage()).toMatch(/^language：/)
  expect(await readMessage({ 'accept-language': '*' })).toMatch(/^language：/)
  expect(await readMessage({ 'accept-language': 'en' })).toMatch(/^language must/)
  expect((await ben.get('/api/log/')).body).toMatchObject({
    code: 'insufficient_rights',
    message: expect.stringMatching(/\p{Script=Han}/u),
  })
  const withoutUserHeader = await app.send('/api/user/self', { headers: { cookie: ben.cookie } })
  expect(await withoutUserHeader.json()).toMatchObject({
    code: 'user_header_missing',
    message: expect.stringMatching(/\p{Script=Han}/u),
  })
  expect((await ben.post('/api/user/amount', { amount: 'x' })).body.data).toMatch(/^amount：/)
})

test('answers about top-ups are in the requested language too', async () => {
  const { body } = await app.root.request('POST', '/api/user/amount', { amount: 'x' }, { 'accept-language': 'zh' })
  expect(body).toMatchObject({
    message: 'error',
    code: 'invalid_parameters',
    data: expect.stringMatching(/^amount：/),
  })
})
