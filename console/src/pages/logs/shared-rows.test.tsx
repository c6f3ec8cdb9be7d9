import { expect, test } from 'bun:test'
import { logType } from '@sluice/contract/roles'
import { refuse } from '../../../test/fake-api.ts'
import { screen, visit } from '../../../test/visit.tsx'
import { CallDetails } from './call-details.tsx'
import { buildLogRows } from './log-rows.ts'
import { ModelName } from './model-name.tsx'
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

const error = { code: 'upstream_stream_cut', status: 502, message: 'The upstream ended the stream' }
const failed = logRow({ id: 7, type: logType.error, request_id: 'cut', detail: { error } })
const ratios = { model_ratio: 1, group_ratio: 1, completion_ratio: 1, model_price: -1 }
const charged = logRow({
  id: 8,
  request_id: 'cut',
  quota: 1_500,
  completion_tokens: 1_500,
  detail: { end: 'upstream_cut', ...ratios },
})

test.each([
  ['error', failed, charged],
  ['charge', charged, failed],
])('the error and the charge of a call that broke off are one story, opened by its %s', async (_, row, other) => {
  await visit(<CallDetails row={row} related={[other]} />)
  expect(await screen.findByText('Failed: the provider broke the answer off.')).toBeTruthy()
  expect(screen.getByText(/\$0\.003 was charged for what was delivered/)).toBeTruthy()
  expect(screen.getByText('upstream_stream_cut')).toBeTruthy()
  expect(screen.getByRole('region', { name: /gpt-4o/ })).toBeTruthy()
})

const refused = logRow({
  type: logType.error,
  content: 'not found',
  detail: { error: { code: 'bad_response_status_code', status: 404, message: 'not found' } },
})

test('a failed call says why, that nothing was charged, and what to do', async () => {
  await visit(<CallDetails row={refused} />, { role: 'user' })
  const why = 'Failed: the provider does not know this model, or not this address for it.'
  expect(await screen.findByText(why)).toBeTruthy()
  expect(screen.getByText(/Nothing was charged/)).toBeTruthy()
  expect(screen.queryByText('For operators:')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Open channel' })).toBeNull()
})

test('operators read what they can do, and have the actions for it', async () => {
  const { user } = await visit(<CallDetails row={refused} />, {
    role: 'admin',
    language: 'zh',
    answers: { 'GET /api/channel/test/:id': () => refuse('upstream_unreachable', {}) },
  })
  expect(await screen.findByText('失败：供应商不认识这个模型，或地址不对。')).toBeTruthy()
  expect(screen.getByText('运营者：')).toBeTruthy()
  expect(screen.getByRole('link', { name: '打开渠道' }).getAttribute('href')).toBe('/channel/edit/4')
  await user.click(screen.getByRole('button', { name: '测试' }))
  expect(await screen.findByText(/^测试失败：/)).toBeTruthy()
})

test('a turn whose prompt differs from the turn before says from which message on', async () => {
  await visit(<CallDetails row={logRow({ detail: { prompt_part: { in: 'message', at: 3, of: 9 } } })} />)
  expect(await screen.findByText(/^Message 3 of 9 differs from the turn before/)).toBeTruthy()
})
