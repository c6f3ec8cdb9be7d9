import { expect, test } from 'bun:test'
import { sampleRow } from '../../../test/sample-pricing-row.ts'
import { screen, visit } from '../../../test/visit.tsx'
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

test('a model whose calls are refused for lack of a price is shown to administrators alone', async () => {
  await visit(<ModelPage />, { answers, role: 'guest', at: '/models/bare' })
  expect(await screen.findByText('The model bare was not found')).toBeTruthy()
  await visit(<ModelPage />, { answers, role: 'admin', at: '/models/bare' })
  expect(await screen.findByText(/It has no price yet/)).toBeTruthy()
})
