import { afterEach, expect, test } from 'bun:test'
import type { PriceProposal, PriceSource } from '@sluice/contract/price-sources'
import { cleanUp, screen, visit, waitFor, within } from '../../../../test/visit.tsx'
import { PricesPage } from '../prices-page.tsx'
import { sheetOf } from '../test-rows.ts'

afterEach(cleanUp)

const source: PriceSource = {
  id: 3,
  name: 'public list',
  kind: 'models_dev',
  url: '',
  provider: '',
  every_hours: 24,
  side: 'sale',
  is_maker: false,
  looked_at: 0,
  error: { code: 'mustBeNumber', params: {} },
  models: 12,
  open: 2,
}
const proposal: PriceProposal = {
  id: 8,
  model: 'gpt-5.4',
  side: 'sale',
  source_id: 3,
  source: 'public list',
  found_at: 1_795_000_000,
  current: { fields: { ratio: 1.25 }, rules: [] },
  proposed: { fields: { ratio: 2.5 }, rules: [] },
  doubts: ['rises'],
  agreeing: ['other list'],
  differing: [],
  factor: 2,
  sale: null,
  state: 'open',
}
const answers = {
  'GET /api/prices/': () => ({ data: sheetOf([]) }),
  'GET /api/price_source/': () => ({ data: [source] }),
  'GET /api/price_proposal/': () => ({ data: { items: [proposal], total: 37, page: 1, page_size: 10 } }),
  'GET /api/option/': () => ({
    data: [{ key: 'PriceAcceptRules', value: '{"falls":true,"rises_up_to":0.05,"sources":2}' }],
    secrets_set: [],
    root_only: [],
  }),
}

test('a look shows what it found and which lines it could not use', async () => {
  const { user, api } = await visit(<PricesPage />, { answers, at: '/here?tab=sources' })
  expect((await screen.findByText('Must be a number')).closest('tr')?.textContent).toContain('models.dev')
  const problems = [{ model: 'odd-model', reason: { code: 'mustBeNumber', params: {} } }]
  const { promise, resolve } = Promise.withResolvers<void>()
  api.answer({
    'POST /api/price_source/:id/look': async () => {
      await promise
      return { data: { source, lines: 900, problems, problems_total: 1, proposed: 2, accepted: 0 } }
    },
  })
  await user.click(screen.getByRole('button', { name: 'Look now public list' }))
  await screen.findByText('Reading “public list”…')
  resolve()
  expect((await screen.findByText(/900 lines read/)).textContent).toContain('2 new proposals')
  expect(screen.getByText('odd-model')).toBeTruthy()
})

test('without sources, one is added from the empty list', async () => {
  const { user, api } = await visit(<PricesPage />, {
    answers: { ...answers, 'GET /api/price_source/': () => ({ data: [] }) },
    at: '/here?tab=sources',
  })
  await user.click(await screen.findByRole('button', { name: 'Add source' }))
  const drawer = within(await screen.findByRole('dialog'))
  await user.type(drawer.getByLabelText('Name'), 'makers')
  await user.click(drawer.getByText('Cost'))
  api.answer({ 'POST /api/price_source/': () => ({ data: source }) })
  api.takeCalls()
  await user.click(drawer.getByRole('button', { name: 'Add' }))
  await waitFor(() =>
    expect(api.takeCalls().find(({ key }) => key === 'POST /api/price_source/')?.body).toMatchObject({
      name: 'makers',
      kind: 'models_dev',
      side: 'cost',
      every_hours: 24,
    }),
  )
})

test('a proposal of a cost shows the sale price that follows by a markup rule', async () => {
  const sale = { rule: 1, current: { fields: { ratio: 3 }, rules: [] }, proposed: { fields: { ratio: 6 }, rules: [] } }
  const items = [{ ...proposal, side: 'cost' as const, sale }]
  await visit(<PricesPage />, {
    answers: {
      ...answers,
      'GET /api/price_proposal/': () => ({ data: { items, total: 1, page: 1, page_size: 10 } }),
    },
    at: '/here?tab=proposals',
  })
  const row = (await screen.findByText('Sale price by markup rule 2:')).closest('tr')?.textContent
  expect(row).toContain('$2.50 → to$5.00')
  expect(row).toContain('$6.00 → to$12.00')
})

test('the rules are saved as shares', async () => {
  const { user, api } = await visit(<PricesPage />, { answers, at: '/here?tab=proposals' })
  await user.click(await screen.findByRole('button', { name: 'Accept rules' }))
  const field = await screen.findByLabelText('Accept rises up to (%)')
  await user.clear(field)
  await user.type(field, '7')
  api.answer({ 'PUT /api/option/': () => ({ data: null }) })
  await user.click(screen.getByRole('button', { name: 'Save rules' }))
  await waitFor(() =>
    expect(api.takeCalls().find(({ key }) => key === 'PUT /api/option/')?.body).toEqual({
      key: 'PriceAcceptRules',
      value: '{"falls":true,"rises_up_to":0.07,"sources":2}',
    }),
  )
})

test('all proposals of the filter are accepted after a confirmation with their number', async () => {
  const { user, api } = await visit(<PricesPage />, { answers, at: '/here?tab=proposals&doubt=rises' })
  await screen.findByText('$2.50')
  expect(screen.getByText('$5.00')).toBeTruthy()
  expect(screen.getByText('× 2')).toBeTruthy()
  expect(screen.getByText('1 source agrees: other list')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Accept all (37)' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getAllByText('Accept 37 proposals?').length).toBeGreaterThan(0)
  api.answer({ 'POST /api/price_proposal/accept': () => ({ data: { accepted: 36, renewed: ['m1'], refused: [] } }) })
  await user.click(dialog.getByRole('button', { name: 'Accept 37' }))
  expect(await screen.findByText(/their proposals were renewed: m1/)).toBeTruthy()
  const sent = api.takeCalls().find(({ key }) => key === 'POST /api/price_proposal/accept')?.body
  expect(sent).toEqual({ all: { doubt: 'rises' } })
})
