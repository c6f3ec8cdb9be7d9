import { z } from 'zod'
import { announcement } from './site-content.ts'

/** `few`: too few calls to say anything, or to hide a single account. */
const healthStates = ['works', 'degraded', 'fails', 'few'] as const

const measured = z.object({
  state: z.enum(healthStates),
  /** Of the calls of the last 24 hours, 0 to 100; absent = too few calls. */
  success_rate: z.number().optional(),
  /** The median of the newest streamed calls of the same hours; absent = too few. */
  first_token_ms: z.number().optional(),
  /** Of the last 90 days. */
  long_success_rate: z.number().optional(),
  /** Success of each of these days (UTC), the oldest first; null = too few calls. */
  days: z.array(z.number().nullable()),
})

const healthOfModel = measured.extend({
  model_name: z.string(),
  /** As `owner_by` of the price list; '' = unknown. */
  vendor: z.string(),
  icon: z.string().optional(),
})
const healthOfVendor = measured.extend({ vendor: z.string(), icon: z.string().optional() })

/** How the site works, measured on its own calls. Names no channel and no upstream. */
export const siteHealth = z.object({
  /** `few` of all calls: nothing can be said. */
  state: z.enum(healthStates),
  /** The number of models that fail now. */
  failing: z.number(),
  /** Of all calls of the last 24 hours; null = too few. */
  success_rate: z.number().nullable(),
  first_token_ms: z.number().nullable(),
  /** When it was computed, in seconds. */
  measured_at: z.number(),
  /** Both empty where visitors may not read the price list. */
  vendors: z.array(healthOfVendor),
  models: z.array(healthOfModel),
  /** The announcements of the site, the newest first. */
  incidents: z.array(announcement),
})
export type SiteHealth = z.infer<typeof siteHealth>
export type HealthOfModel = z.infer<typeof healthOfModel>
export type HealthMeasures = z.infer<typeof measured>
