import type { Channel } from '@sluice/contract/channel'
import { tableOf } from '@sluice/contract/table-of'
import { redact } from '../../platform/redact.ts'
import type { ChannelKeys } from '../../state/channel-keys.ts'
import { hideSettingPassword } from '../../state/proxy-password.ts'
import type { ChannelRow, ChannelUpdate } from '../../store/schema.ts'
import { buildChannelFacts } from './build-listed.ts'
import { multiKeyModeOf, proxyIn } from './parse-channel-write.ts'

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
  const { models, ...context } = contextOf(row, channelKeys)
  return { ...context, models }
}

function contextOf(row: ChannelRow, channelKeys: ChannelKeys) {
  const { id, name, type, status, base_url, models, group, tag, priority, weight } = buildChannel(row, channelKeys)
  const key_count = channelKeys.allKeys.length
  return { id, name, type, status, base_url, models, group, tag, priority, weight, key_count }
}

/** A channel before or after a change. */
interface ChangeSide {
  row: ChannelRow
  keys: ChannelKeys
}

/**
 * A change of a channel in the audit trail: what identifies it, and the old and new value of each changed field that is
 * no secret. `changed` names all of them, in the names of the wire. Models are left out unless they changed, because
 * long lists would cut the line.
 */
export function describeChange(
  { before, after }: { before: ChangeSide; after: ChangeSide },
  changes: ChannelUpdate,
  isKeyChanged: boolean,
): { before: Record<string, unknown>; after: Record<string, unknown> } {
  const names = Object.keys(changes).map((column) => wireNames[column] ?? column)
  const secret = new Set([...names.filter((name) => name === 'header_override'), ...secretSettings(before, after)])
  const valuesOf = ({ row, keys }: ChangeSide) => {
    const { models, ...context } = contextOf(row, keys)
    const whole: Record<string, unknown> = { ...buildChannel(row, keys) }
    const values = names.filter((name) => !secret.has(name) && isKept(whole[name])).map((name) => [name, whole[name]])
    return { ...context, ...Object.fromEntries(values) }
  }
  return {
    before: valuesOf(before),
    after: { ...valuesOf(after), changed: [...names, ...(isKeyChanged ? ['key'] : [])] },
  }
}

/** Columns whose name differs from that of the field. */
const wireNames = tableOf<string>({ group_names: 'group', expires_at: 'expired_time' })

/** The trail redacts what looks like a secret, and a redacted value is not the former one. */
const isKept = (value: unknown): boolean => {
  const text = JSON.stringify(value)
  return text !== undefined && redact(text) === text
}

/** The masked password of a proxy does not show that it changed. */
const secretSettings = (before: ChangeSide, after: ChangeSide): string[] => {
  const [old, now] = [proxyIn(before.row.setting), proxyIn(after.row.setting)]
  return old !== now && [old, now].some((proxy) => proxy?.includes('@')) ? ['setting'] : []
}
