import { afterEach, expect, test } from 'bun:test'
import { refuse } from '../../../test/fake-api.ts'
import { act, cleanUp, screen, visit, waitFor, waitUntilGone, within } from '../../../test/visit.tsx'
import { noteRights } from '../../lib/session.ts'
import { PricesPage } from './prices-page.tsx'
import { sheetOf, sheetRowOf } from './test-rows.ts'

afterEach(cleanUp)

const rows = [
  sheetRowOf(),
  sheetRowOf({
    model: 'claude-sonnet-4-5',
    vendor: 'Anthropic',
    fields: { ratio: 1.5, completion_ratio: 5 },
    calls_7d: 9,
  }),
  sheetRowOf({ model: 'new-model', state: 'unpriced', origin: 'none', fields: {}, list: null, calls_7d: 0 }),
]
const published = { data: { version: 'v2', changed: ['ModelRatio'], excepted: [] } }
const effect = {
  calls: 9,
  charge: 500_000,
  would_charge: 16_100_000,
  days: 7,
  models: [],
  skipped: 0,
  skipped_by: {},
  is_partial: false,
  margin: { calls: 0, margin: 0, would_margin: 0 },
  costs_found: 0,
  at_earlier_prices: 0,
  changed: 1,
  changed_prices: [],
  governed: [],
  unpriced: { models: 0, names: [] as string[] },
}
const answers = {
  'GET /api/prices/': () => ({ data: sheetOf(rows) }),
  'POST /api/prices/publish': () => published,
  'POST /api/prices/preview': () => ({ data: effect }),
}
const cell = (name: string) => screen.findByRole('button', { name: new RegExp(`^${name}: `) })

test('an administrator who may only read prices has nothing to edit them with', async () => {
  const { user } = await visit(<PricesPage />, { answers, role: 'admin' })
  act(() => noteRights(1, ['setting.write']))
  await user.click(await cell('Input of gpt-5.4'))
  expect(screen.queryByRole('textbox', { name: 'Input of gpt-5.4' })).toBeNull()
  expect(screen.queryByRole('button', { name: /Add|Import/ })).toBeNull()
  expect(screen.getByRole('button', { name: /Export|Save/ })).toBeTruthy()
})

test('the effect says which calls it does not include, by model', async () => {
  const sums = { calls: 0, charge: 0, would_charge: 0 }
  const partial = {
    ...effect,
    skipped: 15,
    skipped_by: { request: 12, units: 3 },
    models: [{ model: 'gpt-5.4', ...sums, skipped_by: { request: 12, units: 3 } }],
  }
  const { user } = await visit(<PricesPage />, {
    answers: { ...answers, 'POST /api/prices/preview': () => ({ data: partial }) },
  })
  await user.click(await cell('Input of gpt-5.4'))
  await user.keyboard('3{Enter}')
  const bar = await screen.findByRole('region', { name: 'Unpublished changes' })
  await screen.findByText('+$31.20')
  expect(bar.textContent).toContain(
    '12 calls priced by an expression that reads the request are not included: gpt-5.4: 12, 3 calls could not be computed',
  )
})

test('models without a price come first, and a figure is edited like in a sheet', async () => {
  const { user } = await visit(<PricesPage />, { answers })
  await screen.findByText('new-model')
  const names = screen.getAllByRole('button', { name: /^Open / }).map(({ textContent }) => textContent)
  expect(names).toEqual(['new-model', 'gpt-5.4', 'claude-sonnet-4-5'])
  await user.click(await cell('Input of gpt-5.4'))
  const field = screen.getByRole('textbox', { name: 'Input of gpt-5.4' })
  await user.clear(field)
  await user.type(field, '3x{Enter}')
  expect(await screen.findByText('Enter a number from 0')).toBeTruthy()
  await user.clear(field)
  await user.type(field, '3{Enter}')
  expect((await cell('Input of gpt-5.4')).textContent).toBe('3.00')
  expect((await cell('Output of gpt-5.4')).textContent).toBe('10.00')
  expect(screen.getByRole('region', { name: 'Unpublished changes' }).textContent).toContain('1 change')
  expect(await screen.findByText('+$31.20')).toBeTruthy()
  await user.click(await cell('Output of new-model'))
  await user.keyboard('5{Enter}')
  expect(await screen.findByText(/Set the price of input first/)).toBeTruthy()
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: 'Undo last' }))
  expect((await cell('Input of gpt-5.4')).textContent).toBe('2.50')
})

