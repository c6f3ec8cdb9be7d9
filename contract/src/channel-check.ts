import { z } from 'zod'
import { channelTypeMax } from './channel-types.ts'
import { channelWrite, nullableText } from './channel-write.ts'
import { modelNameBytesMax } from './name-lists.ts'
import { callEndpoints } from './priced-kinds.ts'

/** Body of POST /api/channel/fetch_models: an upstream that is not stored yet. */
export const fetchModelsRequest = z.object({
  base_url: nullableText(2_048).optional(),
  type: z.number().int().min(1).max(channelTypeMax).default(1),
  key: z.string().max(262_144),
  other: channelWrite.shape.other,
  header_override: channelWrite.shape.header_override,
})

/** Body of POST /api/channel/test: a channel as for POST /api/channel/, and the model of the test. */
export const unsavedChannelTest = z.object({
  channel: channelWrite.omit({ id: true, copy_of: true }),
  /** '' = the test model of the channel, otherwise its first one. */
  model: z.string().max(modelNameBytesMax).default(''),
})

/** Query of GET /api/channel/test/:id. */
export const channelTestQuery = z.object({
  /** '' = the channel's test model, otherwise its first one. */
  model: z.string().max(modelNameBytesMax).default(''),
  /** The endpoint that a client would call; '' = the one that the model's name shows. */
  endpoint_type: z
    .enum(['', ...callEndpoints, 'jina-rerank'])
    .default('')
    // The name that newer clients use.
    .transform((type) => (type === 'jina-rerank' ? 'rerank' : type)),
  /** Streamed; no effect if the endpoint has no streams. */
  stream: z
    .enum(['', 'true', 'false', '1', '0'])
    .default('')
    .transform((text) => text === 'true' || text === '1'),
})

/** Beside the answer of GET /api/channel/test/:id, also on failure. Times in seconds; null = unknown. */
export const channelTestAnswer = z.object({
  time: z.number(),
  model: z.string(),
  /** The tested endpoint; null if nothing could be called. */
  endpoint_type: z.enum(callEndpoints).nullable(),
  stream: z.boolean(),
  /** Until the first text of a stream. */
  first_token: z.number().nullable(),
  prompt_tokens: z.number().nullable(),
  completion_tokens: z.number().nullable(),
  /** Of the output, after its first token where it was streamed. */
  tokens_per_second: z.number().nullable(),
  /** The caller's price without a group discount. */
  quota: z.number().nullable(),
  /** The upstream's charge, by the channel's cost prices. */
  cost_quota: z.number().nullable(),
})

export type ChannelTestAnswer = z.infer<typeof channelTestAnswer>

/** Beside the answer of GET /api/channel/update_balance/:id. */
export const channelBalanceAnswer = z.object({ balance: z.number(), currency: z.string() })
