import { z } from 'zod'
import { isRecord } from './read-json.ts'

/** A dotted path: `generation.top_p`, `messages.0.content`, `tools.-1`. `\.` is a dot inside a name. */
const path = z
  .string()
  .min(1)
  .max(255)
  .refine((text) => !/(^|\.)(__proto__|constructor|prototype)(\.|$)/.test(text))

const conditionModes = ['full', 'prefix', 'suffix', 'contains', 'gt', 'gte', 'lt', 'lte'] as const

const condition = z.object({
  /** A field of the body, or `model`, `upstream_model`, `original_model`. */
  path,
  mode: z.enum(conditionModes).default('full'),
  value: z.unknown(),
  invert: z.boolean().default(false),
  /** The result when there is no such field. */
  pass_missing_key: z.boolean().default(false),
})
export type OverrideCondition = z.output<typeof condition>

/** A list, or the short form: path to the exact value. */
const conditions = z
  .union([
    z.array(condition).max(32),
    z.record(path, z.unknown()).transform((entries) =>
      Object.entries(entries).map(([name, value]): OverrideCondition => {
        return { path: name, mode: 'full', value, invert: false, pass_missing_key: false }
      }),
    ),
  ])
  .default([])

const shared = { conditions, logic: z.enum(['OR', 'AND']).default('OR') }

/** One change of a body. */
export const overrideOperation = z.discriminatedUnion('mode', [
  /** `keep_origin`: only when the field is absent. */
  z.object({
    mode: z.literal('set'),
    path,
    value: z.unknown(),
    keep_origin: z.boolean().default(false),
    ...shared,
  }),
  z.object({ mode: z.literal('delete'), path, ...shared }),
  z.object({ mode: z.literal('copy'), from: path, to: path, ...shared }),
  z.object({ mode: z.literal('move'), from: path, to: path, ...shared }),
])
export type OverrideOperation = z.output<typeof overrideOperation>

/**
 * The operations of an override. Null when it has none: `operations` is then a field like any other, as for older
 * clients.
 */
export function listOperations(override: Readonly<Record<string, unknown>>): readonly unknown[] | null {
  const { operations } = override
  const isList = Array.isArray(operations) && operations.length > 0 && operations.every(hasMode)
  return isList ? operations : null
}

const hasMode = (value: unknown): boolean => isRecord(value) && 'mode' in value
