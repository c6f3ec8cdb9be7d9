import type { Channel } from '@sluice/contract/channel'
import type { ChannelKeys } from '../../state/channel-keys.ts'
import { hideSettingPassword } from '../../state/proxy-password.ts'
import type { ChannelRow } from '../../store/schema.ts'
import { buildChannelFacts } from './build-listed.ts'
import { multiKeyModeOf } from './parse-channel-write.ts'

/** A channel as administrators see it: everything but its keys and the password of its proxy. */
export function buildChannel(row: ChannelRow, channelKeys: ChannelKeys): Channel {
  return {
    ...buildChannelFacts(row),
    key: '',
    openai_organization: row.openai_organization ?? '',
    test_model: row.test_model ?? '',
    base_url: row.base_url ?? '',
    other: row.other,
    models: row.models,
    model_mapping: row.model_mapping ?? '',
    status_code_mapping: row.status_code_mapping ?? '',
    auto_ban: row.auto_ban,
    other_info: row.other_info,
    setting: hideSettingPassword(row.setting) ?? '',
    param_override: row.param_override ?? '',
    header_override: row.header_override ?? '',
    max_input_tokens: row.max_input_tokens,
    cost_prices: row.cost_prices ?? '',
    key_count: channelKeys.allKeys.length,
    channel_info: buildKeyInfo(row.setting, channelKeys),
  }
}

function buildKeyInfo(setting: string | null, { allKeys, offKeys }: ChannelKeys): Channel['channel_info'] {
  const mode = multiKeyModeOf(setting)
  const isMultiKey = mode !== undefined
  const states = allKeys.flatMap((key, index) => {
    const state = offKeys.get(key)
    return state ? [[index, state.status]] : []
  })
  return {
    is_multi_key: isMultiKey,
    multi_key_size: isMultiKey ? allKeys.length : 0,
    multi_key_status_list: isMultiKey && states.length > 0 ? Object.fromEntries(states) : null,
    multi_key_polling_index: 0,
    multi_key_mode: mode === 'round_robin' ? 'polling' : mode === 'random' ? mode : '',
  }
}

/** A channel in the audit trail, without its keys and the password of its proxy. */
export function describeChannel(row: ChannelRow, channelKeys: ChannelKeys): Record<string, unknown> {
  const { id, name, type, status, base_url, models, group, tag, priority, weight } = buildChannel(row, channelKeys)
  return {
    id,
    name,
    type,
    status,
    base_url,
    models,
    group,
    tag,
    priority,
    weight,
    key_count: channelKeys.allKeys.length,
  }
}
