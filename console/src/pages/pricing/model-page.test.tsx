import { expect, test } from 'bun:test'
import { sampleRow } from '../../../test/sample-pricing-row.ts'
import { screen, visit, waitFor, within } from '../../../test/visit.tsx'
import { ModelPage } from './model-page.tsx'

const chat = {
  quota_type: 0 as const,
  model_ratio: 1,
  model_price: 0,
  completion_ratio: 2,
  enable_groups: ['default', 'vip'],
  supported_endpoint_types: ['openai' as const],
}
const answers = {
  'GET /api/pricing': () => ({
    data: [
      sampleRow('meta/llama-3', chat),
      sampleRow('tiny', { ...chat, model_ratio: 0.1 }),
      sampleRow('bare', { is_priced: false }),
    ],
    group_ratio: { default: 1, vip: 0.5 },
    unset_model_ratio: 0,
    usable_group: { default: 'Default group', vip: 'VIP' },
    vendors: [],
    supported_endpoint: {},
    auto_groups: [],
  }),
  'GET /api/perf-metrics/summary': () => ({
    data: { models: [{ model_name: 'meta/llama-3', avg_latency_ms: 900, success_rate: 99.5, avg_tps: 41 }] },
  }),
  'GET /api/price_history': () => ({
    data: { changes: [{ at: 1_790_000_000, before: { ...chat, completion_ratio: 4 }, after: chat }] },
  }),
  'GET /api/site_health': () => ({
    data: {
      state: 'works' as const,
      failing: 0,
      success_rate: null,
      first_token_ms: null,
      measured_at: 1_790_000_000,
      vendors: [],
      models: [{ model_name: 'tiny', vendor: '', state: 'works' as const, first_token_ms: 420, days: [] }],
      incidents: [],
    },
  }),
}

test('a visitor reads prices, figures and a cheaper model at the address of the model', async () => {
  const { user } = await visit(<ModelPage />, { answers, role: 'guest', at: '/models/meta/llama-3' })
  expect(await screen.findByRole('heading', { level: 1, name: /meta\/llama-3/ })).toBeTruthy()
  expect((await screen.findAllByText('99.5%')).length).toBe(2)
  expect(screen.getByRole('link', { name: 'tiny' }).getAttribute('href')).toContain('/models/tiny')
  // 2,000 tokens at $2 and 500 at $4 for a million, a hundred times on thirty days.
  expect(screen.getByText('$18.00 a month')).toBeTruthy()
  await user.click(screen.getByRole('radio', { name: /vip/ }))
  expect(await screen.findByText('$9.00 a month')).toBeTruthy()
})

test('an unknown model leads back to the list', async () => {
  await visit(<ModelPage />, { answers, role: 'guest', at: '/models/gone' })
  expect(await screen.findByText('The model gone was not found')).toBeTruthy()
  expect(screen.getAllByRole('link', { name: 'All models and prices' }).length).toBeGreaterThan(0)
})

test('a model whose calls are refused for lack of a price is not shown to visitors', async () => {
  await visit(<ModelPage />, { answers, role: 'guest', at: '/models/bare' })
  expect(await screen.findByText('The model bare was not found')).toBeTruthy()
})

test('administrators see such a model, and why its calls are refused', async () => {
  await visit(<ModelPage />, { answers, role: 'admin', at: '/models/bare' })
  expect(await screen.findByText(/It has no price yet/)).toBeTruthy()
})

test('the history names the part that changed, in the group that is shown', async () => {
  await visit(<ModelPage />, { answers, role: 'guest', at: '/models/meta/llama-3?group=vip' })
  const line = await screen.findByRole('row', { name: /2026-09-2\d · Output/ })
  expect([...line.children].slice(1).map(({ textContent }) => textContent)).toEqual(['$4.00', '$2.00'])
})

test('models are compared side by side, and the address names them', async () => {
  const page = await visit(<ModelPage />, { answers, role: 'guest', at: '/models/meta/llama-3' })
  await page.user.click(await screen.findByRole('button', { name: 'Compare meta/llama-3' }))
  await waitFor(() => expect(page.address()).toContain('compare=meta'))
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Compare' }).disabled).toBe(true)
  page.go('/models/meta/llama-3?compare=meta/llama-3,tiny,gone')
  // A name that is not on the list is shown as such, and is no column.
  await screen.findByText('Not on this list: gone')
  await page.user.click(await screen.findByRole('button', { name: 'Compare 2 models' }))
  const sheet = await screen.findByRole('dialog')
  const valuesOf = (name: string) =>
    [...within(sheet).getByRole('row', { name }).children].slice(1).map(({ textContent }) => textContent)
  await waitFor(() => expect(valuesOf('First token – 420 ms')).toEqual(['–', '420 ms']))
  expect(valuesOf('Input $2.00 $0.20')).toEqual(['$2.00', '$0.20'])
})
