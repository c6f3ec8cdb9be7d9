import { expect, test } from 'bun:test'
import { makeReason } from '@sluice/contract/error-reasons'
import { packParams } from '@sluice/contract/pack-params'
import { logType } from '@sluice/contract/roles'
import { screen, visit } from '../../../test/visit.tsx'
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
