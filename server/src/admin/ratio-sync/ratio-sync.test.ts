import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { RatioSyncAnswer, RatioSyncChannel } from '@sluice/contract/ratio-sync'
import { startTestLists, type TestLists } from '../../prices/test-lists.ts'
import { startTestApp, type TestApp } from '../test-app.ts'

let app: TestApp
let lists: TestLists
beforeAll(async () => {
  lists = startTestLists()
  app = await startTestApp({ environment: { OUTBOUND_ALLOW: lists.allowed, UPSTREAM_ALLOW_PRIVATE: 'true' } })
  const set = (key: string, value: object) => app.root.put('/api/option/', { key, value: JSON.stringify(value) })
  await set('ModelRatio', { alpha: 1, beta: 2, same: 3 })
  await set('CompletionRatio', { alpha: 4, beta: 4, same: 1 })
  await set('ModelPrice', { picture: 0.04 })
  lists.set('/a/api/pricing', {
    success: true,
    data: [
      { model_name: 'alpha', quota_type: 0, model_ratio: 1.5, completion_ratio: 4, model_price: 0 },
      { model_name: 'same', quota_type: 0, model_ratio: 3, completion_ratio: 1, model_price: 0 },
      { model_name: 'unset', quota_type: 0, model_ratio: 37.5, completion_ratio: 1, model_price: 0 },
      { model_name: 'tiered', quota_type: 0, billing_mode: 'tiered_expr', billing_expr: 'tier("a", p * 2)' },
    ],
  })
  lists.set('/b/api/ratio_config', {
    success: true,
    data: { model_ratio: { alpha: 1, beta: 2.5 }, completion_ratio: { alpha: 4 }, model_price: { picture: 0.05 } },
  })
})
afterAll(async () => {
  await app.close()
  await lists.close()
})

const compare = async (body: object): Promise<RatioSyncAnswer> =>
  (await app.root.post('/api/ratio_sync/fetch', body)).body.data as RatioSyncAnswer

test('differences with this site, by model, field and list', async () => {
  const { differences, test_results } = await compare({
    channel_ids: [],
    upstreams: [
      { name: 'a', base_url: lists.at('/a') },
      { name: 'b', base_url: lists.at('/b'), endpoint: '/api/ratio_config' },
      { name: 'gone', base_url: lists.at('/gone') },
    ],
    timeout: 5,
  })
  expect(test_results).toEqual([
    { name: 'a', status: 'success' },
    { name: 'b', status: 'success' },
    { name: 'gone', status: 'error', error: 'answered with status 404' },
  ])
  const sure = { a: true, b: true }
  expect(differences).toEqual({
    alpha: { model_ratio: { current: 1, upstreams: { a: 1.5, b: 'same' }, confidence: sure } },
    beta: { model_ratio: { current: 2, upstreams: { a: null, b: 2.5 }, confidence: sure } },
    picture: { model_price: { current: 0.04, upstreams: { a: null, b: 0.05 }, confidence: sure } },
    tiered: {
      billing_mode: { current: null, upstreams: { a: 'tiered_expr', b: null }, confidence: sure },
      billing_expr: { current: null, upstreams: { a: 'tier("a", p * 2)', b: null }, confidence: sure },
    },
    unset: {
      model_ratio: { current: null, upstreams: { a: 37.5, b: null }, confidence: { a: false, b: true } },
      completion_ratio: { current: null, upstreams: { a: 1, b: null }, confidence: { a: false, b: true } },
    },
  })
})

test('channels are chosen by their id, and two of one name have two names', async () => {
  for (const path of ['/a', '/b'])
    await app.root.post('/api/channel/', {
      mode: 'single',
      channel: { type: 8, name: 'twin', key: 'k', base_url: lists.at(path), models: 'alpha', group: 'default' },
    })
  const channels = (await app.root.get('/api/ratio_sync/channels')).body.data as RatioSyncChannel[]
  const twins = channels.filter(({ name }) => name === 'twin')
  expect(channels.map(({ id }) => id)).toEqual([-100, -101, ...twins.map(({ id }) => id)])
  expect(twins).toMatchObject([
    { base_url: lists.at('/a'), status: 1, type: 8 },
    { base_url: lists.at('/b'), status: 1, type: 8 },
  ])
  const { differences, test_results } = await compare({ channel_ids: twins.map(({ id }) => id) })
  expect(test_results.map(({ name, status }) => `${name} ${status}`)).toEqual([
    'twin success',
    `twin (${twins[1]?.id}) success`,
  ])
  expect(differences.alpha?.model_ratio?.upstreams).toEqual({ twin: 1.5, [`twin (${twins[1]?.id})`]: 'same' })
})

test('the default prices of this version are a list', async () => {
  const { differences, test_results } = await compare({ channel_ids: [-100] })
  expect(test_results).toEqual([{ name: 'Default prices', status: 'success' }])
  expect(differences['gpt-4o']?.model_ratio).toMatchObject({ current: null, upstreams: { 'Default prices': 1.25 } })
  expect(differences.alpha).toBeUndefined()
})

test('only the super administrator compares, and private addresses are not called', async () => {
  const admin = await app.addUser({ role: 10 })
  expect((await admin.get('/api/ratio_sync/channels')).body.code).toBe('insufficient_rights')
  expect((await admin.post('/api/ratio_sync/fetch', {})).body.code).toBe('insufficient_rights')
  const upstreams = [
    { name: 'metadata', base_url: 'http://169.254.169.254' },
    { name: 'inside', base_url: 'http://10.0.0.1' },
    { name: 'file', base_url: 'file:///etc/passwd' },
    { name: 'nothing', base_url: '' },
  ]
  const { differences, test_results } = await compare({ upstreams })
  expect(differences).toEqual({})
  expect(test_results.map(({ status }) => status)).toEqual(['error', 'error', 'error', 'error'])
})
