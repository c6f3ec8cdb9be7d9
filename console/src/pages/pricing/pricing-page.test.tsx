import { expect, test } from 'bun:test'
import { sampleRow } from '../../../test/sample-pricing-row.ts'
import { siteStatus } from '../../../test/site-status.ts'
import { screen, visit, within } from '../../../test/visit.tsx'
import { PricingPage } from './pricing-page.tsx'

const noModels = {
  data: [],
  group_ratio: { default: 1 },
  unset_model_ratio: 0,
  usable_group: { default: 'Default group' },
  vendors: [],
  supported_endpoint: {},
  auto_groups: [],
}
const answers = { 'GET /api/pricing': () => noModels }

test('without any models, an administrator finds the way to the channels', async () => {
  const { user, address } = await visit(<PricingPage />, { answers, role: 'admin' })
  await user.click(await screen.findByRole('button', { name: 'Open the channels' }))
  expect(address()).toBe('/channel')
})

test('without any models, an ordinary account reads whom it waits for', async () => {
  await visit(<PricingPage />, { answers, role: 'user' })
  expect(await screen.findByText(/once the administrator has enabled a channel/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Open the channels' })).toBeNull()
})

const someModels = {
  ...noModels,
  data: [sampleRow('priced'), sampleRow('bare', { is_priced: false }), sampleRow('zero', { model_price: 0 })],
}
const sold = { 'GET /api/pricing': () => someModels }

for (const role of ['user', 'guest'] as const)
  test(`a model without a price is hidden from a ${role}, because its calls are refused`, async () => {
    await visit(<PricingPage />, { answers: sold, role })
    await screen.findByText('priced')
    expect(screen.queryAllByText('bare')).toHaveLength(0)
  })

test('administrators see models without a price', async () => {
  await visit(<PricingPage />, { answers: sold, role: 'admin' })
  expect(await screen.findByText('bare')).toBeTruthy()
})

test('models without a price are listed where they can be called', async () => {
  const forOneself = { 'GET /api/status': () => ({ data: { ...siteStatus, self_use_mode_enabled: true } }) }
  await visit(<PricingPage />, { answers: { ...sold, ...forOneself }, role: 'user' })
  expect(await screen.findByText('bare')).toBeTruthy()
})

test('a call that costs nothing is free', async () => {
  await visit(<PricingPage />, { answers: sold, role: 'user' })
  expect(await screen.findByText('Free')).toBeTruthy()
  expect(screen.queryAllByText(/\$0\.00/)).toHaveLength(0)
})

test('a model of the address that is not on the list takes no place, and is named', async () => {
  const { user, address } = await visit(<PricingPage />, {
    answers: sold,
    role: 'user',
    at: '/pricing?compare=gone,lost,old,older,priced,zero',
  })
  const tray = within(await screen.findByRole('region', { name: 'Models to compare' }))
  await tray.findByText('Not on this list: gone, lost, old, older')
  tray.getByRole('button', { name: 'Compare 2 models' })
  await user.click(tray.getByRole('button', { name: 'Take names that are not on the list out of the address' }))
  expect(tray.queryByText(/Not on this list/)).toBeNull()
  expect(address()).toContain('compare=priced')
  expect(address()).not.toContain('gone')
})
