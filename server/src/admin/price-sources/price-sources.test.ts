import { afterAll, beforeAll, beforeEach, describe, expect, spyOn, test } from 'bun:test'
import type { PagedList } from '@sluice/contract/envelope'
import type { PriceHistoryLine } from '@sluice/contract/price-sheet'
import {
  type PriceLook,
  type PriceProposal,
  type PriceSource,
  type PriceSourceWrite,
  priceListBytesMax,
} from '@sluice/contract/price-sources'
import { createManualClock } from '../../platform/test-clock.ts'
import { startTestLists, type TestLists } from '../../prices/test-lists.ts'
import { setOptions, startTestApp, type TestApp, type TestClient } from '../test-app.ts'

const clock = createManualClock()
let app: TestApp
let lists: TestLists
let admin: TestClient
beforeAll(async () => {
  lists = startTestLists()
  app = await startTestApp({ clock, environment: { OUTBOUND_ALLOW: lists.allowed } })
  admin = await app.addUser({ role: 10, username: 'pricer' })
})
afterAll(async () => {
  await app.close()
  await lists.close()
})
beforeEach(async () => {
  for (const { id } of await listSources()) await admin.delete(`/api/price_source/${id}`)
  await setOptions(app, {
    ModelRatio: '{"a":1,"b":2,"free":0}',
    ModelPrice: '{"picture":0.04}',
    CompletionRatio: '{"a":4,"b":1}',
    CacheRatio: '{"a":0.5}',
    PriceRules: '{}',
    PriceAcceptRules: '{}',
    CostPrices: '{}',
    MarkupRules: '[]',
  })
})

const listSources = async () => (await admin.get('/api/price_source/')).body.data as PriceSource[]
const listProposals = async (query = '') =>
  (await admin.get(`/api/price_proposal/?${query}`)).body.data as PagedList<PriceProposal>
const readOptions = () => app.state.current().options

async function addSource(more: Partial<PriceSourceWrite> & { name: string }): Promise<PriceSource> {
  const { body } = await admin.post('/api/price_source/', { kind: 'site', url: lists.at(`/${more.name}`), ...more })
  if (!body.success) throw new Error(body.message)
  return body.data as PriceSource
}

/** The ratios that a site of that name shows. */
const show = (name: string, ratios: Record<string, number>, more: object = {}) =>
  lists.set(`/${name}/api/ratio_config`, { success: true, data: { model_ratio: ratios, ...more } })
const look = async (id: number) => (await admin.post(`/api/price_source/${id}/look`)).body
const lookWell = async (id: number) => (await look(id)).data as PriceLook
const accept = async (choice: object) => (await admin.post('/api/price_proposal/accept', choice)).body.data

describe('sources', () => {
  test('are added, changed, listed and deleted by administrators', async () => {
    const source = await addSource({ name: 'x' })
    expect(source).toMatchObject({ kind: 'site', side: 'sale', is_maker: false, looked_at: 0, error: null, open: 0 })
    const { body } = await admin.put('/api/price_source/', { ...source, name: 'y', is_maker: true, every_hours: 24 })
    expect(body.data).toMatchObject({ id: source.id, name: 'y', is_maker: true, every_hours: 24 })
    expect(await listSources()).toHaveLength(1)
    expect((await admin.post('/api/price_source/', { name: 'y', kind: 'file' })).body.code).toBe('name_taken')
    await admin.delete(`/api/price_source/${source.id}`)
    expect(await listSources()).toEqual([])
    expect((await admin.delete(`/api/price_source/${source.id}`)).body.code).toBe('not_found')
    expect((await (await app.addUser({})).get('/api/price_source/')).body.code).toBe('insufficient_rights')
  })

  test.each([
    ['an invalid address', { name: 'x', kind: 'site', url: 'ftp://x' }],
    ['a site without an address', { name: 'x', kind: 'site' }],
    ['an unknown kind', { name: 'x', kind: 'html' }],
  ])('%s is refused', async (_, values) => {
    expect((await admin.post('/api/price_source/', values)).body.code).toBe('invalid_parameters')
  })
})

