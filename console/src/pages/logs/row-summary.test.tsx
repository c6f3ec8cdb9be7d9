import { expect, test } from 'bun:test'
import { makeReason } from '@sluice/contract/error-reasons'
import { packParams } from '@sluice/contract/pack-params'
import { logType } from '@sluice/contract/roles'
import { screen, visit } from '../../../test/visit.tsx'
import zh from '../../locales/zh/logs.ts'
import { LogCard } from './log-card.tsx'
import { RowSummary } from './row-summary.tsx'
import { logRow } from './test-rows.ts'

const detail = { model_ratio: 1.25, completion_ratio: 4 }

test('a call shows its price', async () => {
  await visit(<RowSummary row={logRow({ detail })} />)
  expect(await screen.findByText('$2.50 in · $10.00 out / 1M')).toBeTruthy()
})

test('a call that is priced by the second shows that price', async () => {
  const bySecond = { model_ratio: 0, model_price: 0.0001, price_unit: 'second' as const }
  await visit(<RowSummary row={logRow({ detail: bySecond })} />)
  expect(await screen.findByText('$0.0001 per second')).toBeTruthy()
})

const byExpression = { billing_mode: 'tiered_expr', model_ratio: 0, completion_ratio: 0, model_price: -1 } as const

test('a call that is priced by an expression shows the amounts that it was charged by', async () => {
  const expr_parts = [
    { variable: 'p', count: 400, price: 2 },
    { variable: 'c', count: 250, price: 8 },
  ] as const
  const charged = { ...byExpression, expr_parts, matched_tier: 'short', price_factor: 0.5, group_ratio: 2 }
  await visit(<RowSummary row={logRow({ quota: 1_400, detail: charged })} />)
  expect(await screen.findByText('$1.00 in · $4.00 out / 1M · group ×2')).toBeTruthy()
})

test('a call whose expression has no short form names the expression and its tier, and shows no price', async () => {
  const detail = { ...byExpression, expr_amount: '2800', matched_tier: 'long' }
  const row = logRow({ quota: 1_400, completion_tokens: 250, detail })
  await visit(<RowSummary row={row} />)
  expect(await screen.findByText('Price expression · long')).toBeTruthy()
  expect(screen.queryByText(/\$0/)).toBeNull()
})

test('the row of an expression that does not say its amounts names it in the reader’s language', async () => {
  await visit(<RowSummary row={logRow({ quota: 1_400, detail: byExpression })} />, { language: 'zh' })
  expect(await screen.findByText(zh.bill.line.expression)).toBeTruthy()
})

test('the test of a channel shows its message, although it has a price', async () => {
  const content = 'Test of channel #1 Europe with gpt-4o: 100 + 20 tokens'
  await visit(<RowSummary row={logRow({ type: logType.system, content, detail })} />)
  expect(await screen.findByText(content)).toBeTruthy()
  expect(screen.queryByText(/out \/ 1M/)).toBeNull()
})

test('an error of a call names the field of the call, not the label of a page', async () => {
  const reason = makeReason('fieldTwice', { key: 'model' })
  const error = { code: 'invalid_request', status: 400, message: '', ...packParams({ reason }) }
  await visit(<RowSummary row={logRow({ type: logType.error, content: '', detail: { error } })} />, { language: 'zh' })
  expect(await screen.findByText(/字段 model 重复出现/)).toBeTruthy()
})

test('the card of an error without a model has its type once', async () => {
  const row = logRow({ type: logType.error, content: 'no', model_name: '', detail: {} })
  await visit(<LogCard row={row} onOpen={() => {}} />)
  expect(await screen.findAllByText('Error')).toHaveLength(1)
})
