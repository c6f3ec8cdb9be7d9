import { z } from 'zod'
import { modelNameBytesMax } from './name-lists.ts'
import { priceRuleList } from './price-rules.ts'

/** One option as text, in both directions of /api/option/. */
export const optionEntry = z.object({ key: z.string().min(1).max(128), value: z.string().max(1_048_576) })
export type OptionEntry = z.infer<typeof optionEntry>

/** Clients send booleans and numbers as such, and omit an empty text; an option is always text. */
export const optionValueWrite = z
  .union([optionEntry.shape.value, z.boolean(), z.number(), z.null()])
  .default('')
  .transform((value) => (value === null ? '' : String(value)))

export const optionWrite = optionEntry.extend({
  /** The value when the writer read it: a value changed since then is not overwritten. Absent: it is. */
  was: optionEntry.shape.value.optional(),
})
export type OptionWrite = z.infer<typeof optionWrite>

/** Fields beside `data` in the answer of `GET /api/option/`. */
export const optionListExtra = z.object({
  /** Secrets that are set. Their values are never sent. */
  secrets_set: z.array(z.string()),
  /** Options that only the super administrator may write; without the right to change settings: all. */
  root_only: z.array(z.string()),
})
export type OptionListExtra = z.infer<typeof optionListExtra>

/** Settings of the environment that belong to a card of the settings. The console shows them and cannot change them. */
export const environmentOfCards = {
  address: ['BASE_PATH', 'TRUSTED_PROXIES'],
  worker: ['UPSTREAM_ALLOW_PRIVATE', 'OUTBOUND_ALLOW', 'MAX_FILE_DOWNLOAD_MB'],
  smtp: ['SMTP_TLS'],
  login: ['SESSION_IDLE_DAYS', 'SESSION_MAX_DAYS', 'CRITICAL_RATE_LIMIT', 'CRITICAL_RATE_LIMIT_DURATION'],
  info: ['RELEASES_URL'],
  logs: ['LOG_RETENTION_DAYS'],
  monitoring: ['CHANNEL_TEST_FREQUENCY', 'CHANNEL_UPDATE_FREQUENCY', 'POLLING_INTERVAL'],
  general: ['FIRST_BYTE_TIMEOUT', 'STREAMING_TIMEOUT', 'RELAY_TIMEOUT', 'ON_CLIENT_GONE'],
  drawing: ['UPDATE_TASK', 'TASK_TIMEOUT', 'VIDEO_TIMEOUT'],
  mediaCopies: ['MEDIA_DIR'],
  modelRequests: ['MAX_INFLIGHT', 'MAX_INFLIGHT_PER_USER', 'GLOBAL_API_RATE_LIMIT', 'ACCOUNT_API_RATE_LIMIT'],
} as const

/** The newest change of an option, from the audit trail. */
const optionChange = z.object({
  key: z.string(),
  /** Seconds. */
  at: z.number(),
  by: z.string(),
  /** Its value before; null = a secret, a table, or a long text. */
  before: z.string().nullable(),
})
export type OptionChange = z.infer<typeof optionChange>
/** A longer text is not sent as the value before. */
export const optionBeforeMax = 1_000

/** `GET /api/option/origins`. */
export const optionOrigins = z.object({
  changes: z.array(optionChange),
  /** Those of `environmentOfCards`, and whether they differ from their defaults; only for the super administrator. */
  environment: z.array(z.object({ name: z.string(), value: z.string(), is_default: z.boolean() })),
})
export type OptionOrigins = z.infer<typeof optionOrigins>

export const optionBatchMax = 200

/** The price tables with defaults: model → number. */
export const priceTableKeys = [
  'ModelPrice',
  'ModelRatio',
  'CompletionRatio',
  'CacheRatio',
  'CreateCacheRatio',
  'CreateCache1hRatio',
  'ImageRatio',
  'ImageCompletionRatio',
  'AudioRatio',
  'AudioCompletionRatio',
  'AudioCacheRatio',
  'SecondPrice',
  'CharacterPrice',
] as const
export type PriceTableKey = (typeof priceTableKeys)[number]

/** The same, and the rules. */
export const defaultPriceKeys = [...priceTableKeys, 'PriceRules'] as const
export type DefaultPriceKey = (typeof defaultPriceKeys)[number]

/** A model whose entries differ from the default prices; null = no entry. */
export const priceDifference = z.object({
  model: z.string(),
  tables: z.partialRecord(
    z.enum(priceTableKeys),
    z.object({ current: z.number().nullable(), default: z.number().nullable() }),
  ),
  /** Absent if they are the same. */
  rules: z.object({ current: priceRuleList.nullable(), default: priceRuleList.nullable() }).optional(),
})
export type PriceDifference = z.infer<typeof priceDifference>

/** Body of `POST /api/option/apply_default_prices`. */
export const applyDefaultPrices = z.object({
  /** `all`: every model with a default price. */
  models: z.union([z.literal('all'), z.array(z.string().min(1).max(modelNameBytesMax)).min(1).max(10_000)]),
  /** Absent: all tables, and the rules. */
  tables: z.array(z.enum(defaultPriceKeys)).min(1).optional(),
})

/** An enabled model with neither a price nor a ratio, and its channels. */
export const unsetModel = z.object({
  model: z.string(),
  channels: z.array(z.object({ id: z.number(), name: z.string() })),
})
export type UnsetModel = z.infer<typeof unsetModel>

/** Model names; the answer lists those with neither a price nor a ratio. */
export const unpricedRequest = z.object({ models: z.array(z.string().max(modelNameBytesMax)).max(10_000) })

/** The endpoints of an OpenID Connect provider, named like in its discovery document. */
export const oidcEndpoints = z.object({
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  userinfo_endpoint: z.string(),
})
export type OidcEndpoints = z.infer<typeof oidcEndpoints>
