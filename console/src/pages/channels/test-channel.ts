import type { Channel } from '@sluice/contract/channel'
import type { ListedChannel } from '@sluice/contract/channel-list'
import type { Answers } from '../../../test/fake-api.ts'
import { sampleChannel } from '../../../test/sample-channel.ts'

/** A channel with ordinary values, for tests. */
export const buildTestChannel = (more: Partial<Channel>): Channel => ({
  ...sampleChannel,
  id: 1,
  name: 'one',
  created_time: 0,
  ...more,
})

/** The same as a list row. */
export const buildListedChannel = (more: Partial<ListedChannel>): ListedChannel => ({
  id: 1,
  type: 1,
  name: 'one',
  status: 1,
  tag: '',
  group: 'default',
  priority: 0,
  weight: 0,
  used_quota: 0,
  response_time: 0,
  test_time: 0,
  created_time: 0,
  expired_time: -1,
  balance: 0,
  balance_updated_time: 0,
  balance_currency: 'USD',
  other_info: '',
  model_count: 1,
  first_models: ['gpt-4o'],
  remark: '',
  ...more,
})

/** What the editor of a channel reads when it opens. */
export const channelEditorAnswers = (channel: Channel): Answers => ({
  'GET /api/channel/:id': () => ({ data: channel }),
  'GET /api/group/': () => ({ data: ['default'] }),
  'GET /api/models': () => ({ data: {} }),
  'GET /api/prefill_group/': () => ({ data: [] }),
  'POST /api/option/unpriced_models': () => ({ data: [] }),
  'POST /api/prices/models': () => ({ data: [] }),
})
