import { z } from 'zod'
import { modelNameBytesMax } from './name-lists.ts'

/** The formats that clients speak: chat, Responses, Messages, generateContent. */
export const doctorClients = ['openai', 'responses', 'anthropic', 'gemini'] as const
export type DoctorClient = (typeof doctorClients)[number]

/** `tools`: a conversation with two calls of a tool. `error`: a wrong request, which no upstream receives. */
export const doctorChecks = ['plain', 'stream', 'tools', 'picture', 'schema', 'count', 'error'] as const
export type DoctorCheck = (typeof doctorChecks)[number]

/**
 * What is wrong with an answer. `status`: it is a refusal. `media_type`, `not_json`: it is not what the format says.
 * `bad_event`: an event of a stream cannot be parsed, or its name differs from its type. `no_end`, `several_ends`,
 * `after_end`: of the one end of a stream. `no_text`, `no_tool_call`, `not_schema`, `no_count`: the content is missing.
 * `wrong_error`: an error without the form of the format. `timeout`: no whole answer in time.
 */
const doctorFindings = [
  'status',
  'media_type',
  'not_json',
  'bad_event',
  'no_end',
  'several_ends',
  'after_end',
  'no_text',
  'no_tool_call',
  'not_schema',
  'no_count',
  'wrong_error',
  'timeout',
] as const
export type DoctorFinding = (typeof doctorFindings)[number]

/** The largest answer of a call in tokens, so that the cost is bounded. */
export const doctorOutputTokens = 512

const model = z.string().trim().min(1).max(modelNameBytesMax)

/** Body of POST /api/channel/:id/doctor: the checks of one model by one client. */
export const doctorRequest = z.object({
  model,
  client: z.enum(doctorClients),
  checks: z
    .array(z.enum(doctorChecks))
    .min(1)
    .max(doctorChecks.length)
    .default([...doctorChecks]),
})

const doctorResult = z.object({
  check: z.enum(doctorChecks),
  /** `absent`: clients of this format have no such call. */
  outcome: z.enum(['passed', 'failed', 'absent']),
  /** Null = passed. */
  finding: z.enum(doctorFindings).nullable(),
  /** What was received instead, such as a status or the message of a refusal; '' = nothing to say. */
  detail: z.string(),
  /** Seconds. */
  time: z.number(),
})
export type DoctorResult = z.infer<typeof doctorResult>
export const doctorResults = z.array(doctorResult)

/** Body of POST /api/channel/:id/doctor/estimate. */
export const doctorEstimateRequest = z.object({
  models: z.array(model).min(1).max(1_000),
  clients: z.array(z.enum(doctorClients)).min(1).max(doctorClients.length),
  checks: z.array(z.enum(doctorChecks)).min(1).max(doctorChecks.length),
})

export const doctorEstimate = z.object({
  /** Calls to the upstream. */
  calls: z.number(),
  /** Quota units at most, in the group of the caller; models without a price count nothing. */
  quota: z.number(),
  /** Models without a price: calls of them are refused unless the site gives them away. */
  unpriced: z.array(z.string()),
})
export type DoctorEstimate = z.infer<typeof doctorEstimate>