describe('a look', () => {
  test('proposes only differences; models that the list does not name stay', async () => {
    show('s', { a: 1.5, b: 2, unknown: 3 })
    const source = await addSource({ name: 's' })
    expect(await lookWell(source.id)).toMatchObject({
      lines: 3,
      proposed: 1,
      accepted: 0,
      problems_total: 0,
      source: { models: 2, open: 1, error: null },
    })
    const { items, total } = await listProposals('state=open')
    expect(total).toBe(1)
    expect(items).toMatchObject([
      {
        model: 'a',
        source: 's',
        side: 'sale',
        doubts: ['rises'],
        factor: 1.5,
        current: { fields: { ratio: 1, completion_ratio: 4, cache_ratio: 0.5 } },
        proposed: { fields: { ratio: 1.5, completion_ratio: 4, cache_ratio: 0.5 } },
      },
    ])
    // Nothing is written.
    expect(readOptions().ModelRatio).toEqual({ a: 1, b: 2, free: 0 })
    expect((await lookWell(source.id)).proposed).toBe(0)
  })

  test('a proposal is deleted when its difference is gone', async () => {
    show('s', { a: 1.5 })
    const source = await addSource({ name: 's' })
    await look(source.id)
    show('s', { a: 1 })
    expect(await lookWell(source.id)).toMatchObject({ proposed: 0, source: { open: 0 } })
    expect((await listProposals()).total).toBe(0)
  })

  test.each<[string, () => void, string]>([
    ['is a page', () => lists.set('/s/api/pricing', '<html>', { 'content-type': 'text/html' }), 'ofType'],
    ['is no JSON', () => lists.set('/s/api/pricing', '{"data"'), 'listNotJson'],
    ['has no prices', () => lists.set('/s/api/pricing', { success: false }), 'listWithoutPrices'],
    ['is gone', () => lists.setResponse('/s/api/pricing', () => new Response('', { status: 410 })), 'answeredWith'],
    [
      'is larger than the bound',
      () => lists.setResponse('/s/api/pricing', () => new Response(new Uint8Array(priceListBytesMax + 1))),
      'largerThan',
    ],
    [
      'never ends',
      () =>
        lists.setResponse('/s/api/pricing', () => {
          const chunk = new Uint8Array(1_048_576)
          return new Response(new ReadableStream({ pull: (controller) => controller.enqueue(chunk) }))
        }),
      'largerThan',
    ],
    [
      'is compressed against the request',
      () => lists.set('/s/api/pricing', 'x', { 'content-type': 'application/json', 'content-encoding': 'gzip' }),
      'encodedAs',
    ],
    [
      'leads to a private address',
      () =>
        lists.setResponse('/s/api/pricing', () => Response.redirect('http://169.254.169.254/latest/meta-data', 302)),
      'metadataAddress',
    ],
  ])('of a list that %s changes nothing and shows its error', async (_, answer, reason) => {
    show('s', { a: 1.5 })
    const source = await addSource({ name: 's' })
    await look(source.id)
    answer()
    await admin.put('/api/price_source/', { ...source, url: lists.at('/s/api/pricing') })
    const { code, param_reasons } = await look(source.id)
    expect({ code, param_reasons }).toMatchObject({
      code: 'price_list_failed',
      param_reasons: { reason: { code: reason } },
    })
    expect(await listSources()).toMatchObject([{ error: { code: reason }, models: 1, open: 1 }])
  })

  test('lines that cannot be used are named, and the others count', async () => {
    const source = await addSource({ name: 'upload', kind: 'file', url: '' })
    const text = 'model,input,output\na,3,12\nb,-1,2\nc,cheap,2\nd,20000,2\ne,0,2'
    const { data } = (await admin.post(`/api/price_source/${source.id}/file`, { text })).body
    expect(data).toMatchObject({
      lines: 5,
      proposed: 1,
      problems_total: 4,
      problems: [
        { model: 'b', reason: { code: 'notLess' } },
        { model: 'c', reason: { code: 'mustBeNumber' } },
        { model: 'd', reason: { code: 'priceImplausible' } },
        { model: 'e', reason: { code: 'priceOnlyOfOutput' } },
      ],
    })
    expect((await look(source.id)).code).toBe('price_list_failed')
  })

  test('an expression is not taken over', async () => {
    const row = { model_name: 'a', billing_mode: 'tiered_expr', billing_expr: 'p * 2', quota_type: 0, model_ratio: 9 }
    lists.set('/s/api/pricing', { success: true, data: [row] })
    const source = await addSource({ name: 's' })
    expect(await lookWell(source.id)).toMatchObject({
      proposed: 0,
      problems: [{ model: 'a', reason: { code: 'priceByExpression' } }],
    })
    lists.set('/s/api/pricing', { success: false })
  })
})

