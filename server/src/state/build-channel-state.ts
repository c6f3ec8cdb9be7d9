import { normaliseBaseUrl } from '@sluice/contract/base-url'
import { type ChannelSetting, channelSetting } from '@sluice/contract/channel'
import { type CostPrices, costPrices } from '@sluice/contract/cost-prices'
import { parseHeaderOverride } from '@sluice/contract/header-override'
import { parseJson, parseRecord } from '@sluice/contract/read-json'
import { splitKeys } from '@sluice/contract/split-keys'
import { z } from 'zod'
import { parseExactRecord } from '../core/json/exact-json.ts'
import { parseParamOverride } from '../core/overrides/param-override.ts'
import type { SecretBox } from '../platform/secret-box.ts'
import type { ChannelRow } from '../store/schema.ts'
import { buildChannelKeys, keysOn } from './channel-keys.ts'
import { openProxyPassword } from './proxy-password.ts'
import type { ChannelState } from './snapshot.ts'

/** A stored channel in the form that the relay uses. `keyText` is the opened key box. */
export function buildChannelState(row: ChannelRow, keyText: string, secretBox: SecretBox): ChannelState {
  const channelKeys = buildChannelKeys(splitKeys(keyText), row.key_states, secretBox)
  return {
    id: row.id,
    type: row.type,
    name: row.name,
    status: row.status,
    keys: keysOn(channelKeys),
    ...channelKeys,
    baseUrl: textOrNull(normaliseBaseUrl(row.base_url ?? '')),
    organization: textOrNull(row.openai_organization),
    other: row.other,
    models: new Set(splitNames(row.models)),
    groups: new Set(splitNames(row.group_names)),
    priority: row.priority,
    weight: row.weight,
    modelMapping: parseModelMapping(row.model_mapping),
    statusCodeMapping: parseStatusCodeMapping(row.status_code_mapping),
    paramOverride: parseParamOverride(parseExactRecord(row.param_override ?? '')),
    headerChanges: parseHeaderOverride(row.header_override),
    setting: openSetting(row.setting, secretBox),
    autoBan: row.auto_ban !== 0,
    maxInputTokens: row.max_input_tokens,
    expiresAt: row.expires_at,
    costPrices: parseCostPrices(row.cost_prices),
  }
}

/** Names of a comma-joined list, each once, in order. */
export const splitNames = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  ),
]

const textOrNull = (text: string | null | undefined): string | null =>
  text === null || text === undefined || text === '' ? null : text

const mappingShape = z.record(z.string(), z.string())

function parseModelMapping(text: string | null): ChannelState['modelMapping'] {
  if (isBlank(text)) return null
  const parsed = mappingShape.safeParse(parseJson(text))
  if (!parsed.success) return 'invalid'
  const entries = Object.entries(parsed.data)
  return entries.length === 0 ? null : new Map(entries)
}

function parseStatusCodeMapping(text: string | null): ReadonlyMap<number, number> {
  const mapping = new Map<number, number>()
  for (const [from, to] of Object.entries(parseRecord(text ?? '') ?? {})) {
    const [status, answer] = [Number(from), Number(to)]
    if (isStatus(status) && isStatus(answer)) mapping.set(status, answer)
  }
  return mapping
}

const isStatus = (value: number): boolean => Number.isInteger(value) && value >= 100 && value <= 599

function openSetting(text: string | null, secretBox: SecretBox): ChannelSetting {
  const { data: setting = {} } = channelSetting.safeParse(parseRecord(text ?? '') ?? {})
  return setting.proxy ? { ...setting, proxy: openProxyPassword(secretBox, setting.proxy) } : setting
}

/** An unreadable text (edited by hand) means unknown costs; calls are still served. */
function parseCostPrices(text: string | null): CostPrices | null {
  if (isBlank(text)) return null
  const parsed = costPrices.safeParse(parseJson(text))
  return parsed.success ? parsed.data : null
}

const isBlank = (text: string | null): text is null => text === null || text.trim() === ''
