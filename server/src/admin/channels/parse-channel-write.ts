import { type ChannelSetting, channelSetting } from '@sluice/contract/channel'
import { findSettingFaults } from '@sluice/contract/channel-setting'
import { channelTypeOf, keysOrUnused } from '@sluice/contract/channel-types'
import { channelsPerRequestMax, type channelUpdate, type channelWrite } from '@sluice/contract/channel-write'
import { makeReason, reasonAt } from '@sluice/contract/error-reasons'
import { apiKeyMark, credentialsIn } from '@sluice/contract/header-override'
import { objectionToGroups, objectionToModels } from '@sluice/contract/name-lists'
import { isHeaderText } from '@sluice/contract/plain-text'
import { parseRecord } from '@sluice/contract/read-json'
import { channelStatus } from '@sluice/contract/roles'
import { keyOnOneLine, splitKeys } from '@sluice/contract/split-keys'
import { entriesOf } from '@sluice/contract/typed-keys'
import type { z } from 'zod'
import type { ConsoleCaller } from '../../identity/console-caller.ts'
import { addressObjection, hostOf } from '../../platform/outbound/address-policy.ts'
import { providerOf } from '../../providers/index.ts'
import type { Services } from '../../services.ts'
import { splitNames } from '../../state/build-channel-state.ts'
import { proxyToStore } from '../../state/proxy-password.ts'
import type { ChannelRow, ChannelUpdate, NewChannel } from '../../store/schema.ts'
import { refusedField } from '../refused-field.ts'
import { parseBaseUrl } from './base-url.ts'
import { movesKey } from './key-destination.ts'
import { isSensitive } from './sensitive-columns.ts'

type Write = z.output<typeof channelWrite>

/** The account that writes. */
export type Writer = Pick<ConsoleCaller, 'role' | 'withheldRights' | 'sessionHash' | 'signedInAt'>

export interface WriteRules extends Services<'secretBox'> {
  /** Whether the writer may store a credential in a header. */
  mayStoreCredentials?: boolean
  /** Whether the writer may send a stored key to another host. */
  mayMoveKeys?: boolean
  /** Throws owner_proof_required unless the owner of the session was there lately. Called before a key moves. */
  proveOwner?: () => void
  /** Whether addresses may be private ones. */
  allowPrivate: boolean
}

/** A channel before it is stored, with unencrypted keys. */
export interface NewChannelDraft {
  /** One entry for each new channel: its keys, newline-joined. */
  keys: string[]
  row: Omit<NewChannel, 'key_box' | 'created_at'>
}

/** The source of a copied channel. */
export interface ChannelToCopy {
  row: ChannelRow
  keys: readonly string[]
}

/**
 * The channels that the body of a POST describes. Absent fields are as in `source`, or as in any new channel.
 * Throws GatewayError naming the fields that are missing or wrong.
 */
export function parseNewChannel(write: Write, rules: WriteRules, source?: ChannelToCopy): NewChannelDraft {
  const given = distinctKeys(write.key ?? '')
  const base = source ? settingsOf(source.row) : newChannelDefaults
  const keys = [...keysOrUnused(given.length === 0 && source ? source.keys : given, write.type ?? base.type)]
  if (!write.name || keys.length === 0) throw refusedField(write.name ? 'key' : 'name', makeReason('notEmpty'))
  if (keys.length > channelsPerRequestMax)
    throw refusedField('key', makeReason('tooManyKeys', { max: channelsPerRequestMax }))
  const row = { ...base, ...buildChanges(write, base, rules) }
  refuseUnreadable(row.type, keys)
  refuseOther(row, keys)
  if (source && given.length === 0) refuseMovedKey(source.row, row, rules)
  // Management tools add the models later. Until then the channel serves nothing.
  if (row.models === '' && write.models !== undefined) throw refusedField('models', makeReason('modelRequired'))
  const isOneChannel = multiKeyModeOf(row.setting) !== undefined
  return { keys: isOneChannel ? [keys.join('\n')] : keys, row }
}

/**
 * The changes that the body of a PUT makes to `current`: only the differences. Absent fields, and an empty name, key or
 * list, stay as they are. `keys` is null when they are kept. `requireSensitive` throws for a writer who may change
 * neither keys nor addresses, before the new address asks for the key.
 */
export function parseChannelChanges(
  write: z.output<typeof channelUpdate>,
  current: ChannelRow,
  more: WriteRules & { currentKeys: readonly string[]; requireSensitive?: () => void },
): { changes: ChannelUpdate; keys: string | null } {
  const changes = buildChanges(write, current, more)
  const given = distinctKeys(write.key ?? '')
  if (given.length > 0) more.requireSensitive?.()
  const keys = keysAfter(given, write.key_mode, more.currentKeys)
  const setting = changes.setting === undefined ? current.setting : changes.setting
  if (keys.length > 1 && multiKeyModeOf(setting) === undefined) throw refusedField('key', makeReason('severalKeysMode'))
  // Stored values are not checked again, unless the type or the key changes.
  const type = changes.type ?? current.type
  refuseUnreadable(type, type === current.type ? given : keys)
  const different = onlyDifferent(changes, current)
  if (isSensitive(different)) more.requireSensitive?.()
  const after = { ...current, ...different }
  if (given.length > 0 || 'type' in different || 'other' in different) refuseOther(after, keys)
  if (given.length === 0 || write.key_mode === 'append') refuseMovedKey(current, after, more)
  return { changes: different, keys: given.length === 0 ? null : keys.join('\n') }
}