test('a cell that is removed while it is edited keeps its figure, or says why it cannot', async () => {
  const { user, go } = await visit(<PricesPage />, { answers })
  await user.click(await cell('Input of gpt-5.4'))
  await user.keyboard('5')
  go('/here?keyword=claude')
  await waitUntilGone(() => screen.queryByText('gpt-5.4'))
  expect((await screen.findByRole('region', { name: 'Unpublished changes' })).textContent).toContain('1 change')
  await user.click(await cell('Input of claude-sonnet-4-5'))
  await user.keyboard('5x')
  go('/here?keyword=gpt-5.4')
  await screen.findByText('Input of claude-sonnet-4-5: Enter a number from 0')
  expect((await cell('Input of gpt-5.4')).textContent).toBe('5.00')
  expect(screen.getByRole('region', { name: 'Unpublished changes' }).textContent).toContain('1 change')
})

test('changes are published with a note, and a conflict keeps them', async () => {
  const { user, api } = await visit(<PricesPage />, { answers })
  await user.click(await cell('Input of gpt-5.4'))
  await user.keyboard('5{Enter}')
  await user.click(screen.getByRole('button', { name: 'Review and publish' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByRole('list').textContent).toContain('$2.50')
  await user.type(dialog.getByLabelText('Note'), 'dearer')
  const theirs = sheetRowOf({
    fields: { ratio: 2, completion_ratio: 4, cache_ratio: 0.1 },
    last_change: { at: 1, by: 'bob' },
  })
  api.answer({
    'POST /api/prices/publish': () => refuse('price_conflict', {}),
    'GET /api/prices/': () => ({ data: sheetOf([theirs], { version: 'v2' }) }),
  })
  await user.click(dialog.getByRole('button', { name: 'Publish' }))
  expect((await dialog.findByRole('radio', { name: /^By bob: Input/ })).closest('label')?.textContent).toContain(
    '$4.00',
  )
  api.takeCalls()
  api.answer({ 'POST /api/prices/publish': () => published })
  await user.click(dialog.getByRole('button', { name: 'Publish' }))
  expect(await dialog.findByText('Choose one of the two')).toBeTruthy()
  expect(api.takeCalls().some(({ key }) => key === 'POST /api/prices/publish')).toBe(false)
  await user.click(dialog.getByRole('radio', { name: /^Yours: Input/ }))
  await user.click(dialog.getByRole('button', { name: 'Publish' }))
  await waitUntilGone(() => screen.queryByRole('region', { name: 'Unpublished changes' }))
  const sent = api.takeCalls().find(({ key }) => key === 'POST /api/prices/publish')?.body
  expect(sent).toMatchObject({ version: 'v2', note: 'dearer', way: 'sheet' })
  expect(sent).toMatchObject({ changes: [{ model: 'gpt-5.4', fields: { ratio: 2.5 } }] })
})

test('changes are published on the version that they were made on, also after a refresh', async () => {
  const { user, api } = await visit(<PricesPage />, { answers })
  await user.click(await cell('Input of gpt-5.4'))
  await user.keyboard('5{Enter}')
  const theirs = sheetRowOf({
    fields: { ratio: 1.25, completion_ratio: 4.8, cache_ratio: 0.1 },
    last_change: { at: 1, by: 'bob' },
  })
  api.answer({
    'GET /api/prices/': () => ({ data: sheetOf([theirs], { version: 'v2' }) }),
    'POST /api/prices/publish': ({ body }) => (body.version === 'v2' ? published : refuse('price_conflict', {})),
  })
  await user.click(screen.getByRole('button', { name: 'Refresh' }))
  await waitUntilGone(() => screen.queryByText('claude-sonnet-4-5'))
  // Theirs is taken over, and the own change stays.
  expect((await cell('Output of gpt-5.4')).textContent).toBe('12.00')
  expect((await cell('Input of gpt-5.4')).textContent).toBe('5.00')
  api.takeCalls()
  await user.click(screen.getByRole('button', { name: 'Review and publish' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByRole('list').textContent).not.toContain('Output')
  await user.click(dialog.getByRole('button', { name: 'Publish' }))
  await waitUntilGone(() => screen.queryByRole('region', { name: 'Unpublished changes' }))
  const sent = api.takeCalls().filter(({ key }) => key === 'POST /api/prices/publish')
  expect(sent.map(({ body }) => body)).toMatchObject([
    { version: 'v2', changes: [{ fields: { ratio: 2.5, completion_ratio: 2.4 } }] },
  ])
})

test('another figure that someone else published is no conflict', async () => {
  const { user, api } = await visit(<PricesPage />, { answers })
  await user.click(await cell('Input of gpt-5.4'))
  await user.keyboard('5{Enter}')
  const theirs = sheetRowOf({ fields: { ratio: 1.25, completion_ratio: 4.8, cache_ratio: 0.1 } })
  api.answer({
    'GET /api/prices/': () => ({ data: sheetOf([theirs], { version: 'v2' }) }),
    'POST /api/prices/publish': ({ body }) => (body.version === 'v2' ? published : refuse('price_conflict', {})),
  })
  api.takeCalls()
  await user.click(screen.getByRole('button', { name: 'Review and publish' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Publish' }))
  await waitUntilGone(() => screen.queryByRole('region', { name: 'Unpublished changes' }))
  const sent = api.takeCalls().filter(({ key }) => key === 'POST /api/prices/publish')
  expect(sent.map(({ body }) => body)).toMatchObject([{ version: 'v1' }, { version: 'v2' }])
  expect(sent[1]?.body).toMatchObject({ changes: [{ fields: { ratio: 2.5, completion_ratio: 2.4 } }] })
})

test('models that a publication takes out of a markup rule are named', async () => {
  const { user, api } = await visit(<PricesPage />, { answers })
  await user.click(await cell('Input of gpt-5.4'))
  await user.keyboard('5{Enter}')
  api.answer({
    'POST /api/prices/publish': () => ({ data: { version: 'v2', changed: ['MarkupRules'], excepted: ['gpt-5.4'] } }),
  })
  await user.click(screen.getByRole('button', { name: 'Review and publish' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Publish' }))
  // The title is in the dialog twice.
  expect((await screen.findAllByText('1 model left its markup rule')).length).toBeGreaterThan(0)
  expect(screen.getByText('The published price replaces the one that the rule computed: gpt-5.4')).toBeTruthy()
})

test('the address has the filters, and models that match are changed together', async () => {
  const { user } = await visit(<PricesPage />, { answers, at: '/here?vendor=OpenAI&state=sold' })
  await screen.findByText('gpt-5.4')
  expect(screen.queryByText('claude-sonnet-4-5')).toBeNull()
  await user.click(screen.getAllByRole('checkbox', { name: 'Select all rows' })[0] ?? document.body)
  await user.click(screen.getByRole('button', { name: '× factor…' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText('Factor'), '1.1')
  await dialog.findByText('1 of 1 models changes.')
  await user.click(dialog.getByRole('button', { name: 'Change 1 model' }))
  await waitFor(async () => expect((await cell('Input of gpt-5.4')).textContent).toBe('2.75'))
})

test('a failed export is reported once', async () => {
  const { user } = await visit(<PricesPage />, {
    answers: { ...answers, 'GET /api/prices/export': () => refuse('demo_site', {}) },
  })
  await user.click(screen.getByRole('button', { name: 'Export' }))
  await user.click(await screen.findByText('JSON'))
  await waitFor(() => expect(screen.queryAllByText(/demo site/).length).toBeGreaterThan(0))
  expect(screen.getAllByText(/demo site/)).toHaveLength(1)
})

test('leaving the page with changes asks first', async () => {
  const { user, go, address } = await visit(<PricesPage />, { answers })
  await user.click(await cell('Input of gpt-5.4'))
  await user.keyboard('5{Enter}')
  go('/elsewhere')
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
  expect(address()).toBe('/here')
})

test('markup rules are ordered and added in words, and published with the version of the sheet', async () => {
  const markup_rules = [
    { models: ['claude-*'], factor: 1.3, round: 'cent' as const },
    { models: ['*'], factor: 1.1 },
  ]
  const governed = [
    { models: 9, names: ['a'], without_cost: 0 },
    { models: 1, names: ['claude-sonnet-4-5'], without_cost: 1 },
  ]
  const entry = { origin: 'tables' as const, fields: { ratio: 1 }, rules: [], expression: null, cost: null }
  const changed_prices = [{ model: 'made-by-rule', before: entry, after: { ...entry, fields: { ratio: 2 } } }]
  const { user, api } = await visit(<PricesPage />, {
    answers: {
      ...answers,
      'GET /api/prices/': () => ({ data: sheetOf([sheetRowOf({ markup: 1 })], { markup_rules }) }),
      'GET /api/channel/': () => ({ data: { items: [], total: 0, page: 1, page_size: 100 } }),
      'POST /api/prices/preview': () => ({
        data: { ...effect, governed, changed_prices, unpriced: { models: 1, names: ['claude-sonnet-4-5'] } },
      }),
    },
    at: '/here?tab=markup',
  })
  expect(await screen.findByText('cost + 30%, rounded to cents')).toBeTruthy()
  expect((await screen.findByText('cost + 10%')).closest('tr')?.textContent).toContain('1 model')
  await user.click(screen.getByRole('button', { name: 'Move rule 2 up' }))
  expect((await screen.findByText('cost + 10%')).closest('tr')?.textContent).toContain('1 ')
  expect(await screen.findByText('1 without a known cost: no price')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Review and publish' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText('made-by-rule')).toBeTruthy()
  expect((await dialog.findByText(/^1 model loses its price/)).title).toBe('claude-sonnet-4-5')
  await user.click(dialog.getByRole('button', { name: 'Publish' }))
  await waitFor(() =>
    expect(api.takeCalls().find(({ key }) => key === 'POST /api/prices/publish')?.body).toMatchObject({
      changes: [],
      markup_rules: markup_rules.toReversed(),
      version: 'v1',
    }),
  )
})

test('a price expression is edited in the drawer, tried, and refused at its field', async () => {
  const expression = 'p * 2 + c * 8'
  const { user, api } = await visit(<PricesPage />, {
    answers: {
      ...answers,
      'GET /api/prices/': () => ({ data: sheetOf([sheetRowOf({ fields: {}, set: ['ratio'], expression })]) }),
      'GET /api/prices/history': () => ({ data: { items: [], total: 0, page: 1, page_size: 10 } }),
    },
    at: '/here?open=gpt-5.4',
  })
  const drawer = within(await screen.findByRole('dialog'))
  const field = await drawer.findByRole('textbox', { name: 'Price expression of gpt-5.4' })
  // 1 000 tokens in and 500 out.
  expect(drawer.getByText('= $0.006')).toBeTruthy()
  await user.clear(field)
  await user.type(field, 'p * q')
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent).not.toBe('')
  await user.tab()
  expect(screen.queryByRole('region', { name: 'Unpublished changes' })).toBeNull()
  await user.clear(field)
  await user.type(field, 'p * 3')
  await user.tab()
  await screen.findByRole('region', { name: 'Unpublished changes' })
  await user.click(drawer.getByRole('button', { name: 'Close' }))
  await user.click(screen.getByRole('button', { name: 'Review and publish' }))
  const dialog = within(await screen.findByRole('dialog', { name: /Publish/ }))
  await user.click(dialog.getByRole('button', { name: 'Publish' }))
  await waitFor(() =>
    expect(api.takeCalls().find(({ key }) => key === 'POST /api/prices/publish')?.body).toMatchObject({
      changes: [{ model: 'gpt-5.4', expression: 'p * 3' }],
    }),
  )
})

test('a model becomes one with an expression, and one without', async () => {
  const { user } = await visit(<PricesPage />, {
    answers: {
      ...answers,
      'GET /api/prices/history': () => ({ data: { items: [], total: 0, page: 1, page_size: 10 } }),
    },
    at: '/here?open=gpt-5.4',
  })
  const drawer = within(await screen.findByRole('dialog'))
  await user.click(await drawer.findByRole('button', { name: 'Price by an expression' }))
  expect(await drawer.findByRole('textbox', { name: 'Price expression of gpt-5.4' })).toHaveProperty(
    'value',
    'p * 1 + c * 4',
  )
  await user.click(drawer.getByRole('button', { name: 'Remove expression' }))
  await waitUntilGone(() => drawer.queryByRole('textbox', { name: 'Price expression of gpt-5.4' }))
  expect(screen.queryByRole('region', { name: 'Unpublished changes' })).toBeNull()
})

test('the cost of a price expression is its first tier, or else its share', async () => {
  const byExpression = { expression: 'p * 3', fields: {}, list: null, margin_percent: 25 }
  const shares = [
    sheetRowOf({
      ...byExpression,
      model: 'linear',
      cost: { origin: 'channel', fields: { ratio: 1.125 }, share: 0.75, entry: null },
    }),
    sheetRowOf({
      ...byExpression,
      model: 'curved',
      cost: { origin: 'cost_list', fields: null, share: 0.75, entry: null },
    }),
  ]
  await visit(<PricesPage />, { answers: { ...answers, 'GET /api/prices/': () => ({ data: sheetOf(shares) }) } })
  const linear = await screen.findByTitle(/^75% of the price expression.* · cost of a channel$/)
  expect(linear.textContent).toBe('2.25')
  const curved = screen.getAllByTitle(/^75% of the price expression/).filter((one) => one !== linear)
  expect(curved.map(({ textContent }) => textContent)).toEqual(['75%'])
})
