import { z } from 'zod'
import { limitNames } from './limits.ts'
import { groupNameMax, modelNameBytesMax } from './name-lists.ts'
import { servedPattern } from './price-rules.ts'
import { callEndpoints } from './priced-kinds.ts'
import { queryNumber } from './query-number.ts'
import { because } from './reason-of-issue.ts'
import { exclusionCodes, routingStrategies } from './routing.ts'

/** Codes of channels that will take such calls again. */
const momentaryCodes = ['resting', 'refused', 'limited', 'full'] as const

/** Whose call it would be: of a token, of an account, or of any account of a group. */
export const dryRunQuery = z.object({
  model: z.string().trim().min(1).max(modelNameBytesMax),
  user_id: queryNumber,
  token_id: queryNumber,
  group: z.string().trim().max(groupNameMax).default(''),
  input_tokens: queryNumber.describe('Estimated tokens of the prompt.'),
  endpoint: z.enum(callEndpoints).default('openai'),
  service_tier: z
    .string()
    .trim()
    .toLowerCase()
    .refine((name) => name === '' || servedPattern.test(name), because('mustBeServedName'))
    .default('')
    .describe('The tier that the call asks for, as in the field of this name.'),
  response_id: z
    .string()
    .trim()
    .max(200)
    .default('')
    .describe('An answer of the Responses API that the call continues; it then uses that endpoint.'),
})

/** Maximum number of excluded channels in the answer. */
export const excludedMax = 100

const candidate = z.object({
  id: z.number(),
  name: z.string(),
  /** The type of the channel. */
  type: z.number(),
  priority: z.number(),
  weight: z.number(),
  /** The chance that the first attempt goes there: from 0 to 1. */
  chance: z.number(),
  /** Why a call passes it over now, in the words of the usage log; null = it can be chosen. */
  passed: z
    .object({
      code: z.enum(momentaryCodes),
      /** Until that is over; null = until another call ends. */
      seconds: z.number().nullable(),
      /** The exhausted limits; empty unless `code` is `full`. */
      limits: z.array(z.enum(limitNames)),
    })
    .nullable(),
  /** 0 = it takes calls. */
  rest_seconds: z.number(),
  /** Seconds until the upstream's limit is reset; 0 = none is reached. */
  limited_seconds: z.number(),
  in_flight: z.number(),
  latency_ms: z.number().nullable(),
  /** The cost price of a typical call, in quota; null = unknown. For comparison. */
  cost: z.number().nullable(),
})

/**
 * Why the channel is not among those of the group that list the model, and what excludes it from this call.
 * `no_key`: it has keys, and each of them is disabled. `hidden`: the group hides the model.
 */
export const dryRunExclusions = [
  'disabled',
  'auto_disabled',
  'no_key',
  'group',
  'model',
  'hidden',
  ...exclusionCodes,
] as const

const excluded = z.object({
  id: z.number(),
  name: z.string(),
  codes: z.array(z.enum(dryRunExclusions)),
})

/** Where a call would go. Nothing is called, counted or remembered. */
export const dryRun = z.object({
  /** The group and the model that would be used. */
  group: z.string(),
  model: z.string(),
  strategy: z.enum(routingStrategies),
  /** The tier that price and costs are of; '' = the standard one, or the one that the upstream chooses. */
  service_tier: z.string(),
  /** The tier has no price, and the call is sent without it. */
  tier_left_out: z.boolean(),
  /** Attempts at most. */
  attempts: z.number(),
  /** Milliseconds after which a stream is sent to a second channel too; null = never. */
  hedge_ms: z.number().nullable(),
  /** Why such a call would be refused; null = it would not. In the language of the reader. */
  refusal: z.object({ code: z.string(), message: z.string() }).nullable(),
  /** Groups before `group` that cannot take the call, and why, in the language of the reader. */
  passed_groups: z.array(z.object({ group: z.string(), code: z.string(), message: z.string() })),
  /** Most likely first; last those that are passed over now. */
  candidates: z.array(candidate),
  /** Up to a hundred that serve the model or the group. */
  excluded: z.array(excluded),
  excluded_total: z.number(),
  /** Null = the model has no price for this caller. In dollars; for a million tokens, or for a call. */
  price: z
    .object({
      group_ratio: z.number(),
      input: z.number().nullable(),
      output: z.number().nullable(),
      per_call: z.number().nullable(),
    })
    .nullable(),
})
export type DryRun = z.infer<typeof dryRun>
