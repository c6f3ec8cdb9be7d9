import { expect, test } from 'bun:test'
import type { RedemptionBatch } from '@sluice/contract/redemption'
import { sampleRedemption } from '../../../test/sample-redemption.ts'
import { screen, visit } from '../../../test/visit.tsx'
import { RedemptionPage } from './redemption-page.tsx'

const batch: RedemptionBatch = {
  id: 5,
  name: 'welcome',
  user_id: 1,
  username: 'root',
  created_time: 1_700_000_000,
  quota_min: 500_000,
  quota_max: 500_000,
  count: 20,
  unused: 15,
  disabled: 2,
  used: 3,
  expired: 0,
}
const page = <T,>(items: T[]) => ({ data: { items, total: items.length, page: 1, page_size: 10 } })

const visitCodes = (at: string) =>
  visit(<RedemptionPage />, {
    at,
    answers: {
      'GET /api/redemption/': () => page([sampleRedemption]),
      'POST /api/redemption/batches': () => page([batch]),
      'POST /api/redemption/search': () => page([sampleRedemption]),
      'PUT /api/redemption/batches/:id': () => ({ data: { changed: 15 } }),
      'DELETE /api/redemption/batches/:id': () => ({ data: { changed: 17 } }),
    },
  })

test('codes that were created together are one row, whose unused codes are disabled and deleted', async () => {
  const { user, api } = await visitCodes('/redemption?by=batch')
  await screen.findByText('20 codes, 3 used, 2 disabled')
  const choose = async (action: string, confirm: string) => {
    await user.click(screen.getByRole('button', { name: /welcome$/ }))
    await user.click(await screen.findByRole('menuitem', { name: action }))
    await user.click(await screen.findByRole('button', { name: confirm }))
  }
  await choose('Disable unused codes', 'Disable')
  await screen.findByText('15 codes disabled')
  await choose('Delete unused codes', 'Delete')
  await screen.findByText('17 codes deleted')
  const written = api.takeCalls().filter(({ key }) => !key.startsWith('POST') && key.includes('batches'))
  expect(written).toEqual([
    { key: 'PUT /api/redemption/batches/:id', body: { status: 2 } },
    { key: 'DELETE /api/redemption/batches/:id', body: undefined },
  ])
})

test('a batch opens to its codes, and the switch leads to all codes', async () => {
  const { user, api, address } = await visitCodes('/redemption?by=batch&open=5')
  await screen.findAllByRole('button', { name: /Edit/ })
  const asked = api.takeCalls().find(({ key }) => key === 'POST /api/redemption/search')
  expect(asked?.body).toMatchObject({ batch: 5 })
  await user.click(screen.getByText('By code'))
  expect(address()).toBe('/redemption')
  await screen.findByText('Copy selected codes')
})
