import { expect, test } from 'bun:test'
import { logType } from '@sluice/contract/roles'
import { screen, visit } from '../../../test/visit.tsx'
import { RowSummary } from './row-summary.tsx'
import { logRow } from './test-rows.ts'

const detail = { model_ratio: 1.25, completion_ratio: 4 }

test('a call shows its price', async () => {
  await visit(<RowSummary row={logRow({ detail })} />)
  expect(await screen.findByText('$2.50 in · $10.00 out / 1M')).toBeTruthy()
})

test('the test of a channel shows its message, although it has a price', async () => {
  const content = 'Test of channel #1 Europe with gpt-4o: 100 + 20 tokens'
  await visit(<RowSummary row={logRow({ type: logType.system, content, detail })} />)
  expect(await screen.findByText(content)).toBeTruthy()
  expect(screen.queryByText(/out \/ 1M/)).toBeNull()
})
