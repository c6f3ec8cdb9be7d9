import { expect, test } from 'bun:test'
import { type AttentionItem, attentionKinds, type DataAttention } from '@sluice/contract/data'
import { screen, visit, waitFor } from '../../../test/visit.tsx'
import { NeedsYou } from './needs-you.tsx'

const itemOf = (more: Partial<AttentionItem>): AttentionItem => ({
  kind: 'price_proposals',
  count: 1,
  named: [],
  named_total: more.named?.length ?? 0,
  since: 0,
  reason: '',
  calls: null,
  ...more,
})
const answerOf = (...items: AttentionItem[]) => ({
  data: { channels: 9, serving: 8, last_minute_calls: 60, items } satisfies DataAttention,
})
const stopped = itemOf({
  kind: 'stopped_channel',
  named: [{ id: 7, name: 'GLM' }],
  since: 1_795_000_000,
  reason: 'status 401: the key is refused',
  calls: 75,
})

test('one calm line if there is nothing', async () => {
  await visit(<NeedsYou />, { answers: { 'GET /api/data/attention': () => answerOf() } })
  await screen.findByText('Nothing needs you at the moment.')
  expect(screen.queryByRole('list')).toBeNull()
})

test('an item of a newer server is left out, and the others are shown', async () => {
  const newer = itemOf({ kind: 'kind_of_tomorrow' as 'low_disk' })
  await visit(<NeedsYou />, { answers: { 'GET /api/data/attention': () => answerOf(newer, stopped) } })
  await screen.findByText('GLM was disabled automatically')
  expect(screen.getAllByRole('listitem')).toHaveLength(1)
})

test('a disabled channel has its reason and the failed calls, and is tested and enabled in place', async () => {
  let items = [stopped]
  const { user, api } = await visit(<NeedsYou />, {
    answers: {
      'GET /api/data/attention': () => answerOf(...items),
      'POST /api/channel/status/batch': () => {
        items = []
        return { data: 1 }
      },
    },
  })
  await screen.findByText('GLM was disabled automatically')
  await screen.findByText('status 401: the key is refused')
  await screen.findByText('75 calls for its models have failed since')
  expect(screen.getByRole('link', { name: 'Open' }).getAttribute('href')).toBe('/channel/edit/7')
  await user.click(screen.getByRole('button', { name: 'Enable' }))
  await screen.findByText('Nothing needs you at the moment.')
  expect(api.takeCalls()).toContainEqual({ key: 'POST /api/channel/status/batch', body: { ids: [7], status: 1 } })
})

test('channels whose test failed are tested again in the background as long as all are named', async () => {
  const named = [1, 2, 3].map((id) => ({ id, name: `c${id}` }))
  let item = itemOf({ kind: 'failed_tests', count: 3, named })
  const { user, api } = await visit(<NeedsYou />, {
    answers: {
      'GET /api/data/attention': () => answerOf(item),
      'POST /api/channel/test/batch': () => {
        item = itemOf({ kind: 'failed_tests', count: 16, named, named_total: 16 })
        return { data: idle }
      },
    },
  })
  await screen.findByText('3 enabled channels failed their last test: c1, c2, c3')
  await user.click(screen.getByRole('button', { name: 'Test' }))
  await screen.findByText('16 enabled channels failed their last test: c1, c2, c3 and 13 more')
  expect(api.takeCalls()).toContainEqual({ key: 'POST /api/channel/test/batch', body: { ids: [1, 2, 3] } })
  expect(screen.queryByRole('button', { name: 'Test' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Open' }).getAttribute('href')).toBe('/channel?only=test_failed')
})

const idle = {
  state: 'running' as const,
  total: 3,
  done: 0,
  passed: 0,
  failed: 0,
  skipped: 0,
  started_at: 0,
  finished_at: 0,
  started_by: 'root',
  results: [],
}

test.each(['en', 'zh'] as const)('each kind is a sentence with a place to deal with it (%s)', async (language) => {
  const items = attentionKinds.map((kind) =>
    itemOf({
      kind,
      count: 2,
      named: [{ id: 0, name: kind === 'interrupted_sweeps' ? 'test' : 'name' }],
      named_total: 2,
    }),
  )
  const { user } = await visit(<NeedsYou />, {
    language,
    answers: { 'GET /api/data/attention': () => answerOf(...items) },
  })
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(5))
  await user.click(screen.getByRole('button', { name: new RegExp(String(attentionKinds.length)) }))
  const lines = screen.getAllByRole('listitem')
  expect(lines).toHaveLength(attentionKinds.length)
  for (const [index, line] of lines.entries()) {
    expect(line.textContent).not.toMatch(/\{\{|needs\./)
    const isOnMachine = ['low_disk', 'failed_jobs'].includes(attentionKinds[index] ?? '')
    expect(line.querySelectorAll('a')).toHaveLength(isOnMachine ? 0 : 1)
  }
})