/** No administrator reads a stored key: who could send it to a host of their own would. */
function refuseMovedKey(
  before: ChannelRow,
  after: Parameters<typeof movesKey>[1],
  { mayMoveKeys, proveOwner }: Pick<WriteRules, 'mayMoveKeys' | 'proveOwner'>,
): void {
  if (!movesKey(before, after)) return
  if (mayMoveKeys !== true) throw refusedField('key', makeReason('keyAgain'))
  proveOwner?.()
}

function keysAfter(
  given: readonly string[],
  mode: z.output<typeof channelUpdate>['key_mode'],
  current: readonly string[],
): readonly string[] {
  if (given.length === 0) return current
  return mode === 'append' ? [...new Set([...current, ...given])] : given
}

/** The keys of a text, without repetitions. Each becomes a header value as it is; a JSON text is put on one line. */
function distinctKeys(text: string): string[] {
  const keys = [...new Set(splitKeys(text).map(keyOnOneLine))]
  if (keys.some((key) => !key.startsWith('{') && !isHeaderText(key))) throw refusedField('key', makeReason('asciiOnly'))
  return keys
}

/** Throws GatewayError for a key that the provider of `type` cannot parse. */
function refuseUnreadable(type: number, keys: readonly string[]): void {
  const parse = providerOf(type)?.parseKey
  if (!parse) return
  for (const key of keys) {
    const parsed = parse(key)
    if (!parsed.ok) throw refusedField(fieldOf(parsed.part, keys), parsed.reason)
  }
}

/** The field of a single key is its part at fault. Several keys are one text. */
const fieldOf = (part: string | undefined, keys: readonly string[]): string =>
  part === undefined || keys.length > 1 ? 'key' : `key.${part}`

/** Throws GatewayError for a field `other` that the provider cannot use. */
function refuseOther(
  { type, other, base_url, models }: Pick<ChannelRow, 'type' | 'other' | 'base_url' | 'models'>,
  keys: readonly string[],
): void {
  const channel = { baseUrl: base_url, keys, models: splitNames(models) }
  const reason = providerOf(type)?.objectionToOther?.(other, channel) ?? null
  if (reason !== null) throw refusedField('other', reason)
}

type Base = Pick<ChannelRow, 'type' | 'base_url' | 'setting' | 'header_override'>

/** The columns that neither a write nor a copy sets. */
type OwnColumns =
  | 'id'
  | 'key_box'
  | 'created_at'
  | 'balance_currency'
  | 'used_quota'
  | 'slow_tests'
  | 'refused_tests'
  | 'failed_tests'
  | 'key_states'

export const newChannelDefaults: Omit<ChannelRow, OwnColumns> = {
  type: 1,
  name: '',
  openai_organization: null,
  test_model: null,
  status: channelStatus.enabled,
  weight: 0,
  priority: 0,
  test_at: 0,
  response_time_ms: 0,
  base_url: null,
  other: '',
  balance: 0,
  balance_updated_at: 0,
  models: '',
  group_names: 'default',
  model_mapping: null,
  status_code_mapping: null,
  auto_ban: 1,
  other_info: '',
  tag: null,
  setting: null,
  param_override: null,
  header_override: null,
  remark: null,
  max_input_tokens: 0,
  expires_at: null,
  cost_prices: null,
}

/** The settings of a channel: everything except the results of its tests, its usage and the reason it was disabled. */
function settingsOf(row: ChannelRow): typeof newChannelDefaults {
  const { test_at, response_time_ms, balance, balance_updated_at, other_info, status } = newChannelDefaults
  const { id, key_box, created_at, balance_currency, used_quota, key_states, ...tested } = row
  const { slow_tests, refused_tests, failed_tests, ...settings } = tested
  return { ...settings, test_at, response_time_ms, balance, balance_updated_at, other_info, status }
}

type Changes = Partial<typeof newChannelDefaults>

function buildChanges(write: Write, base: Base, rules: WriteRules): Changes {
  const type = write.type ?? base.type
  if (write.type !== undefined && channelTypeOf(type) === undefined)
    throw refusedField('type', makeReason('typeNotOffered'))
  const changes: Changes = { ...plainChanges(write), ...textChanges(write), ...listChanges(write) }
  if (write.type !== undefined) changes.type = type
  if (write.base_url !== undefined || write.type !== undefined)
    changes.base_url = baseUrlFor(
      write.base_url === undefined ? base.base_url : write.base_url,
      type,
      rules.allowPrivate,
    )
  refuseCredentials(changes.header_override ?? null, base.header_override, rules)
  if (write.setting !== undefined || write.multi_key_mode !== undefined)
    changes.setting = settingFor(write, base.setting, rules)
  return changes
}

