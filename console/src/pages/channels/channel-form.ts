import { normaliseBaseUrl } from '@sluice/contract/base-url'
import type { Channel } from '@sluice/contract/channel'
import type { ChannelTagWrite } from '@sluice/contract/channel-batch'
import { customType } from '@sluice/contract/channel-types'
import { type ChannelWrite, channelNameMax } from '@sluice/contract/channel-write'
import { indentJson, parseJsonObject, patchJsonText } from './json-text.ts'
import { type KeyEntry, keyTextOf, noKey } from './key-entry.ts'
import { splitNames } from './model-names.ts'
import { otherFieldOf } from './other-field.ts'

type KeyMode = '' | 'random' | 'round_robin'

export interface ChannelFormValues extends KeyEntry {
  type: number
  name: string
  /** '' = one channel for each key. */
  multi_key_mode: KeyMode
  base_url: string
  openai_organization: string
  /** The meaning depends on the type. Most types do not use it. */
  other: string
  models: string[]
  groups: string[]
  model_mapping: string
  test_model: string
  /** null = empty, which means 0. */
  priority: number | null
  weight: number | null
  tag: string
  auto_ban: boolean
  status_code_mapping: string
  param_override: string
  header_override: string
  remark: string
  /** For a multi-key channel: what new keys do to the stored ones. */
  key_change: 'append' | 'replace'
  /** JSON text without the key mode, which is a separate field. */
  setting: string
  /** JSON text; '' = the cost is unknown. */
  cost_prices: string
  /** null = empty: no limit. */
  max_input_tokens: number | null
  /** Unix seconds; -1 = never. */
  expired_time: number
}

export const newChannelValues: ChannelFormValues = {
  type: 1,
  name: '',
  ...noKey,
  multi_key_mode: '',
  base_url: '',
  openai_organization: '',
  other: '',
  models: [],
  groups: ['default'],
  model_mapping: '',
  test_model: '',
  priority: 0,
  weight: 0,
  tag: '',
  auto_ban: true,
  status_code_mapping: '',
  param_override: '',
  header_override: '',
  remark: '',
  key_change: 'append',
  setting: '',
  cost_prices: '',
  max_input_tokens: 0,
  expired_time: -1,
}

const organizationType = 1
export const hasOrganization = (type: number): boolean => type === organizationType

const isKeyMode = (value: unknown): value is KeyMode => value === 'random' || value === 'round_robin'

function keyModeOf(setting: string | null): KeyMode {
  const mode = parseJsonObject(setting ?? '')?.multi_key_mode
  return isKeyMode(mode) ? mode : ''
}

/** The form of a stored channel. The console does not know its key; an empty field keeps it. */
export function buildFormValues(channel: Channel): ChannelFormValues {
  const mode = keyModeOf(channel.setting)
  return {
    type: channel.type,
    name: channel.name,
    ...noKey,
    multi_key_mode: mode,
    base_url: channel.base_url,
    openai_organization: channel.openai_organization,
    other: channel.other,
    models: splitNames(channel.models),
    groups: splitNames(channel.group),
    model_mapping: indentJson(channel.model_mapping),
    test_model: channel.test_model,
    priority: channel.priority,
    weight: channel.weight,
    tag: channel.tag,
    auto_ban: channel.auto_ban === 1,
    status_code_mapping: indentJson(channel.status_code_mapping),
    param_override: indentJson(channel.param_override),
    header_override: indentJson(channel.header_override),
    remark: channel.remark,
    key_change: 'append',
    setting: mode === '' ? indentJson(channel.setting) : patchJsonText(channel.setting, { multi_key_mode: undefined }),
    cost_prices: indentJson(channel.cost_prices),
    max_input_tokens: channel.max_input_tokens,
    expired_time: channel.expired_time,
  }
}

/** The form of a copy, with a marked name. The server copies the key unless a new one is entered. */
export const buildCopyValues = (channel: Channel, nameOfCopy: string): ChannelFormValues => ({
  ...buildFormValues(channel),
  name: nameOfCopy.length > channelNameMax ? channel.name : nameOfCopy,
})

export const endsWithV1 = (url: string): boolean => /\/v1$/.test(normaliseBaseUrl(url))

/** Whether the URL ends in the path of a call. Only URLs of custom channels do. */
export const endsWithCall = (type: number, url: string): boolean =>
  type !== customType && /\/(completions|responses|messages|embeddings)$/.test(normaliseBaseUrl(url))

const textOrNull = (text: string | undefined): string | null => text?.trim() || null

/** The request for the server. `values` lacks fields that are hidden for the type. */
export function buildChannelWrite(values: ChannelFormValues): ChannelWrite {
  return {
    type: values.type,
    name: values.name.trim(),
    key: keyTextOf(values),
    multi_key_mode: values.multi_key_mode ?? '',
    base_url: textOrNull(normaliseBaseUrl(values.base_url ?? '')),
    ...(hasOrganization(values.type) && { openai_organization: textOrNull(values.openai_organization) }),
    ...otherWrite(values),
    models: values.models.join(','),
    groups: values.groups,
    model_mapping: textOrNull(values.model_mapping),
    test_model: textOrNull(values.test_model),
    priority: values.priority ?? 0,
    weight: values.weight ?? 0,
    tag: textOrNull(values.tag),
    auto_ban: values.auto_ban ? 1 : 0,
    status_code_mapping: textOrNull(values.status_code_mapping),
    param_override: textOrNull(values.param_override),
    header_override: textOrNull(values.header_override),
    remark: textOrNull(values.remark),
    setting: textOrNull(values.setting),
    cost_prices: textOrNull(values.cost_prices),
    max_input_tokens: values.max_input_tokens ?? 0,
    expired_time: values.expired_time ?? -1,
  }
}

function otherWrite({ type, other }: ChannelFormValues): Pick<ChannelWrite, 'other'> {
  const field = otherFieldOf(type)
  return field === null ? {} : { other: other?.trim() || (field.standsFor ?? '') }
}

/** Only changed fields, so that two people who edit different fields do not overwrite each other's changes. */
export function changesBetween(before: ChannelFormValues, after: ChannelFormValues): ChannelWrite {
  const old: Record<string, unknown> = buildChannelWrite(before)
  const entries = Object.entries(buildChannelWrite(after))
  return Object.fromEntries(entries.filter(([field, value]) => JSON.stringify(value) !== JSON.stringify(old[field])))
}

export interface TagFormValues {
  new_tag: string
  model_mapping: string
  param_override: string
  header_override: string
  models: string[]
  groups: string[]
}

/** The request of the tag dialog; null = no change. Blank fields keep their value. */
export function buildTagWrite(tag: string, values: TagFormValues): ChannelTagWrite | null {
  const newTag = values.new_tag.trim()
  const changes = {
    ...(newTag !== tag && { new_tag: newTag }),
    ...filled(values, 'model_mapping'),
    ...filled(values, 'param_override'),
    ...filled(values, 'header_override'),
    ...(values.models.length > 0 && { models: values.models }),
    ...(values.groups.length > 0 && { groups: values.groups }),
  }
  return Object.keys(changes).length === 0 ? null : { tag, ...changes }
}

type TagText = 'model_mapping' | 'param_override' | 'header_override'

/** The trimmed field; empty if it is blank. */
function filled(values: TagFormValues, name: TagText): Partial<Record<TagText, string>> {
  const text = values[name].trim()
  return text === '' ? {} : { [name]: text }
}
