import { normaliseBaseUrl } from '@sluice/contract/base-url'
import { channelSetting } from '@sluice/contract/channel'
import { customType } from '@sluice/contract/channel-types'
import { headerObjection } from '@sluice/contract/header-override'
import { isRecord, parseRecord, recordOf, textOf } from '@sluice/contract/read-json'
import { channelStatus } from '@sluice/contract/roles'
import { keyOnOneLine, splitKeys } from '@sluice/contract/split-keys'
import { writeChannelKeys } from '../../state/channel-keys.ts'
import { channelKeySealContext } from '../../state/load-channels.ts'
import { sealProxyPassword } from '../../state/proxy-password.ts'
import { rebuildAbilities, splitList } from '../../store/abilities.ts'
import type { KeyState } from '../../store/key-states.ts'
import { isOneApi } from '../layout.ts'
import type { SourceRow } from '../source-row.ts'
import { type ImportedType, importedType } from './channel-types.ts'
import { type ImportContext, type ImportStep, nameIn } from './step.ts'

/** Channels with their keys. Their abilities are built from the channel. */
export const channelsStep: ImportStep = {
  name: 'channels',
  table: 'channels',
  async write({ rows, db, context }) {
    for (const row of rows) {
      const channel = buildChannelRow(row, context)
      await db.insertInto('channels').values(channel).execute()
      await rebuildAbilities(db, channel)
      if (channel.used_quota !== 0)
        await db
          .insertInto('opening_sums')
          .values({ kind: 'channel', object_id: channel.id, used_quota: channel.used_quota })
          .execute()
    }
  },
}

function buildChannelRow(row: SourceRow, context: ImportContext) {
  const { layout, secretBox } = context
  const kind = importedType(layout, row.integer('type'))
  const details = isOneApi(layout) ? oneApiDetails(row, kind) : newApiDetails(row, kind)
  const keys = keysOf(details.key)
  return {
    id: row.integer('id'),
    type: details.type,
    name: nameIn(row, 'name', { max: 255, place: `channel ${row.integer('id')}` }, context),
    key_box: secretBox.seal(keys.join('\n'), channelKeySealContext),
    openai_organization: row.text('open_ai_organization') || null,
    test_model: row.text('test_model') || null,
    status: statusOf(row, kind, context),
    weight: Math.max(0, row.integer('weight')),
    priority: row.integer('priority'),
    created_at: row.seconds('created_time'),
    test_at: row.seconds('test_time'),
    response_time_ms: Math.max(0, row.integer('response_time')),
    base_url: details.baseUrl === '' ? null : details.baseUrl,
    other: details.other,
    balance: row.real('balance'),
    balance_updated_at: row.seconds('balance_updated_time'),
    models: splitList(row.text('models')).join(','),
    group_names: splitList(row.text('group')).join(',') || 'default',
    used_quota: Math.max(0, row.amount('used_quota')),
    model_mapping: botMapping(row, context) ?? objectText(row, 'model_mapping', context),
    status_code_mapping: objectText(row, 'status_code_mapping', context),
    auto_ban: row.has('auto_ban') && row.integer('auto_ban') === 0 ? 0 : 1,
    other_info: parseRecord(row.text('other_info')) ? row.text('other_info') : '',
    tag: nameIn(row, 'tag', { max: 255, place: `channel ${row.integer('id')}` }, context) || null,
    setting: settingOf(row, keys.length, context),
    param_override: objectText(row, 'param_override', context),
    max_input_tokens: 0,
    expires_at: null,
    cost_prices: null,
    key_states: keyStatesOf(row, keys, context),
    header_override: headersOf(row, context),
    remark: row.clipped('remark', 255) || null,
  }
}

/** The states of the keys, which the source stores by position. */
function keyStatesOf(row: SourceRow, keys: readonly string[], { secretBox }: ImportContext): string | null {
  const info = row.json('channel_info')
  if (!isRecord(info) || !isRecord(info.multi_key_status_list) || keys.length < 2) return null
  const { multi_key_status_list: list, multi_key_disabled_reason: reasons, multi_key_disabled_time: times } = info
  const offKeys = new Map<string, KeyState>()
  for (const [index, key] of keys.entries()) {
    const status = list[index]
    if (status !== channelStatus.disabled && status !== channelStatus.autoDisabled) continue
    const at = Number(recordOf(times)[index])
    offKeys.set(key, {
      status,
      reason: null,
      text: textOf(recordOf(reasons)[index]).slice(0, 500),
      at: Number.isSafeInteger(at) && at > 0 ? at : 0,
    })
  }
  return writeChannelKeys({ allKeys: keys, offKeys }, secretBox)
}

/** The headers that a channel may change. The report names the others. */
function headersOf(row: SourceRow, context: ImportContext): string | null {
  const text = objectText(row, 'header_override', context)
  const entries = Object.entries(parseRecord(text ?? '') ?? {})
  const kept = entries.filter(([name, value]) => headerObjection(name, value) === null)
  for (const [name] of entries.filter((entry) => !kept.includes(entry)))
    context.notes.add('Headers of channels that cannot be sent; they are not imported', `${nameOf(row)}: ${name}`)
  return kept.length === 0 ? null : JSON.stringify(Object.fromEntries(kept))
}

