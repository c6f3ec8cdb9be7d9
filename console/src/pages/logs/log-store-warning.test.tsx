import { expect, test } from 'bun:test'
import type { LogStoreState } from '@sluice/contract/usage-log'
import { screen, visit, waitFor } from '../../../test/visit.tsx'
import { LogStoreWarning } from './log-store-warning.tsx'

async function renderWarning(state: Partial<LogStoreState>, language: 'en' | 'zh' = 'en') {
  const data = { is_separate: true, is_reachable: true, waiting_rows: 0, waiting_since: 0, ...state }
  const { api } = await visit(
    <>
      <LogStoreWarning />
      <p>the page</p>
    </>,
    { role: 'admin', language, answers: { 'GET /api/log/store': () => ({ data }) } },
  )
  await waitFor(() => expect(api.takeCalls()).toHaveLength(1))
}

test('an unreachable log database is reported, with the rows that wait', async () => {
  await renderWarning({ is_reachable: false, waiting_rows: 1_234, waiting_since: 1_700_000_000 })
  await screen.findByText('The log database does not answer')
  expect(document.body.textContent).toMatch(/1,234 rows wait in the main database, the oldest since .*2023/)
})

test('rows that wait for a log database that answers are reported too, in Chinese', async () => {
  await renderWarning({ waiting_rows: 3, waiting_since: 1_700_000_000 }, 'zh')
  await screen.findByText('用量记录未能转移到日志数据库')
})

test.each([{}, { is_separate: false }])('nothing is reported where nothing is wrong (%p)', async (state) => {
  await renderWarning(state)
  await screen.findByText('the page')
  expect(document.querySelector('[role="alert"]')).toBeNull()
})
