import { expect, test } from 'bun:test'
import type { SharedReceipt } from '@sluice/contract/receipt'
import { logType } from '@sluice/contract/roles'
import { refuse } from '../../../test/fake-api.ts'
import { screen, visit } from '../../../test/visit.tsx'
import { ReceiptPage } from './receipt-page.tsx'

const receipt: SharedReceipt = {
  id: 1,
  created_at: 1_795_000_000,
  type: logType.consume,
  model_name: 'gpt-4o',
  quota: 1_500,
  prompt_tokens: 500,
  completion_tokens: 1_000,
  use_time: 2,
  is_stream: true,
  group: 'default',
  request_id: 'r-1',
  other: JSON.stringify({ model_ratio: 1, group_ratio: 1, completion_ratio: 1, model_price: -1, total_ms: 1_950 }),
  expires_at: 1_795_100_000,
}
const show = (data: SharedReceipt) =>
  visit(<ReceiptPage />, {
    role: 'guest',
    at: '/receipt/a-link.x',
    answers: { 'GET /api/receipt/:link': () => ({ data }) },
  })

test('a visitor with the link sees the receipt and how long it is shown', async () => {
  await show(receipt)
  expect(await screen.findByRole('region', { name: /gpt-4o/ })).toBeTruthy()
  expect(screen.getByText('r-1')).toBeTruthy()
  expect(screen.getByText('500 × $2.00 / 1M')).toBeTruthy()
  expect(screen.getByText(/This link works until/)).toBeTruthy()
})

test('the receipt of a failed call says why, and that nothing was charged', async () => {
  const error = { code: 'upstream_timeout', status: 504 }
  await show({ ...receipt, type: logType.error, quota: 0, other: JSON.stringify({ error }) })
  expect(await screen.findByText(/Failed: the provider did not answer in time. Nothing was charged./)).toBeTruthy()
})

test('a link that has ended says so', async () => {
  const answers = { 'GET /api/receipt/:link': () => refuse('not_found', { what: { code: 'receipt', params: {} } }) }
  await visit(<ReceiptPage />, { role: 'guest', at: '/receipt/a-link.x', answers })
  expect(await screen.findByText('This receipt is not available')).toBeTruthy()
})