/** Every administrator sees headers, so only some may store credentials there. All may send an unchanged text. */
export function refuseCredentials(
  text: string | null,
  current: string | null,
  rules: Pick<WriteRules, 'mayStoreCredentials'>,
): void {
  if (text === null || text === current || rules.mayStoreCredentials === true) return
  const [name] = credentialsIn(text)
  if (name === undefined) return
  throw refusedField('header_override', reasonAt(name, makeReason('headerCredential', { mark: apiKeyMark })))
}

function plainChanges(write: Write): Changes {
  const changes: Changes = {}
  if (write.name) changes.name = write.name
  // Newer clients send 0 for disabled.
  if (write.status !== undefined) changes.status = write.status === 0 ? channelStatus.disabled : write.status
  if (write.weight !== undefined) changes.weight = write.weight ?? 0
  if (write.priority !== undefined) changes.priority = write.priority ?? 0
  if (write.auto_ban !== undefined) changes.auto_ban = write.auto_ban ?? 1
  if (write.other !== undefined) changes.other = write.other
  if (write.max_input_tokens !== undefined) changes.max_input_tokens = write.max_input_tokens
  if (write.expired_time !== undefined) changes.expires_at = write.expired_time > 0 ? write.expired_time * 1000 : null
  return changes
}

function textChanges(write: Write): Changes {
  const changes: Changes = {}
  for (const field of nullableTexts) {
    const text = write[field]
    if (text !== undefined) changes[field] = text === null || text.trim() === '' ? null : text.trim()
  }
  return changes
}

const nullableTexts = [
  'openai_organization',
  'test_model',
  'model_mapping',
  'status_code_mapping',
  'tag',
  'param_override',
  'header_override',
  'remark',
  'cost_prices',
] as const

function listChanges(write: Write): Changes {
  const changes: Changes = {}
  const models = parseModels(write.models ?? '')
  if (models !== '') changes.models = models
  const groups = parseGroups(write.group || (write.groups ?? []))
  if (groups !== '') changes.group_names = groups
  return changes
}

/** Model names, comma-joined as they are stored. Throws GatewayError if a name is too long for the column. */
export function parseModels(models: string | readonly string[], field = 'models'): string {
  const names = splitNames(typeof models === 'string' ? models : models.join(','))
  const reason = objectionToModels(names)
  if (reason !== null) throw refusedField(field, reason)
  return names.join(',')
}

/** Group names, comma-joined as they are stored. Throws GatewayError. */
export function parseGroups(groups: string | readonly string[]): string {
  const names = splitNames(typeof groups === 'string' ? groups : groups.join(','))
  const reason = objectionToGroups(names)
  if (reason !== null) throw refusedField('group', reason)
  return names.join(',')
}

function baseUrlFor(text: string | null, type: number, allowPrivate: boolean): string | null {
  const parsed = parseBaseUrl(text, type, allowPrivate)
  if (!parsed.ok) throw refusedField('base_url', parsed.reason)
  return parsed.url
}

/** The JSON text of the setting with the key mode; null if it is empty. */
function settingFor(write: Write, current: string | null, rules: WriteRules): string | null {
  const text = write.setting === undefined ? current : write.setting
  const given = parseRecord(text ?? '') ?? {}
  const [fault] = findSettingFaults(given)
  if (fault !== undefined) throw refusedField(`setting.${fault.path}`, fault.reason)
  const setting = channelSetting.parse(given)
  if (setting.proxy) {
    const reason = URL.canParse(setting.proxy)
      ? addressObjection(hostOf(setting.proxy), rules.allowPrivate)
      : makeReason('proxyForm')
    if (reason !== null) throw refusedField('setting.proxy', reason)
    const proxy = proxyToStore(rules.secretBox, setting.proxy, proxyIn(current))
    if (proxy === null) throw refusedField('setting.proxy', makeReason('proxyPassword'))
    setting.proxy = proxy
  }
  const mode = multiKeyModeOf(current)
  if (write.multi_key_mode === '') delete setting.multi_key_mode
  else if (write.multi_key_mode !== undefined) setting.multi_key_mode = write.multi_key_mode
  // Clients that know the mode from `channel_info` write a setting without it.
  else if (setting.multi_key_mode === undefined && mode !== undefined) setting.multi_key_mode = mode
  return Object.keys(setting).length === 0 ? null : JSON.stringify(setting)
}

/** The stored proxy of a setting. */
export function proxyIn(setting: string | null): string | undefined {
  // An imported text that is not an object counts as empty.
  const parsed = channelSetting.safeParse(parseRecord(setting ?? '') ?? {})
  return parsed.success ? parsed.data.proxy : undefined
}

/** How a channel with several keys uses them; undefined for a channel with one key. */
export function multiKeyModeOf(setting: string | null): ChannelSetting['multi_key_mode'] {
  // An imported text that is not an object counts as empty.
  const parsed = channelSetting.safeParse(parseRecord(setting ?? '') ?? {})
  return parsed.success ? parsed.data.multi_key_mode : undefined
}

function onlyDifferent(changes: Changes, current: ChannelRow): ChannelUpdate {
  return Object.fromEntries(entriesOf(changes).filter(([field, value]) => value !== current[field]))
}
