import { z } from 'zod'

/** The fields of a price that other gateways compare. */
const ratioSyncFields = [
  'model_ratio',
  'completion_ratio',
  'cache_ratio',
  'create_cache_ratio',
  'image_ratio',
  'audio_ratio',
  'audio_completion_ratio',
  'model_price',
  'billing_mode',
  'billing_expr',
] as const
export type RatioSyncField = (typeof ratioSyncFields)[number]

/** Lists that are no channel: the default prices of this version, and models.dev. */
export const ratioSyncPresets = { defaults: -100, modelsDev: -101 } as const

/** A channel whose upstream may publish its prices. */
export const ratioSyncChannel = z.object({
  id: z.number(),
  name: z.string(),
  base_url: z.string(),
  status: z.number(),
  type: z.number(),
})
export type RatioSyncChannel = z.infer<typeof ratioSyncChannel>

const ratioSyncUpstreamsMax = 50
export const ratioSyncRequest = z.object({
  channel_ids: z.array(z.number().int()).max(ratioSyncUpstreamsMax).default([]),
  upstreams: z
    .array(
      z.object({
        id: z.number().int().optional(),
        name: z.string().trim().min(1).max(128),
        base_url: z.string().trim().max(2_048).default(''),
        /** A path, a whole address, or `openrouter`. */
        endpoint: z.string().trim().max(2_048).default(''),
      }),
    )
    .max(ratioSyncUpstreamsMax)
    .default([]),
  /** Seconds for each list. */
  timeout: z.number().int().optional(),
})
export type RatioSyncRequest = z.infer<typeof ratioSyncRequest>

const ratioValue = z.union([z.number(), z.string()])
const ratioDifference = z.object({
  current: ratioValue.nullable(),
  /** By name: the value there, `same`, or null where the list does not have it. */
  upstreams: z.record(z.string(), ratioValue.nullable()),
  /** False where a list shows a model without a price at the price of models without one. */
  confidence: z.record(z.string(), z.boolean()),
})

export const ratioSyncAnswer = z.object({
  /** Model → field. */
  differences: z.record(z.string(), z.partialRecord(z.enum(ratioSyncFields), ratioDifference)),
  test_results: z.array(
    z.object({ name: z.string(), status: z.enum(['success', 'error']), error: z.string().optional() }),
  ),
})
export type RatioSyncAnswer = z.infer<typeof ratioSyncAnswer>
export type RatioDifferences = RatioSyncAnswer['differences']
