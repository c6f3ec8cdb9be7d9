import { expect, test } from 'bun:test'
import { screen, visit } from '../../../test/visit.tsx'
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
