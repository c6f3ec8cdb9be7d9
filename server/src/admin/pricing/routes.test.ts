import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Pricing } from '@sluice/contract/pricing'
import { pricing } from '@sluice/contract/pricing'
import { createManualClock } from '../../platform/test-clock.ts'
import { startTestApp, type TestApp, type TestClient } from '../test-app.ts'

const clock = createManualClock()
let app: TestApp
let admin: TestClient
beforeAll(async () => {
  app = await startTestApp({ clock })
  admin = await app.addUser({ role: 10, group: 'svip' })
  const add = (models: string, group: string, more: object = {}) =>
    admin.post('/api/channel/', { name: models, key: 'k', models, group, ...more })
  await add('gpt-4o,common', 'default')
  await add('quick', 'vip')
  await add('secret', 'svip,default')
  await add('inside', 'svip')
  await add('off', 'default', { status: 2 })
  await add('soon', 'default', { expired_time: Math.floor(clock.now() / 1000) + 60 })
})
afterAll(() => app.close())

/** The price list as a visitor or the owner of a session gets it. */
async function readPricing(client?: TestClient, headers: Record<string, string> = {}) {
  const response = await app.send('/api/pricing', {
    headers: { ...(client && { cookie: client.cookie }), ...headers },
  })
  const text = await response.text()
  const body = text === '' ? null : (JSON.parse(text) as Pricing & { success: boolean; message: string })
  return { status: response.status, headers: response.headers, body }
}
const modelNames = (body: Pricing | null) => body?.data.map((row) => row.model_name)

test('a visitor sees the models of the open groups, those that begin with gpt first', async () => {
  const { status, body } = await readPricing()
  expect(status).toBe(200)
  expect(body).toMatchObject({ success: true, message: '' })
  expect(modelNames(body)).toEqual(['gpt-4o', 'common', 'quick', 'secret', 'soon'])
  expect(Object.keys(body?.group_ratio ?? {})).toEqual(['default', 'vip'])
  expect(Object.keys(body?.usable_group ?? {})).toEqual(['default', 'vip'])
  expect(pricing.safeParse(body).success).toBe(true)
})

test('an answer does not contain groups that the caller cannot use', async () => {
  const visitor = (await readPricing()).body?.data.find((row) => row.model_name === 'secret')
  expect(visitor?.enable_groups).toEqual(['default'])
  const { body } = await readPricing(admin)
  expect(modelNames(body)).toContain('inside')
  expect(body?.data.find((row) => row.model_name === 'secret')?.enable_groups).toEqual(['svip', 'default'])
})

test('the group of the account comes first, and ratios are those that the account pays', async () => {
  const value = JSON.stringify({ svip: { vip: 0.5 } })
  await admin.put('/api/option/', { key: 'GroupGroupRatio', value })
  const { body } = await readPricing(admin)
  expect(Object.entries(body?.group_ratio ?? {})).toEqual([
    ['svip', 1],
    ['default', 1],
    ['vip', 0.5],
  ])
  expect((await readPricing()).body?.group_ratio).toEqual({ default: 1, vip: 1 })
})

test('a client that sends the current ETag gets 304 until something changes', async () => {
  const { headers } = await readPricing(admin)
  const etag = headers.get('etag') ?? ''
  expect(headers.get('cache-control')).toBe('private, no-cache')
  const again = await readPricing(admin, { 'if-none-match': `W/${etag}` })
  expect(again).toMatchObject({ status: 304, body: null })
  expect((await readPricing(undefined, { 'if-none-match': etag })).status).toBe(200)
  await admin.put('/api/option/', { key: 'ModelRatio', value: '{"common":3}' })
  const changed = await readPricing(admin, { 'if-none-match': etag })
  expect(changed.status).toBe(200)
  expect(changed.body?.data.find((row) => row.model_name === 'common')).toMatchObject({ model_ratio: 3 })
})

test('the list is compressed for clients that accept gzip', async () => {
  const models = Array.from({ length: 50 }, (_, index) => `some-model-${index}`).join(',')
  await admin.post('/api/channel/', { name: 'many', key: 'k', models, group: 'default' })
  const { headers } = await app.send('/api/pricing', { headers: { 'accept-encoding': 'gzip' } })
  expect(headers.get('content-encoding')).toBe('gzip')
})

test('a model leaves the list when its last channel expires, without any change', async () => {
  expect(modelNames((await readPricing()).body)).toContain('soon')
  clock.advance(61_000)
  expect(modelNames((await readPricing()).body)).not.toContain('soon')
})

test('HeaderNavModules limits prices to accounts, or switches them off', async () => {
  const set = (value: string) => admin.put('/api/option/', { key: 'HeaderNavModules', value })
  await set('{"pricing":{"enabled":true,"requireAuth":true},"rankings":false}')
  expect(await readPricing()).toMatchObject({ status: 401, body: { success: false, code: 'not_logged_in' } })
  expect((await readPricing(admin)).status).toBe(200)
  await set('{"pricing":false}')
  for (const client of [undefined, admin])
    expect(await readPricing(client)).toMatchObject({
      status: 403,
      body: { success: false, code: 'page_switched_off' },
    })
  await set('')
  expect((await readPricing()).status).toBe(200)
})
