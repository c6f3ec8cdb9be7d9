import { expect, test } from 'bun:test'
import { logType } from '@sluice/contract/roles'
import { engines } from './test-databases.ts'
import { buildUsageRow, completeUsageRow, usageColumns, usageRowOf, usageTexts, usageValues } from './usage-row.ts'

const note = { user_id: 1, created_at: 2, type: logType.system, username: 'ana', group_name: 'vip', detail: {} }

test('a row has a value for each column, also for those that the caller does not name', () => {
  const row = buildUsageRow({ ...note, quota: 5, content: 'a note', detail: { end: 'complete' } })
  expect(row).toEqual({
    user_id: 1,
    created_at: 2,
    type: logType.system,
    username: 'ana',
    token_id: 0,
    token_name: '',
    channel_id: 0,
    model_name: '',
    group_name: 'vip',
    quota: 5,
    list_quota: 0,
    cost_quota: 0,
    cost_known: 0,
    prompt_tokens: 0,
    completion_tokens: 0,
    use_time_ms: 0,
    is_stream: 0,
    request_id: '',
    content: 'a note',
    is_charged: 0,
    client: '',
    detail: '{"end":"complete"}',
  })
})

test('a row that an earlier version wrote has the later columns', () => {
  const row = buildUsageRow({ ...note, quota: 5 })
  const { is_charged: _, client: _client, ...earlier } = row
  expect(completeUsageRow(earlier)).toEqual(row)
})

test('values are in the order of the columns, whatever the order in the row', () => {
  const row = buildUsageRow(note)
  const reversed = Object.fromEntries(Object.entries(row).toReversed()) as typeof row
  expect(usageValues(reversed)).toEqual(usageValues(row))
  expect(usageValues(row)[usageColumns.indexOf('group_name')]).toBe('vip')
  expect(usageRowOf(usageValues(row))).toEqual(row)
  expect(usageTexts.map((name) => row[name])).toEqual(['ana', '', '', 'vip', '', '', '', '{}'])
})

for (const engine of engines) {
  test(`${engine.name}: the table has these columns, in their types`, async () => {
    const store = await engine.fresh()
    const tables = await store.db.introspection.getTables()
    const columns = tables.find(({ name }) => name === 'usage_logs')?.columns ?? []
    expect(columns.map(({ name }) => name).toSorted()).toEqual(['id', ...usageColumns].toSorted())
    const row = buildUsageRow({ ...note, content: 'text', quota: -5 })
    await store.db.insertInto('usage_logs').values(row).execute()
    expect(await store.db.selectFrom('usage_logs').selectAll().execute()).toEqual([{ id: expect.any(Number), ...row }])
    await store.close()
  })
}
