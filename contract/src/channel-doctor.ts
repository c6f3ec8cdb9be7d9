import { z } from 'zod'
import { sweepStates } from './channel-sweep.ts'
import { modelNameBytesMax } from './name-lists.ts'

/** The formats that clients speak: chat, Responses, Messages, generateContent. */
export const doctorClients = ['openai', 'responses', 'anthropic', 'gemini'] as const
export type DoctorClient = (typeof doctorClients)[number]

/**
 * `tools`: a conversation with two calls of a tool. `error`: a wrong request, which no upstream receives. `long`: a
 * prompt near the context of the model.
 */
export const doctorChecks = ['plain', 'stream', 'tools', 'picture', 'schema', 'count', 'error', 'long'] as const
export type DoctorCheck = (typeof doctorChecks)[number]

/** The checks of a run that names none: the long prompt costs a multiple of all others. */
export const doctorUsualChecks = doctorChecks.filter((check) => check !== 'long')

/**
 * What is wrong with an answer. `status`: it is a refusal. `media_type`, `not_json`: it is not what the format says.
 * `bad_event`: an event of a stream cannot be parsed, or its name differs from its type. `no_end`, `several_ends`,
 * `after_end`: of the one end of a stream. `no_text`, `no_tool_call`, `not_schema`, `no_count`: the content is missing.
 * `not_recalled`: the beginning of a long prompt was not read. `wrong_error`: an error without the form of the format.
 * `timeout`: no whole answer in time.
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
  'not_recalled',
  'wrong_error',
  'timeout',
] as const
export type DoctorFinding = (typeof doctorFindings)[number]

/** The largest answer of a call in tokens, so that the cost is bounded. */
export const doctorOutputTokens = 512

const model = z.string().trim().min(1).max(modelNameBytesMax)

/** The most models of a run. */
export const doctorModelsMax = 200

const doctorPlan = z.object({
  models: z.array(model).min(1).max(doctorModelsMax),
  clients: z.array(z.enum(doctorClients)).min(1).max(doctorClients.length),
  checks: z.array(z.enum(doctorChecks)).min(1).max(doctorChecks.length),
})
export type DoctorPlan = z.infer<typeof doctorPlan>

/** Body of POST /api/channel/:id/doctor: every check of every model by every client. */
export const doctorRequest = doctorPlan.extend({
  clients: doctorPlan.shape.clients.default([...doctorClients]),
  checks: doctorPlan.shape.checks.default([...doctorUsualChecks]),
})

const doctorResult = z.object({
  check: z.enum(doctorChecks),
  /** `absent`: clients of this format have no such call. `unknown`: the context or price of the model is unknown. */
  outcome: z.enum(['passed', 'failed', 'absent', 'unknown']),
  /** Null = passed. */
  finding: z.enum(doctorFindings).nullable(),
  /** What was received instead, such as a status or the message of a refusal; '' = nothing to say. */
  detail: z.string(),
  /** Seconds. */
  time: z.number(),
})
export type DoctorResult = z.infer<typeof doctorResult>

/** `refused`: the checks could not be made; the server's log has the reason. */
export const doctorPairStates = ['waiting', 'running', 'done', 'refused'] as const

/** The checks of a model by a client. */
const doctorPair = z.object({
  model: z.string(),
  client: z.enum(doctorClients),
  state: z.enum(doctorPairStates),
  results: z.array(doctorResult),
})
export type DoctorPair = z.infer<typeof doctorPair>

/** The last run on a channel. Times in Unix seconds; 0 = not yet. */
export const doctorRun = z.object({
  state: z.enum(sweepStates),
  started_at: z.number(),
  finished_at: z.number(),
  started_by: z.string(),
  checks: z.array(z.enum(doctorChecks)),
  /** One model after another. */
  pairs: z.array(doctorPair),
})
export type DoctorRun = z.infer<typeof doctorRun>

/** Body of POST /api/channel/:id/doctor/estimate. */
export const doctorEstimateRequest = doctorPlan

export const doctorEstimate = z.object({
  /** Calls to the upstream. */
  calls: z.number(),
  /** Quota units at most, in the group of the caller; models without a price count nothing. */
  quota: z.number(),
  /** Models without a price: calls of them are refused unless the site gives them away. */
  unpriced: z.array(z.string()),
  /** Models of which the long prompt is left out, because the context or the price is unknown. */
  not_long: z.array(z.string()),
})
export type DoctorEstimate = z.infer<typeof doctorEstimate>