describe('accepting', () => {
  test('writes the options, with the audit; the other fields stay', async () => {
    show('s', { a: 1.5, b: 1 })
    const source = await addSource({ name: 's' })
    await look(source.id)
    expect(await accept({ all: { model: 'a' } })).toEqual({ accepted: 1, renewed: [], refused: [] })
    expect(readOptions().ModelRatio).toEqual({ a: 1.5, b: 2, free: 0 })
    expect(readOptions().CompletionRatio).toEqual({ a: 4, b: 1 })
    expect(await listProposals('state=open')).toMatchObject({ total: 1, items: [{ model: 'b' }] })
    expect(await listProposals('state=accepted')).toMatchObject({ total: 1, items: [{ model: 'a' }] })
    const audit = (await admin.get('/api/audit/?action=price_proposal.accept')).body.data as PagedList<{
      object_type: string
      object_id: string
      actor_name: string
    }>
    expect(audit.items.map((line) => `${line.actor_name} ${line.object_type} ${line.object_id}`).slice(0, 2)).toEqual([
      'pricer price a',
      'pricer option ModelRatio',
    ])
  })

  test('a proposal whose price has changed since is made anew', async () => {
    show('s', { a: 1.5 })
    const source = await addSource({ name: 's' })
    await look(source.id)
    const [before] = (await listProposals()).items
    await setOptions(app, { ModelRatio: '{"a":1.2,"b":2,"free":0}' })
    expect(await accept({ ids: [before?.id] })).toEqual({ accepted: 0, renewed: ['a'], refused: [] })
    expect(readOptions().ModelRatio).toEqual({ a: 1.2, b: 2, free: 0 })
    const [after] = (await listProposals('state=open')).items
    expect(after).toMatchObject({ model: 'a', current: { fields: { ratio: 1.2 } }, factor: 1.25 })
    expect(after?.id).not.toBe(before?.id)
  })

  test('a price by the call never becomes one by tokens', async () => {
    show('s', { picture: 3 })
    await look((await addSource({ name: 's' })).id)
    expect(await listProposals('doubt=kind_changes')).toMatchObject({ total: 1, items: [{ model: 'picture' }] })
    expect(await accept({ all: {} })).toEqual({ accepted: 0, renewed: [], refused: ['picture'] })
    expect(readOptions().ModelPrice).toEqual({ picture: 0.04 })
    expect(readOptions().ModelRatio).toEqual({ a: 1, b: 2, free: 0 })
  })

  test('of two proposals for one model one is written, and the other is made anew', async () => {
    show('s', { a: 1.5 })
    show('t', { a: 3 })
    for (const name of ['s', 't']) await look((await addSource({ name })).id)
    const { items } = await listProposals('doubt=contradicted')
    expect(items.map(({ source, differing }) => [source, differing])).toEqual([
      ['s', ['t']],
      ['t', ['s']],
    ])
    expect(await accept({ all: {} })).toMatchObject({ accepted: 1, renewed: ['a'] })
    expect((await listProposals('state=open')).total).toBe(1)
  })

  test('rules of a file are written, and one that ratios cannot express is not there', async () => {
    const source = await addSource({ name: 'upload', kind: 'file', url: '' })
    const rules = [{ when: { input_over: 1000 }, set: { factor: 2 } }]
    const text = JSON.stringify([{ model: 'brand-new', input: 2, output: 8, rules }])
    await admin.post(`/api/price_source/${source.id}/file`, { text })
    expect(await listProposals()).toMatchObject({ items: [{ doubts: ['new'], current: null, factor: null }] })
    await accept({ all: {} })
    expect(readOptions().PriceRules).toEqual({ 'brand-new': rules })
    expect(readOptions().CompletionRatio).toMatchObject({ 'brand-new': 4 })
  })
})

