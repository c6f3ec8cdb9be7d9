import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import {
  type ModelCard,
  type ModelCardPage,
  modelCardPage,
  type PrefillGroup,
  prefillGroup,
  type Vendor,
  vendorPage,
} from '@sluice/contract/catalogue'
import type { PricingRow } from '@sluice/contract/pricing'
import { roles } from '@sluice/contract/roles'
import { engines } from '../../store/test-databases.ts'
import { startTestApp, type TestApp, type TestClient } from '../test-app.ts'

describe.each(engines)('the catalogue on $name', (engine) => {
  let app: TestApp
  let admin: TestClient
  let user: TestClient
  beforeAll(async () => {
    app = await startTestApp({ engine })
    admin = await app.addUser({ role: roles.admin })
    user = await app.addUser()
    const channel = { type: 1, key: 'sk-x', base_url: 'https://up.example', groups: ['default'] }
    for (const [name, models] of [
      ['one', 'gpt-4o,gpt-4o-mini'],
      ['two', 'gpt-4o,own-model'],
    ])
      expect((await admin.post('/api/channel/', { ...channel, name, models })).body.message).toBe('')
  })
  afterAll(() => app.close())

  const readPricing = async (model: string) => {
    const { body } = await user.get('/api/pricing')
    const row = (body.data as PricingRow[]).find((entry) => entry.model_name === model)
    return { row, vendors: body.vendors as { id: number; name: string }[] }
  }
  const addVendor = async (more: object) => (await admin.post('/api/vendors/', more)).body
  const addCard = async (more: object) => (await admin.post('/api/models/', more)).body
  const readAuditActions = async (type: string) => {
    const { items } = (await admin.get(`/api/audit/?object_type=${type}`)).body.data as {
      items: { action: string }[]
    }
    return items.map(({ action }) => action)
  }

  test('facts come from the data set, and each fact that the operator sets replaces its value there', async () => {
    const before = (await readPricing('gpt-4o')).row
    expect(before).toMatchObject({ context_tokens: 128_000, max_output_tokens: 16_384 })
    expect(before?.abilities).toContain('tools')
    const facts = { context_tokens: 64_000, abilities: [], end_of_life: '2027-01-31' }
    const { data } = await addCard({ model_name: 'gpt-4o', facts })
    const card = data as ModelCard
    expect(card).toMatchObject({ facts, known_facts: { context_tokens: 128_000 } })
    expect((await readPricing('gpt-4o')).row).toMatchObject({ ...facts, max_output_tokens: 16_384 })
    for (const wrong of [{ context_tokens: 0 }, { abilities: ['cooking'] }, { end_of_life: 'soon' }])
      expect((await admin.put('/api/models/', { id: card.id, facts: wrong })).body).toMatchObject({
        code: 'invalid_parameters',
      })
    expect((await admin.put('/api/models/', { id: card.id, tags: 'x' })).body.data).toMatchObject({ facts })
    await admin.put('/api/models/', { id: card.id, facts: {} })
    expect((await readPricing('gpt-4o')).row).toMatchObject({ context_tokens: 128_000 })
    const part = await addCard({ model_name: 'own', name_rule: 1, facts: { input_modalities: ['text'] } })
    expect(part.data).toMatchObject({ known_facts: {} })
    expect((await readPricing('own-model')).row).toMatchObject({ input_modalities: ['text'] })
    for (const { id } of [card, part.data as ModelCard]) await admin.delete(`/api/models/${id}`)
  })

  test('vendors are created, found, changed and deleted, and each name is unique', async () => {
    const { data } = await addVendor({ name: ' Acme ', description: 'Makes anvils' })
    const acme = data as Vendor
    expect(acme).toMatchObject({ name: 'Acme', icon: '', status: 1 })
    expect(await addVendor({ name: 'Acme' })).toMatchObject({ success: false, code: 'name_taken' })
    expect(await addVendor({ name: '' })).toMatchObject({ success: false, code: 'invalid_parameters' })
    await addVendor({ name: '100%' })
    const found = async (path: string) =>
      vendorPage.parse((await admin.get(`/api/vendors/${path}`)).body.data).items.map(({ name }) => name)
    expect(await found('?p=0&page_size=10')).toEqual(['100%', 'Acme'])
    expect(await found('?p=2&page_size=1')).toEqual(['Acme'])
    expect(await found('search?keyword=ANVIL')).toEqual(['Acme'])
    expect(await found('search?keyword=%25')).toEqual(['100%'])
    const changed = await admin.put('/api/vendors/', { id: acme.id, icon: 'https://icons.example/a.png' })
    expect(changed.body.data).toMatchObject({ name: 'Acme', icon: 'https://icons.example/a.png' })
    expect((await admin.put('/api/vendors/', { id: acme.id, name: '100%' })).body.code).toBe('name_taken')
    expect((await admin.get(`/api/vendors/${acme.id}`)).body.data).toMatchObject({
      description: 'Makes anvils',
    })
    expect((await admin.delete(`/api/vendors/${acme.id}`)).body.success).toBe(true)
    expect((await admin.delete(`/api/vendors/${acme.id}`)).body.code).toBe('not_found')
    expect(await readAuditActions('vendor')).toEqual([
      'vendor.delete',
      'vendor.update',
      'vendor.create',
      'vendor.create',
    ])
  })

  test('the price list shows a model’s entry at once', async () => {
    const { data } = await addVendor({ name: 'Cellar lab', description: 'Down here' })
    const { id } = data as Vendor
    const { data: made } = await addCard({
      model_name: 'own-model',
      description: 'Knows our files',
      tags: 'private,fast',
      vendor_id: id,
    })
    const card = made as ModelCard
    expect(card).toMatchObject({
      bound_channels: [{ name: 'two', type: 1 }],
      enable_groups: ['default'],
      matched_models: ['own-model'],
      matched_count: 1,
      name_rule: 0,
      status: 1,
    })
    const { row, vendors } = await readPricing('own-model')
    expect(row).toMatchObject({
      owner_by: 'Cellar lab',
      vendor_id: id,
      description: 'Knows our files',
      tags: 'private,fast',
    })
    expect<object[]>(vendors).toContainEqual({ id, name: 'Cellar lab', description: 'Down here' })

    await admin.put('/api/models/?status_only=true', { id: card.id, status: 0, description: 'ignored' })
    expect((await readPricing('own-model')).row).not.toHaveProperty('description')
    const after = (await admin.get(`/api/models/${card.id}`)).body.data
    expect(after).toMatchObject({ status: 0, description: 'Knows our files' })
    await admin.put('/api/models/', { id: card.id, status: 1 })
    expect((await admin.delete(`/api/vendors/${id}`)).body.success).toBe(true)
    expect((await readPricing('own-model')).row).toMatchObject({ owner_by: '', description: 'Knows our files' })
    expect((await admin.delete(`/api/models/${card.id}`)).body.success).toBe(true)
    expect((await readPricing('own-model')).row).not.toHaveProperty('description')
  })

  test('one entry may cover many models; missing ones are listed', async () => {
    const missing = async () => (await admin.get('/api/models/missing')).body.data
    expect(await missing()).toEqual(['gpt-4o', 'gpt-4o-mini', 'own-model'])
    const { data } = await addCard({ model_name: 'gpt-4o', name_rule: 1, tags: 'chat' })
    expect(data).toMatchObject({ matched_models: ['gpt-4o', 'gpt-4o-mini'], quota_types: [0] })
    expect((data as ModelCard).bound_channels.map(({ name }) => name).toSorted()).toEqual(['one', 'two'])
    expect(await missing()).toEqual(['own-model'])
    const off = (await addCard({ model_name: 'own-', name_rule: 1, status: 0 })).data as ModelCard
    expect(await missing()).toEqual([])
    await admin.delete(`/api/models/${off.id}`)
    expect(await addCard({ model_name: 'gpt-4o' })).toMatchObject({ code: 'name_taken' })
    expect(await addCard({ model_name: 'x', vendor_id: 99_999 })).toMatchObject({
      code: 'invalid_parameters',
      field_reasons: { vendor_id: { code: 'noSuchVendor', params: {} } },
    })
    for (const endpoints of ['{', '3'])
      expect(await addCard({ model_name: 'x', endpoints })).toMatchObject({ code: 'invalid_parameters' })
  })

  test('newer clients read pages of entries, and older clients a map', async () => {
    const { data } = await addVendor({ name: 'Searched' })
    const { id } = data as Vendor
    await addCard({ model_name: 'zeta', vendor_id: id, status: 0, sync_official: 0 })
    const readPage = async (path: string) => modelCardPage.parse((await admin.get(`/api/models/${path}`)).body.data)
    const names = async (path: string) => (await readPage(path)).items.map(({ model_name }) => model_name)
    expect(await names('?p=1&page_size=20')).toEqual(['zeta', 'gpt-4o'])
    expect((await readPage('?p=1&page_size=1')) satisfies ModelCardPage).toMatchObject({
      page: 1,
      page_size: 1,
      total: 2,
      vendor_counts: { 0: 1, [id]: 1 },
    })
    expect(await names('search?keyword=CHAT')).toEqual(['gpt-4o'])
    expect(await names(`search?vendor=${id}`)).toEqual(['zeta'])
    expect(await names('search?vendor=search')).toEqual(['zeta'])
    expect(await names('search?status=0')).toEqual(['zeta'])
    expect(await names('search?status=enabled&sync_official=1')).toEqual(['gpt-4o'])
    const older = (await admin.get('/api/models')).body.data
    expect(Array.isArray((older as Record<string, unknown>)[1])).toBe(true)
    expect((await user.get('/api/models')).body.success).toBe(true)
    expect((await user.get('/api/models/')).body.code).toBe('insufficient_rights')
  })

  test('prefill groups hold names of one type', async () => {
    const add = async (more: object) => (await admin.post('/api/prefill_group/', more)).body
    const list = async (type = '') =>
      ((await admin.get(`/api/prefill_group/?type=${type}`)).body.data as PrefillGroup[]).map((group) =>
        prefillGroup.parse(group),
      )
    const { data } = await add({ name: 'OpenAI chat', type: 'model', items: ['gpt-4o', 'gpt-4o-mini'] })
    const { id } = data as PrefillGroup
    await add({ name: 'Kinds', type: 'tag', items: '["fast","cheap"]' })
    await add({ name: 'Ways', type: 'endpoint', items: { openai: '/v1/chat/completions' } })
    expect(await add({ name: 'Kinds', type: 'tag', items: [] })).toMatchObject({ code: 'name_taken' })
    for (const items of [{ a: 1 }, 'text', [1], ['']])
      expect(await add({ name: 'odd', type: 'model', items })).toMatchObject({ code: 'invalid_parameters' })
    expect((await list()).map(({ name }) => name)).toEqual(['Kinds', 'OpenAI chat', 'Ways'])
    expect(await list('tag')).toMatchObject([{ name: 'Kinds', items: ['fast', 'cheap'] }])
    await admin.put('/api/prefill_group/', { id, items: ['gpt-4o'] })
    expect(await list('model')).toMatchObject([{ name: 'OpenAI chat', items: ['gpt-4o'] }])
    expect((await admin.delete(`/api/prefill_group/${id}`)).body.success).toBe(true)
    expect(await list('model')).toEqual([])
    expect(await readAuditActions('prefill_group')).toContain('prefill_group.update')
  })
})
