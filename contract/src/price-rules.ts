import { z } from 'zod'
import { isTimezone } from './local-time.ts'
import { namesOf, weekdays } from './price-axes.ts'
import { because, formed } from './reason-of-issue.ts'

const timeOfDay = formed(z.string(), /^([01]\d|2[0-3]):[0-5]\d$/, 'mustBeTime')
const day = formed(z.string(), /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, 'mustBeDate')

/** A name as makers write it in answers: `priority`, `fast`, `us`, `1024x1024`. */
export const servedPattern = /^[a-z0-9][a-z0-9_.-]{0,31}$/
const servedNames = z
  .union([z.string(), z.array(z.string()).min(1).max(20)])
  .refine((names) => namesOf(names).every((name) => servedPattern.test(name)), because('mustBeServedName'))

/** When a rule applies: all of its conditions must hold. */
export const priceCondition = z
  .strictObject({
    /** The prompt has more tokens than this, of any kind and including cached ones. */
    input_over: z.number().int().min(0).max(100_000_000).optional(),
    /** From the first time of day up to the second, exclusive; past midnight if the second is earlier. */
    between: z
      .unknown()
      .refine((value) => Array.isArray(value) && value.length === 2, because('mustBeTimes'))
      .pipe(z.tuple([timeOfDay, timeOfDay]))
      .refine(([start, end]) => start !== end, because('mustBeTwoTimes'))
      // The API description would express a tuple like JSON Schema before 2020.
      .meta({ type: 'array', items: { type: 'string' }, minItems: 2, maxItems: 2 })
      .optional(),
    /** Days of the week. A time past midnight belongs to the day on which `between` started. */
    days: z.array(z.enum(weekdays)).min(1).max(7).optional(),
    /** The first day, and the first day on which it no longer applies. */
    from: day.optional(),
    until: day.optional(),
    /** The time zone of those times and days, an IANA name; UTC when absent. */
    timezone: z.string().max(64).refine(isTimezone, because('notTimezone')).optional(),
    /** How the upstream served the call, by its answer: one of these names. Its service tier (`flex`, `priority`). */
    tier: servedNames.optional(),
    /** The speed: `fast`. */
    speed: servedNames.optional(),
    /** The region in which the model ran: `us`. */
    geo: servedNames.optional(),
    /** What it made: width and height of a picture or video, `1024x1024`. */
    size: servedNames.optional(),
    quality: servedNames.optional(),
    /** Of a video or picture: `720p`, `4k`. */
    resolution: servedNames.optional(),
    /** Whether a video has sound: `on`, `off`. */
    sound: servedNames.optional(),
    /** What a video or picture was made from besides the prompt: `image`, `video`. */
    source: servedNames.optional(),
  })
  .refine((when) => Object.keys(when).some((key) => key !== 'timezone'), because('conditionRequired'))
export type PriceCondition = z.infer<typeof priceCondition>

/** Of a field of a price in rules and tables, and of the ratio of a group. */
export const factorMax = 1_000_000_000
const factor = z.number().min(0).max(factorMax).optional()

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
  reasoning_ratio: factor,
  audio_ratio: factor,
  audio_completion_ratio: factor,
  audio_cache_ratio: factor,
  /** Currency units for a second of sound or video. */
  second_price: factor,
  /** Currency units for a million characters of text for speech. */
  character_price: factor,
})
export type PriceFields = z.infer<typeof priceFields>

const priceChange = priceFields
  .extend({
    /** Factor on the whole price, fixed or by tokens; not on searches. */
    factor,
  })
  .refine((set) => Object.keys(set).length > 0, because('changeRequired'))
export type PriceChange = z.infer<typeof priceChange>

export const priceRule = z
  .strictObject({
    when: priceCondition,
    set: priceChange,
    /** Its factor multiplies whatever else applies, other such rules included. */
    stacks: z.literal(true).optional(),
  })
  .refine(({ set, stacks }) => stacks !== true || Object.keys(set).join() === 'factor', {
    path: ['set'],
    ...because('onlyFactorStacks'),
  })
export type PriceRule = z.infer<typeof priceRule>

const rulesMax = 50
/** The rules of one model. Of those that do not stack, only the first that applies counts. */
export const priceRuleList = z
  .array(priceRule)
  .refine((list) => list.length <= rulesMax, because('notMoreRules', { max: rulesMax }))
  .max(rulesMax)

/** Option `PriceRules`: model → its rules. */
export const priceRules = z.record(z.string(), priceRuleList)
export type PriceRules = Readonly<Record<string, readonly PriceRule[]>>
