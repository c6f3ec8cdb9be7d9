import { z } from 'zod'

/** What a model can make on at least one of the channels that may serve the account. */
export const videoModel = z.object({
  model: z.string(),
  /** Ascending. */
  seconds: z.array(z.number()),
  seconds_default: z.number(),
  /** The maker's usual one first; empty = no such setting; null = unknown. */
  resolutions: z.array(z.string()).nullable(),
  /** The same: `16:9`. */
  ratios: z.array(z.string()).nullable(),
  /** How many inputs of each role it takes. */
  inputs: z.object({
    first_frame: z.number(),
    last_frame: z.number(),
    reference: z.number(),
    source: z.number(),
    sound: z.number(),
  }),
  frames_or_references: z.boolean(),
  /** Whether the caller chooses the sound, and what the result has otherwise. */
  sound: z.enum(['always', 'never', 'on_by_default', 'off_by_default']),
  takes_seed: z.boolean(),
  takes_negative_prompt: z.boolean(),
  /** Characters; null = unknown. */
  prompt_max: z.number().nullable(),
})
export type VideoModel = z.infer<typeof videoModel>
