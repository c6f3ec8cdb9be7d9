import { z } from 'zod'
import { queryNumber } from './query-number.ts'

/** Longest span of measured speed and availability, in hours. */
const speedHoursMax = 168
const speedHoursDefault = 24

/** Query of GET /api/perf-metrics/summary. */
export const modelSpeedQuery = z.object({
  hours: queryNumber.transform((asked) => Math.min(Math.max(asked ?? speedHoursDefault, 1), speedHoursMax)),
})

/** A model in GET /api/perf-metrics/summary. */
export const modelSpeed = z.object({
  model_name: z.string(),
  /** Average duration of a call that was charged: a stream that was cut is one. */
  avg_latency_ms: z.number(),
  /** 0 to 100. */
  success_rate: z.number(),
  /** Output tokens a second, over the whole duration of the calls; 0 = the model has no output of text. */
  avg_tps: z.number(),
})
export type ModelSpeed = z.infer<typeof modelSpeed>