interface Details {
  type: number
  key: string
  baseUrl: string
  other: string
}

const newApiDetails = (row: SourceRow, { type, baseUrl = '' }: ImportedType): Details => ({
  type,
  key: row.text('key'),
  baseUrl: normaliseBaseUrl(row.text('base_url')) || baseUrl,
  other: row.text('other'),
})

/** One API stores settings of a type in the JSON column `config`. */
function oneApiDetails(row: SourceRow, { type, baseUrl = '' }: ImportedType): Details {
  const config = row.json('config')
  const part = (name: string) => (isRecord(config) ? textOf(config[name]) : '').trim()
  const address = normaliseBaseUrl(row.text('base_url')) || baseUrl
  const details = { type, key: row.text('key'), baseUrl: address, other: row.text('other') }
  const source = row.integer('type')
  if (source === oneApiSource.custom) return { ...details, type: 1 }
  if (source === oneApiSource.compatible) return { ...details, ...compatibleAddress(address) }
  if (source === oneApiSource.vertex)
    return { ...details, key: part('vertex_ai_adc') || details.key, other: part('region') || details.other }
  const keyOfParts = [part('ak'), part('sk'), part('region')]
  if (source === oneApiSource.aws && !details.key.includes('|') && !keyOfParts.includes(''))
    return { ...details, key: keyOfParts.join('|') }
  const other = part('api_version') || part('library_id') || part('plugin')
  return { ...details, other: other || details.other }
}

const oneApiSource = { custom: 8, aws: 33, coze: 34, vertex: 42, compatible: 50 } as const

/** One API appends the path without `/v1` to this address, which OpenAI channels here append with it. */
const compatibleAddress = (address: string) =>
  address.endsWith('/v1')
    ? { type: 1, baseUrl: address.slice(0, -'/v1'.length) }
    : { type: customType, baseUrl: `${address}/chat/completions` }

/** A JSON key, such as a service account, is put on one line. */
const keysOf = (text: string): string[] => jsonKeys(text) ?? splitKeys(text).map(keyOnOneLine)

/** Several service accounts are stored as one JSON list. */
function jsonKeys(text: string): string[] | null {
  if (!text.startsWith('[')) return null
  try {
    const keys: unknown = JSON.parse(text)
    return Array.isArray(keys) ? keys.map((key) => (isRecord(key) ? JSON.stringify(key) : String(key))) : null
  } catch {
    return null
  }
}

/** One API names a Coze bot `bot-<number>`; here the name is the number. */
function botMapping(row: SourceRow, { layout }: ImportContext): string | null {
  if (!isOneApi(layout) || row.integer('type') !== oneApiSource.coze) return null
  const bots = splitList(row.text('models')).filter((model) => /^bot-\d+$/.test(model))
  const mapping = Object.fromEntries(bots.map((bot) => [bot, bot.slice('bot-'.length)]))
  return JSON.stringify({ ...mapping, ...parseRecord(row.text('model_mapping')) })
}

const statuses: readonly number[] = Object.values(channelStatus)

function statusOf(row: SourceRow, { isUnserved }: ImportedType, { notes }: ImportContext): number {
  const status = row.integer('status')
  if (isUnserved) {
    const kind = 'Channels of an unsupported type; they are disabled'
    notes.add(kind, `${nameOf(row)}, type ${row.integer('type')}`)
    return channelStatus.disabled
  }
  return statuses.includes(status) ? status : channelStatus.disabled
}

const nameOf = (row: SourceRow): string => `channel ${row.integer('id')} (${row.clipped('name', 40)})`

/** The text of a JSON object; null if it is empty or not an object. */
function objectText(row: SourceRow, column: string, { notes }: ImportContext): string | null {
  const text = row.text(column)
  if (text === '' || text === 'null') return null
  const parsed = parseRecord(text)
  if (parsed === null)
    notes.add(`Channel fields ${column} that are not a JSON object; they are left empty`, nameOf(row))
  return parsed === null || Object.keys(parsed).length === 0 ? null : text
}

/** The setting with its multi-key mode. The password of a proxy is encrypted. */
function settingOf(row: SourceRow, keyCount: number, context: ImportContext): string | null {
  const { secretBox, notes } = context
  const parsed = channelSetting.safeParse(parseRecord(row.text('setting')) ?? {})
  if (!parsed.success) notes.add('Channel settings that cannot be read; they are left empty', nameOf(row))
  const setting = parsed.success ? { ...parsed.data } : {}
  if (setting.proxy) setting.proxy = sealProxyPassword(secretBox, setting.proxy)
  // One API replaces the client's own instructions.
  const prompt = row.text('system_prompt')
  if (prompt.trim() !== '') Object.assign(setting, { system_prompt: prompt, system_prompt_override: true })
  const info = row.json('channel_info')
  const mode = isRecord(info) ? textOf(info.multi_key_mode) : ''
  if (keyCount > 1) setting.multi_key_mode = mode === 'polling' ? 'round_robin' : 'random'
  return Object.keys(setting).length === 0 ? null : JSON.stringify(setting)
}
