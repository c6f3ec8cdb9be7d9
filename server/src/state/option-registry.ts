import { contentOptions } from './options/content.ts'
import { drawingOptions } from './options/drawing.ts'
import { modelOptions } from './options/models.ts'
import { operationOptions } from './options/operation.ts'
import type { Option } from './options/option.ts'
import { paymentOptions } from './options/payments.ts'
import { priceOptions } from './options/prices.ts'
import { ratelimitOptions } from './options/ratelimit.ts'
import { sensitiveOptions } from './options/sensitive.ts'
import { systemOptions } from './options/system.ts'
import { textOptions } from './options/texts.ts'

/** Every option, declared once in `options/`, a file for each tab or card. */
const optionRegistry = {
  ...textOptions,
  ...contentOptions,
  ...systemOptions,
  ...paymentOptions,
  ...operationOptions,
  ...drawingOptions,
  ...sensitiveOptions,
  ...priceOptions,
  ...ratelimitOptions,
  ...modelOptions,
} as const

type Registry = typeof optionRegistry
export type OptionKey = keyof Registry

/** Every option by its wire name, typed: `snapshot.options.RetryTimes`. */
export type OptionValues = {
  readonly [K in OptionKey]: Registry[K] extends Option<infer T> ? T : never
}

export const optionKeys = Object.keys(optionRegistry) as OptionKey[]

export const isOptionKey = (key: string): key is OptionKey => Object.hasOwn(optionRegistry, key)

/** The declaration of `key` without its value's type, for code that treats all options alike. */
export const optionOf = (key: OptionKey): Option<unknown> => optionRegistry[key] as Option<unknown>
