import { z } from 'zod'
import { objectionToModelMapping, objectionToStatusCodes } from './channel-mappings.ts'
import { channelTypeMax } from './channel-types.ts'
import { costPrices } from './cost-prices.ts'
import { emptyable, jsonText } from './empty-text.ts'
import { makeReason, type Reason, reasonAt } from './error-reasons.ts'
import { placeOf } from './fault-place.ts'
import { headerOverrideText } from './header-override.ts'
import { lastSecond } from './last-second.ts'
import { groupNameMax, modelNameBytesMax } from './name-lists.ts'
import { listOperations, overrideOperation } from './param-override.ts'
import { headerText, plain } from './plain-text.ts'
import { isRecord, type JsonRecord, parseJson } from './read-json.ts'
import { parseOptions, reasonOfIssue, refusal } from './reason-of-issue.ts'

type ObjectionTo = (value: JsonRecord) => Reason | null

/** JSON text of an object, or an empty text. `objectionTo` names the entry that is wrong. */
const jsonObjectText = (objectionTo: ObjectionTo = () => null) =>
  jsonText(65_536).superRefine((text, context) => {
    const reason = text.trim() === '' ? null : objectionToObject(text, objectionTo)
    if (reason !== null) context.addIssue({ code: 'custom', params: { reason } })
  })

function objectionToObject(text: string, objectionTo: ObjectionTo): Reason | null {
  const value = parseJson(text)
  if (value === undefined) return makeReason('notJson')
  return isRecord(value) ? objectionTo(value) : makeReason('mustBeObject')
}

/** Operations of an override are checked; other keys are fields of the body, with any value. */
const objectionToOverride: ObjectionTo = (override) => {
  const operations = listOperations(override) ?? []
  const wrong = operations.findIndex((operation) => !overrideOperation.safeParse(operation).success)
  return wrong === -1 ? null : reasonAt(placeOf(['operations', wrong]), makeReason('overrideOperations'))
}

export const nullableText = (max: number) => z.string().max(max).nullable()

export const channelNameMax = 100

/** Maximum number of channels that one request creates. */
export const channelsPerRequestMax = 1_000

export const tagNameMax = 64
export const tagName = plain(z.string().trim().max(tagNameMax))

/** JSON text of `CostPrices`; empty = unknown. A wrong entry is named: `gpt-4o.ratio: must be a number`. */
const costPricesText = jsonText(262_144).superRefine((text, context) => {
  if (text.trim() === '') return
  const reason = costPricesObjection(text)
  if (reason !== null) context.addIssue({ code: 'custom', params: { reason } })
})

function costPricesObjection(text: string): Reason | null {
  const value = parseJson(text)
  if (value === undefined) return makeReason('notJson')
  const issue = costPrices.safeParse(value, parseOptions).error?.issues[0]
  if (issue === undefined) return null
  const reason = issue.code === 'invalid_union' ? makeReason('costForm') : reasonOfIssue(issue)
  return issue.path.length === 0 ? reason : reasonAt(placeOf(issue.path), reason)
}

/** How a channel uses its keys. Newer clients call `round_robin` `polling`. */
const multiKeyMode = z
  .enum(['', 'random', 'round_robin', 'polling'])
  .transform((mode) => (mode === 'polling' ? 'round_robin' : mode))

/**
 * Body of POST and PUT /api/channel/. On PUT absent fields stay and an empty `key` keeps the key. On POST with
 * `copy_of` absent fields are copied from that channel, and so is an empty `key`; its usage and test results are not.
 */
export const channelWrite = z.object({
  id: z.number().int().positive().optional(),
  /** The id of a channel; only on POST. */
  copy_of: z.number().int().positive().optional(),
  type: z.number().int().min(1).max(channelTypeMax).optional(),
  /** One key a line; several lines make several channels unless `multi_key_mode` is set. */
  key: emptyable(z.string().max(262_144)).optional(),
  name: emptyable(plain(z.string().trim().max(channelNameMax))).optional(),
  status: z.number().int().min(1).max(3).optional(),
  weight: z.number().int().min(0).max(1_000_000).nullable().optional(),
  priority: z.number().int().min(-1_000_000_000).max(1_000_000_000).nullable().optional(),
  openai_organization: headerText(z.string().trim().max(255)).nullable().optional(),
  test_model: plain(z.string().trim().max(modelNameBytesMax)).nullable().optional(),
  base_url: nullableText(2_048).optional(),
  other: emptyable(z.string().max(65_536)).optional(),
  models: emptyable(z.string().max(262_144)).optional(),
  group: emptyable(z.string().max(4_096)).optional(),
  groups: z.array(z.string().max(groupNameMax)).max(256).optional(),
  model_mapping: jsonObjectText(objectionToModelMapping).nullable().optional(),
  status_code_mapping: jsonObjectText(objectionToStatusCodes).nullable().optional(),
  auto_ban: z.number().int().min(0).max(1).nullable().optional(),
  tag: tagName.nullable().optional(),
  setting: jsonObjectText().nullable().optional(),
  param_override: jsonObjectText(objectionToOverride).nullable().optional(),
  header_override: headerOverrideText.nullable().optional(),
  remark: nullableText(255).optional(),
  max_input_tokens: z.number().int().min(0).max(1_000_000_000).optional(),
  expired_time: z.number().int().min(-1).max(lastSecond).optional(),
  cost_prices: costPricesText.nullable().optional(),
  multi_key_mode: multiKeyMode.optional(),
})

export type ChannelWrite = z.input<typeof channelWrite>

/**
 * The result of several lines in `key`: one channel with one key, a channel for each, or one channel with all of them.
 */
const channelModes = ['single', 'batch', 'multi_to_single'] as const

/** Body of POST /api/channel/: the channel itself, or the form of newer clients, `mode` with `channel`. */
export const channelCreate = channelWrite
  .extend({
    mode: z.enum(channelModes).optional(),
    channel: channelWrite.optional(),
    /** In mode `batch` with several keys: each name ends with the first characters of its key. */
    batch_add_set_key_prefix_2_name: z.boolean().optional(),
  })
  .superRefine(({ mode, channel }, context) => {
    const required = (name: string) => context.addIssue({ ...refusal('required'), path: [name] })
    if (mode !== undefined && channel === undefined) required('channel')
    if (mode === undefined && channel !== undefined) required('mode')
  })

/** Body of PUT /api/channel/. */
export const channelUpdate = channelWrite.extend({
  /** How `key` changes the keys of a channel with several: `replace` (default) or `append`. */
  key_mode: z.enum(['append', 'replace']).optional(),
})

/** Query of POST /api/channel/copy/:id. */
export const channelCopyQuery = z.object({
  /** Suffix of the copy's name; by default a word for copy in the requester's language. */
  suffix: plain(z.string().max(channelNameMax)).optional(),
  /** `false` keeps the last known balance. */
  reset_balance: z.enum(['true', 'false', '1', '0']).default('true'),
})
