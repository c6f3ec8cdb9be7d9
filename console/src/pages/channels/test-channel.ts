import type { Channel } from '@sluice/contract/channel'
import type { ListedChannel } from '@sluice/contract/channel-list'

/** A channel with ordinary values, for tests. */
export const buildTestChannel = (more: Partial<Channel>): Channel => ({
  id: 1,
  type: 1,
  key: '',
  openai_organization: '',
  test_model: '',
  status: 1,
  name: 'one',
  weight: 0,
  priority: 0,
  created_time: 0,
  test_time: 0,
  response_time: 0,
  base_url: '',
  other: '',
  balance: 0,
  balance_updated_time: 0,
  balance_currency: 'USD',
  models: 'gpt-4o',
  group: 'default',
  used_quota: 0,
  model_mapping: '',
  status_code_mapping: '',
  auto_ban: 1,
  other_info: '',
  tag: '',
  setting: '',
  param_override: '',
  header_override: '',
  remark: '',
  max_input_tokens: 0,
  expired_time: -1,
  cost_prices: '',
  key_count: 1,
  channel_info: {
    is_multi_key: false,
    multi_key_size: 0,
    multi_key_status_list: null,
    multi_key_polling_index: 0,
    multi_key_mode: '',
  },
  ...more,
})

/** The same as a list row. */
export const buildListedChannel = (more: Partial<ListedChannel>): ListedChannel => ({
  ...{ id: 1, type: 1, name: 'one', status: 1, tag: '', group: 'default', priority: 0, weight: 0 },
  ...{ used_quota: 0, response_time: 0, test_time: 0, created_time: 0, expired_time: -1 },
  ...{ balance: 0, balance_updated_time: 0, balance_currency: 'USD', other_info: '', model_count: 1 },
  remark: '',
  ...more,
})