describe('costs', () => {
  const made = [{ models: ['made'], factor: 1.5 }]

  test('are proposed beside sale prices, with the sale price that follows, and written to the list of costs', async () => {
    await setOptions(app, {
      CostPrices: '{"made":{"ratio":2,"completion_ratio":3}}',
      MarkupRules: JSON.stringify(made),
    })
    show('s', { made: 1, a: 0.4 })
    const source = await addSource({ name: 's', side: 'cost' })
    expect(await lookWell(source.id)).toMatchObject({ proposed: 2, accepted: 0 })
    const { items } = await listProposals('state=open&side=cost')
    expect(items).toMatchObject([
      { model: 'a', doubts: ['new'], current: null, sale: null },
      {
        model: 'made',
        doubts: [],
        factor: 0.5,
        current: { fields: { ratio: 2 } },
        proposed: { fields: { ratio: 1, completion_ratio: 3 } },
        sale: { rule: 0, current: { fields: { ratio: 3 } }, proposed: { fields: { ratio: 1.5, completion_ratio: 3 } } },
      },
    ])
    expect(await accept({ all: { side: 'cost' } })).toEqual({ accepted: 2, renewed: [], refused: [] })
    expect(readOptions().CostPrices).toEqual({ a: { ratio: 0.4 }, made: { ratio: 1, completion_ratio: 3 } })
    expect(readOptions().ModelRatio).toEqual({ a: 1, b: 2, free: 0 })
    const [line] = ((await admin.get('/api/prices/history?model=made')).body.data as PagedList<PriceHistoryLine>).items
    expect(line).toMatchObject({ way: 'source', before: { fields: { ratio: 3 } }, after: { fields: { ratio: 1.5 } } })
  })

  test('have the same guards: rules accept falls, and a cost by the call never becomes one by tokens', async () => {
    await setOptions(app, {
      CostPrices: '{"a":{"ratio":1},"b":{"ratio":1},"picture":{"price":0.02}}',
      PriceAcceptRules: '{"falls":true}',
    })
    show('s', { a: 0.5, b: 2, picture: 1 })
    const source = await addSource({ name: 's', side: 'cost' })
    expect(await lookWell(source.id)).toMatchObject({ proposed: 2, accepted: 1 })
    expect(await accept({ all: {} })).toEqual({ accepted: 1, renewed: [], refused: ['picture'] })
    expect(readOptions().CostPrices).toEqual({ a: { ratio: 0.5 }, b: { ratio: 2 }, picture: { price: 0.02 } })
  })
})

test('what is ignored stays ignored until the source says something else', async () => {
  show('s', { a: 1.5 })
  const { id } = await addSource({ name: 's' })
  await look(id)
  expect((await admin.post('/api/price_proposal/ignore', { all: {} })).body.data).toBe(1)
  expect((await lookWell(id)).proposed).toBe(0)
  expect((await listProposals('state=ignored')).total).toBe(1)
  expect(await accept({ all: {} })).toEqual({ accepted: 0, renewed: [], refused: [] })
  show('s', { a: 1.6 })
  expect((await lookWell(id)).proposed).toBe(1)
  expect((await listProposals('state=open')).total).toBe(1)
})

