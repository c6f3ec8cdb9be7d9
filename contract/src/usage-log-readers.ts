import { isKeyOf, keysOf } from './typed-keys.ts'
import type { UsageLog, UsageLogDetail } from './usage-log.ts'

/**
 * Who reads a field of a usage row. Each sees what those before it see: anyone with the link to a receipt, the account
 * of the row, and an operator.
 */
const usageReaders = ['link', 'owner', 'operator'] as const
export type UsageReader = (typeof usageReaders)[number]

/**
 * The first reader who sees a field, for every way out: lists, single rows, exports and receipts. A column of the
 * answer that a reader does not see is 0 or '' there; a field of the detail is absent.
 */
const rowReaders = {
  id: 'link',
  user_id: 'owner',
  created_at: 'link',
  type: 'link',
  /** Of a failed call it may be a text of the upstream, which may quote the request. */
  content: 'owner',
  username: 'owner',
  token_name: 'owner',
  model_name: 'link',
  quota: 'link',
  prompt_tokens: 'link',
  completion_tokens: 'link',
  use_time: 'link',
  is_stream: 'link',
  channel: 'operator',
  channel_name: 'operator',
  token_id: 'owner',
  group: 'link',
  request_id: 'link',
  client: 'owner',
  other: 'link',
} as const satisfies Record<keyof UsageLog, UsageReader>

const detailReaders = {
  model_ratio: 'link',
  group_ratio: 'link',
  completion_ratio: 'link',
  model_price: 'link',
  price_unit: 'link',
  seconds: 'link',
  spoken_characters: 'link',
  prompt_part: 'owner',
  cache_tokens: 'link',
  cache_ratio: 'link',
  cache_creation_tokens: 'link',
  cache_creation_ratio: 'link',
  cache_creation_tokens_1h: 'link',
  cache_creation_ratio_1h: 'link',
  audio: 'link',
  image: 'link',
  text_input: 'link',
  text_output: 'link',
  sample_tokens: 'link',
  characters: 'link',
  audio_input: 'link',
  audio_output: 'link',
  audio_ratio: 'link',
  audio_completion_ratio: 'link',
  image_input: 'link',
  image_output: 'link',
  image_ratio: 'link',
  image_completion_ratio: 'link',
  reasoning_ratio: 'link',
  reasoning_output: 'link',
  audio_cache_ratio: 'link',
  cache_audio_tokens: 'link',
  cache_image_tokens: 'link',
  units: 'link',
  image_factor: 'link',
  price_factor: 'link',
  price_rule: 'link',
  price_stacks: 'link',
  served: 'link',
  /** A gap in the operator's prices. */
  served_unpriced: 'operator',
  web_search: 'link',
  web_search_call_count: 'link',
  web_search_price: 'link',
  google_search: 'link',
  google_search_call_count: 'link',
  google_search_price: 'link',
  file_search: 'link',
  file_search_call_count: 'link',
  file_search_price: 'link',
  billing_mode: 'link',
  /** The expression and its factors may say more than the price of this call, such as conditions for others. */
  expr_b64: 'operator',
  request_rules: 'operator',
  matched_tier: 'link',
  expr_parts: 'link',
  expr_amount: 'link',
  /** The details in it are read like that of the row. */
  tool_runs: 'link',
  discount: 'link',
  quota_per_unit: 'link',
  frt: 'link',
  total_ms: 'link',
  reasoning_effort: 'link',
  reasoning_tokens: 'link',
  is_model_mapped: 'owner',
  upstream_model_name: 'owner',
  usage_estimated: 'link',
  /** A gap in the gateway's knowledge. */
  usage_unknown_fields: 'operator',
  /** A fault of the operator's upstream. */
  usage_unbelieved: 'operator',
  end: 'link',
  correction: 'link',
  list_quota: 'link',
  exact_quota: 'link',
  path: 'owner',
  /** By a link only its code and status: the message may be a text of the upstream. */
  error: 'link',
  note: 'owner',
  admin_info: 'operator',
} as const satisfies Record<keyof UsageLogDetail, UsageReader>

export const fieldReaders = { ...rowReaders, ...detailReaders }
export type UsageField = keyof typeof fieldReaders

export const isShownTo = (reader: UsageReader, field: UsageField): boolean =>
  usageReaders.indexOf(fieldReaders[field]) <= usageReaders.indexOf(reader)

/** The fields of a detail that the reader sees. Fields that the table does not name are for operators. */
export const isDetailShownTo = (reader: UsageReader, field: string): boolean =>
  reader === 'operator' || (isKeyOf(detailReaders, field) && isShownTo(reader, field))

type ColumnOf<Reader extends UsageReader> = {
  [Name in keyof typeof rowReaders]: (typeof rowReaders)[Name] extends Reader ? Name : never
}[keyof typeof rowReaders]

/** The columns that only operators see. */
export type OperatorColumns = Pick<UsageLog, ColumnOf<'operator'>>

/** The columns of a row that a link shows, as a selection of the schema. */
export const linkColumns = Object.fromEntries(
  keysOf(rowReaders)
    .filter((name) => isShownTo('link', name))
    .map((name) => [name, true]),
) as Record<ColumnOf<'link'>, true>
