import { expect, test } from 'bun:test'
import { logType } from '@sluice/contract/roles'
import { screen, visit } from '../../../test/visit.tsx'
import { CallDetails } from './call-details.tsx'
import { ModelName } from './log-columns.tsx'
import { buildLogRows } from './log-rows.ts'
import { logRow } from './test-rows.ts'

const words = ((key: string) => key) as never

test('the error and the charge of a cut stream are marked as one call, other rows are not', async () => {
  const rows = buildLogRows([
    logRow({ id: 1, type: logType.error, request_id: 'cut', other: '{"error":{"code":"upstream_cut","status":502}}' }),
    logRow({ id: 2, request_id: 'cut', other: '{"end":"upstream_cut"}' }),
    logRow({ id: 3, request_id: 'whole' }),
    logRow({ id: 4, type: logType.topUp, request_id: 'whole' }),
    logRow({ id: 5, request_id: '' }),
    logRow({ id: 6, request_id: '' }),
  ])
  expect(rows.filter(({ isShared }) => isShared).map(({ id }) => id)).toEqual([1, 2])
  await visit(rows.map((row) => <ModelName key={row.id} row={row} t={words} />))
  expect(await screen.findAllByText('sameCall')).toHaveLength(2)
})

test('the details of a call that broke off lead to all of its entries', async () => {
  const row = logRow({ request_id: 'cut', detail: { end: 'upstream_cut' } })
  const { user, address } = await visit(<CallDetails row={row} />, { at: '/log?type=2' })
  await user.click(await screen.findByRole('button', { name: 'All entries of this call' }))
  expect(address()).toBe('/log?request_id=cut')
})

test('a complete call has one entry', async () => {
  await visit(<CallDetails row={logRow({ request_id: 'whole', detail: { end: 'complete' } })} />)
  await screen.findByText('whole')
  expect(screen.queryAllByRole('button', { name: 'All entries of this call' })).toHaveLength(0)
})
