import { expect, spyOn, test } from 'bun:test'
import type { ListedChannel } from '@sluice/contract/channel-list'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { type Answers, badGateway } from '../../../test/fake-api.ts'
import { sampleChannel } from '../../../test/sample-channel.ts'
import { screen, visit, waitFor, waitUntilGone } from '../../../test/visit.tsx'
import { type ChannelListParams, channelsQuery } from './queries.ts'
import { useChannelActions } from './use-channel-actions.ts'

const params: ChannelListParams = {
  keyword: '',
  model: '',
  group: '',
  status: '',
  reason: '',
  type: 0,
  tag: '',
  only: '',
  sortBy: '',
  isAscending: false,
  idSort: false,
  tagMode: false,
  page: 1,
  pageSize: 100,
}

/** The channels by name, each with a button, and one for all of them. */
function Channels() {
  const { data } = useQuery(channelsQuery(params))
  const actions = useChannelActions()
  const items = data?.items ?? []
  return (
    <>
      {items.map((channel) => (
        <Button key={channel.id} onClick={() => actions.delete(channel, () => undefined)}>
          Delete {channel.name}
        </Button>
      ))}
      <Button
        onClick={() =>
          actions.deleteMany(
            items.map(({ id }) => id),
            () => undefined,
          )
        }
      >
        Delete both
      </Button>
    </>
  )
}

/** A server with two channels that can restore what was deleted; after `forget` it cannot. */
function serveChannels() {
  const rowOf = (id: number, name: string): ListedChannel => ({
    ...sampleChannel,
    id,
    name,
    model_count: 1,
    first_models: ['gpt-4o'],
  })
  const all = [rowOf(1, 'East'), rowOf(2, 'West')]
  let deleted: readonly number[] = []
  let isForgotten = false
  const answers: Answers = {
    'POST /api/channel/rows': () => {
      const items = all.filter(({ id }) => !deleted.includes(id))
      return { data: { items, total: items.length, tags: [] } }
    },
    'DELETE /api/channel/:id': ({ params: { id } }) => {
      deleted = [Number(id)]
      return { deletion: 'deletion-1' }
    },
    'POST /api/channel/batch': ({ body: { ids } }) => {
      deleted = ids
      return { data: ids.length, deletion: 'deletion-1' }
    },
    'POST /api/channel/restore': ({ body: { deletion } }) => {
      if (isForgotten || deletion !== 'deletion-1') return { data: 0 }
      const count = deleted.length
      deleted = []
      return { data: count }
    },
  }
  const forget = () => {
    isForgotten = true
  }
  return { answers, forget }
}

const east = () => screen.queryByRole('button', { name: 'Delete East' })
const undo = () => screen.findByRole('button', { name: 'Undo' })

test('a click on undo restores a deleted channel and removes the offer', async () => {
  const { answers } = serveChannels()
  const { user } = await visit(<Channels />, { answers })
  await user.click(await screen.findByRole('button', { name: 'Delete East' }))
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  await screen.findByText('Deleted “East”')
  await waitUntilGone(east)
  await user.click(await undo())
  await screen.findByText('1 channel restored with its keys')
  await screen.findByRole('button', { name: 'Delete East' })
  await waitUntilGone(() => screen.queryByRole('button', { name: 'Undo' }))
})

test('channels that were deleted together are restored together', async () => {
  const { answers } = serveChannels()
  const { user, api } = await visit(<Channels />, { answers })
  await screen.findByRole('button', { name: 'Delete West' })
  await user.click(screen.getByRole('button', { name: 'Delete both' }))
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  await waitUntilGone(east)
  await user.click(await undo())
  await screen.findByText('2 channels restored with their keys')
  const restores = () => api.takeCalls().filter(({ key }) => key === 'POST /api/channel/restore')
  expect(restores().map(({ body }) => body)).toEqual([{ deletion: 'deletion-1' }])
})

test('an undo that is too late or fails is reported', async () => {
  const { answers, forget } = serveChannels()
  const { user, api } = await visit(<Channels />, { answers })
  for (const [message, prepare] of [
    ['It is too late to undo this deletion.', forget],
    [/502/, () => api.answer({ 'POST /api/channel/restore': badGateway })],
  ] as const) {
    const [first] = await screen.findAllByRole('button', { name: /^Delete (East|West)$/ })
    if (first === undefined) throw new Error('no channel is left')
    const name = first.textContent
    await user.click(first)
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    await waitUntilGone(() => screen.queryByRole('button', { name }))
    prepare()
    await user.click(await undo())
    await screen.findByText(message)
    await waitUntilGone(() => screen.queryByRole('button', { name: 'Undo' }))
  }
})

test('the offer to undo disappears after ten seconds', async () => {
  let time = Date.now()
  const clock = spyOn(Date, 'now').mockImplementation(() => time)
  try {
    const { answers } = serveChannels()
    const { user } = await visit(<Channels />, { answers })
    await user.click(await screen.findByRole('button', { name: 'Delete East' }))
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    await waitUntilGone(east)
    await undo()
    const progress = () => document.querySelector<HTMLProgressElement>('.ant-notification-notice-progress')?.value
    await waitFor(() => expect(progress()).toBe(100))
    time += 9_900
    await waitFor(() => expect(progress()).toBeLessThan(2))
    await undo()
    time += 100
    await waitUntilGone(() => screen.queryByRole('button', { name: 'Undo' }))
  } finally {
    clock.mockRestore()
  }
})
