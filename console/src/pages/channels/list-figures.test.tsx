import { expect, test } from 'bun:test'
import { screen, visit } from '../../../test/visit.tsx'
import { ChannelCost, ChannelMarginText } from './channel-margin.tsx'
import { ChannelStatusTag, ResponseBadge } from './health.tsx'
import { ModelSummary } from './lists.tsx'
import { ChannelErrors, TagErrors } from './recent-errors.tsx'
import { buildListedChannel } from './test-channel.ts'

const byChannel = new Map(
  [
    { channel_id: 1, errors: 3, steps: [1, 0, 2] },
    { channel_id: 2, errors: 1, steps: [0, 1, 0] },
  ].map((entry) => [entry.channel_id, entry]),
)
const counts = { byChannel, from: 1_700_000_000 }

test('the failed calls of a channel lead to them in the log', async () => {
  await visit(<ChannelErrors id={1} counts={counts} />)
  const link = await screen.findByRole('link', { name: '3 failed calls in the last hour, open in the log' })
  const { pathname, searchParams } = new URL(link.getAttribute('href') ?? '', 'http://a')
  expect([pathname, searchParams.get('channel'), searchParams.get('type')]).toEqual(['/log', '1', '5'])
})

test('no failed call is 0, and unknown is a dash', async () => {
  await visit(<ChannelErrors id={9} counts={counts} />)
  expect(await screen.findByText('0')).toBeDefined()
  await visit(<ChannelErrors id={9} counts={undefined} />)
  expect(await screen.findByText('–')).toBeDefined()
})

test('a tag adds the failed calls of its channels', async () => {
  await visit(<TagErrors ids={[1, 2, 9]} counts={counts} />)
  expect(await screen.findByText('4')).toBeDefined()
})

test('a row names its first models and counts the others', async () => {
  await visit(<ModelSummary first={['a', 'b', 'c']} count={40} ids={() => [1]} />)
  expect((await screen.findByRole('button')).textContent).toBe('a, b, c+37')
})

test('cost and margin of a page are one request, and an unknown cost is a dash', async () => {
  const margins = [
    { channel_id: 1, cost: 500_000, margin: -250_000, margin_percent: -100 },
    { channel_id: 2, cost: null, margin: null, margin_percent: null },
  ]
  const pageIds = [1, 2]
  const { api } = await visit(
    <>
      <ChannelCost id={1} pageIds={pageIds} />
      <ChannelMarginText id={1} pageIds={pageIds} />
      <ChannelCost id={2} pageIds={pageIds} />
    </>,
    { answers: { 'POST /api/channel/batch/margins': () => ({ data: margins }) } },
  )
  expect(await screen.findByText('$1.00')).toBeDefined()
  expect(screen.getByText('-$0.50')).toBeDefined()
  expect(screen.getByText('–')).toBeDefined()
  expect(api.takeCalls().filter((call) => JSON.stringify(call).includes('/margins'))).toHaveLength(1)
})

test('a failed test is a word in place of its time, whether or not its reason is known', async () => {
  await visit(<ResponseBadge ms={2} testedAt={1_700_000_000} failure="" />)
  expect(await screen.findByText('Failed')).toBeDefined()
  expect(screen.queryByText('2 ms')).toBeNull()
  await visit(<ResponseBadge ms={2} testedAt={1_700_000_000} />)
  expect(await screen.findByText('2 ms')).toBeDefined()
})

test('an enabled channel without a usable key says so', async () => {
  await visit(<ChannelStatusTag channel={buildListedChannel({ is_keyless: true })} health={undefined} />)
  expect(await screen.findByText('No usable key')).toBeDefined()
  await visit(<ChannelStatusTag channel={buildListedChannel({ is_keyless: true, status: 2 })} health={undefined} />)
  expect(await screen.findByText('Disabled')).toBeDefined()
})
