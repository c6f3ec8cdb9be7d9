import { z } from 'zod'

/** Names of days as rules write them; index 0 is Sunday. */
export const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const
export type Weekday = (typeof weekdays)[number]

const timeOfDay = z
  .string('must be a time')
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 08:30')
const day = z
  .string('must be a date')
  .regex(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, 'must be a date such as 2027-01-31')

/** When a rule applies: all of its conditions together. */
export const priceCondition = z
  .strictObject({
    /** The prompt has more tokens than this, whatever their kind and whether cached or not. */
    input_over: z.number('must be a number').int('must be a whole number').min(0).max(100_000_000).optional(),
    /** From the first time of day to just before the second; past midnight when the second is earlier. */
    between: z
      .tuple([timeOfDay, timeOfDay], 'must be two times, such as ["00:30", "08:30"]')
      .refine(([start, end]) => start !== end, 'must be two different times')
      // The description of the API would write a tuple as JSON Schema did before 2020.
      .meta({ type: 'array', items: { type: 'string' }, minItems: 2, maxItems: 2 })
      .optional(),
    /** Days of the week. A time past midnight belongs to the day on which `between` began. */
    days: z
      .array(z.enum(weekdays, `must be among ${weekdays.join(', ')}`))
      .min(1)
      .max(7)
      .optional(),
    /** The first day, and the day on which it no longer applies. */
    from: day.optional(),
    until: day.optional(),
    /** Where those times and days are read; UTC when absent. An IANA name. */
    timezone: z.string().max(64).refine(isTimezone, 'not a known time zone').optional(),
  })
  .refine(
    (when) => Object.keys(when).some((key) => key !== 'timezone'),
    'at least one condition is required: input_over, between, days, from or until',
  )
export type PriceCondition = z.infer<typeof priceCondition>

const factor = z
  .number('must be a number')
  .min(0, 'must not be less than 0')
  .max(1_000_000_000, 'must not be more than 1000000000')
  .optional()

/** The fields of a price, named like the options that set them for all models. */
export const priceFields = z.strictObject({
  /** Currency units a call. */
  price: factor,
  ratio: factor,
  completion_ratio: factor,
  cache_ratio: factor,
  create_cache_ratio: factor,
  create_cache_1h_ratio: factor,
  image_ratio: factor,
  image_completion_ratio: factor,
  audio_ratio: factor,
  audio_completion_ratio: factor,
  audio_cache_ratio: factor,
})
export type PriceFields = z.infer<typeof priceFields>

const priceChange = priceFields
  .extend({
    /** On the whole price, fixed or by tokens; not on searches. */
    factor,
  })
  .refine((set) => Object.keys(set).length > 0, 'at least one change is required')
export type PriceChange = z.infer<typeof priceChange>

export const priceRule = z.strictObject({ when: priceCondition, set: priceChange })
export type PriceRule = z.infer<typeof priceRule>

/** The rules of one model. The first that applies counts, alone. */
export const priceRuleList = z.array(priceRule).max(50, 'must not be more than 50 rules')

/** Option `PriceRules`: model to its rules. */
export const priceRules = z.record(z.string(), priceRuleList)
export type PriceRules = Readonly<Record<string, readonly PriceRule[]>>

function isTimezone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