describe('rules of acceptance', () => {
  const ratios = { a: 0.5, b: 2.08, free: 1, picture: 1 }

  test('are off at first', async () => {
    show('s', ratios)
    expect(await lookWell((await addSource({ name: 's' })).id)).toMatchObject({ proposed: 4, accepted: 0 })
  })

  test('accept falls and small rises; a price from nothing and one of another kind stay open', async () => {
    await setOptions(app, { PriceAcceptRules: '{"falls":true,"rises_up_to":0.05}' })
    show('s', ratios)
    expect(await lookWell((await addSource({ name: 's' })).id)).toMatchObject({ proposed: 2, accepted: 2 })
    expect(readOptions().ModelRatio).toEqual({ a: 0.5, b: 2.08, free: 0 })
    const { body } = await admin.get('/api/audit/?action=price_proposal.accept&object_type=price&object_id=a')
    expect((body.data as PagedList<{ actor_id: number }>).items[0]?.actor_id).toBe(0)
  })

  test('a rise above the share, a fall to nothing and a contradicted proposal stay open', async () => {
    await setOptions(app, { PriceAcceptRules: '{"falls":true,"rises_up_to":0.05}' })
    show('t', { b: 1.9 })
    await look((await addSource({ name: 't', is_maker: false })).id)
    await setOptions(app, { ModelRatio: '{"a":1,"b":2,"free":0}' })
    show('s', { a: 0, b: 1.8 })
    expect(await lookWell((await addSource({ name: 's' })).id)).toMatchObject({ proposed: 2, accepted: 0 })
    show('s', { a: 1.06 })
    const [s] = (await listSources()).filter(({ name }) => name === 's')
    expect(await lookWell(s?.id ?? 0)).toMatchObject({ proposed: 1, accepted: 0 })
  })

  test('need as many sources that agree as they say', async () => {
    await setOptions(app, { PriceAcceptRules: '{"falls":true,"sources":2}' })
    show('s', { a: 0.5 })
    show('t', { a: 0.5 })
    expect(await lookWell((await addSource({ name: 's' })).id)).toMatchObject({ accepted: 0 })
    expect(await lookWell((await addSource({ name: 't' })).id)).toMatchObject({ accepted: 1 })
    expect((await listProposals('state=open')).total).toBe(0)
  })
})

test('a file is never fetched, whatever its address and schedule say', async () => {
  const { id } = await addSource({ name: 'upload', kind: 'file', url: lists.at('/s/api/ratio_config'), every_hours: 1 })
  const requestsBefore = lists.requests.length
  await app.priceProposals.lookDue(new AbortController().signal)
  expect((await look(id)).code).toBe('price_list_failed')
  expect(lists.requests.length).toBe(requestsBefore)
  expect(await listSources()).toMatchObject([{ looked_at: 0, error: null }])
})

test('a scheduled look runs when it is due, on one node, and sends a notice of new proposals', async () => {
  show('s', { a: 1.5, b: 3 })
  const source = await addSource({ name: 's', every_hours: 10 })
  const signal = new AbortController().signal
  const told = spyOn(app.notify.channelNotices, 'pricesProposed')
  const requestsBefore = lists.requests.length
  await Promise.all([app.priceProposals.lookDue(signal), app.priceProposals.lookDue(signal)])
  expect(lists.requests.slice(requestsBefore)).toEqual(['/s/api/pricing', '/s/api/ratio_config'])
  expect(await listSources()).toMatchObject([{ id: source.id, open: 2, error: null }])
  expect(told.mock.calls).toEqual([[{ source: 's', sourceId: source.id, proposals: 2 }]])
  clock.advance(8.9 * 3_600_000)
  await app.priceProposals.lookDue(signal)
  expect(lists.requests.length).toBe(requestsBefore + 2)
  clock.advance(2.2 * 3_600_000)
  lists.set('/s/api/pricing', 'broken')
  lists.set('/s/api/ratio_config', 'broken')
  await app.priceProposals.lookDue(signal)
  expect(await listSources()).toMatchObject([{ open: 2, error: { code: 'listNotJson' } }])
})
