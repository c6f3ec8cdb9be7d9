import { z } from 'zod'
import { parseJson } from '../read-json.ts'
import { because, formed, refusal } from '../reason-of-issue.ts'
import { grouped, type OptionType } from './option-type.ts'

export const domainShape = formed(
  z.string().toLowerCase(),
  /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/,
  'notDomain',
)

/** Comma-separated domains; blank and duplicate ones are removed. */
export const domains: OptionType<readonly string[]> = {
  kind: 'text',
  form: 'domains, with commas between them',
  charactersMax: 65_536,
  schema: z
    .string()
    .max(65_536)
    .transform((text) => [...new Set(text.split(',').map((part) => part.trim()))].filter((part) => part !== ''))
    .pipe(z.array(domainShape)),
  format: (value) => value.join(','),
}

/** One entry a line; blank lines are removed. */
export const lines = (charactersMax: number): OptionType<readonly string[]> => ({
  kind: 'lines',
  form: `lines ≤ ${grouped(charactersMax)}`,
  charactersMax,
  schema: z
    .string()
    .max(charactersMax)
    .transform((text) =>
      text
        .split(/\r?\n/)
        .map((line) => line.trim())
        .filter((line) => line !== ''),
    ),
  format: (value) => value.join('\n'),
})

/** A JSON text; `form` describes its parts: `model → number`. */
export const json = <T>(form: string, shape: z.ZodType<T>): OptionType<T> => ({
  kind: 'json',
  form: `JSON: ${form}`,
  isJson: true,
  schema: z
    .string()
    .max(1_048_576)
    .transform((text, context): unknown => {
      const value = parseJson(text)
      if (value !== undefined) return value
      context.addIssue(refusal('notJson'))
      return z.NEVER
    })
    .pipe(shape),
  format: (value) => JSON.stringify(value),
})

/** A JSON list; an empty text is the empty list, as other gateways write it. */
export const jsonList = <T>(form: string, shape: z.ZodType<T[]>): OptionType<readonly T[]> => {
  const list = json<readonly T[]>(form, shape)
  return {
    ...list,
    form: `JSON list: ${form}`,
    schema: z
      .string()
      .transform((text) => (text.trim() === '' ? '[]' : text))
      .pipe(list.schema),
  }
}

/** Names come from callers: without a prototype, `constructor` is not found by accident. */
const bare = <T>(record: Record<string, T>): Readonly<Record<string, T>> =>
  Object.assign<Record<string, T>, Record<string, T>>(Object.create(null), record)

/** Name → what `shape` parses. */
export const tableOf = <T>(shape: z.ZodType<T>) => z.record(z.string(), shape).transform(bare)

/** Name → number ≥ 0. */
export const ratiosShape = tableOf(z.number().min(0))
/** Name → text. */
export const textsShape = tableOf(z.string())

/** Model → header → values: valid header names, and values without line breaks. */
export const headersShape = tableOf(
  z.record(z.string().regex(/^[A-Za-z0-9-]+$/), z.array(z.string().regex(/^[\x20-\x7e]*$/))).transform(bare),
)

/** The range of each number of a pair in `limitPairsShape`. */
export const limitPairBounds = {
  requests: { min: 0, max: 1_000_000_000 },
  successful: { min: 1, max: 1_000_000_000 },
} as const
const pairNumber = ({ min, max }: { min: number; max: number }) => z.number().int().min(min).max(max)
/** Group → maximum of requests (0 = no limit) and of successful requests. */
export const limitPairsShape = tableOf(
  z
    .unknown()
    .refine((value) => Array.isArray(value) && value.length === 2, because('mustBePair'))
    .pipe(z.tuple([pairNumber(limitPairBounds.requests), pairNumber(limitPairBounds.successful)])),
)
