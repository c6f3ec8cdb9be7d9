import { z } from 'zod'

/** How one kind of option travels: always text on the wire and in the database, a typed value inside. */
export interface OptionType<T> {
  /** Reads the text; an issue's message is the public reason. */
  readonly schema: z.ZodType<T, string>
  format(value: T): string
}

export const booleanOption: OptionType<boolean> = {
  schema: z.enum(['true', 'false'], 'must be true or false').transform((text) => text === 'true'),
  format: String,
}

const decimalText = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/

export const numberOption = (check: z.ZodNumber): OptionType<number> => ({
  schema: z.string().trim().regex(decimalText, 'must be a number').transform(Number).pipe(check),
  format: String,
})

export const textOption = (max: number): OptionType<string> => ({
  schema: z.string().max(max, `must not be longer than ${max} characters`),
  format: (value) => value,
})

/** An absolute http(s) address kept without trailing slashes, or nothing. */
export const addressOption: OptionType<string> = {
  schema: z
    .string()
    .trim()
    .max(2_048)
    .refine((text) => text === '' || isWebAddress(text), 'must start with http:// or https://')
    .transform((text) => text.replace(/\/+$/, '')),
  format: (value) => value,
}

/** One entry a line; blank lines are dropped. */
export const linesOption: OptionType<readonly string[]> = {
  schema: z
    .string()
    .max(65_536)
    .transform((text) =>
      text
        .split(/\r?\n/)
        .map((line) => line.trim())
        .filter((line) => line !== ''),
    ),
  format: (value) => value.join('\n'),
}

export const jsonOption = <T>(shape: z.ZodType<T>): OptionType<T> => ({
  schema: z
    .string()
    .max(1_048_576)
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown
      } catch {
        context.addIssue({ code: 'custom', message: 'not a valid JSON string' })
        return z.NEVER
      }
    })
    .pipe(shape),
  format: (value) => JSON.stringify(value),
})

/** Names come from callers: a map without a prototype has no `constructor` to be found by accident. */
const bare = <T>(record: Record<string, T>): Readonly<Record<string, T>> =>
  Object.assign(Object.create(null) as Record<string, T>, record)

const factor = z.number('must be a number').min(0, 'must not be less than 0')

/** Name to a number ≥ 0. */
export const ratiosShape = z.record(z.string(), factor).transform(bare)
/** Name to text. */
/** Names a header can have, values without line ends. */
export const headersShape = z
  .record(
    z.string(),
    z
      .record(z.string().regex(/^[A-Za-z0-9-]+$/), z.array(z.string().regex(/^[\x20-\x7e]*$/)))
      .transform(bare),
  )
  .transform(bare)

export const textsShape = z.record(z.string(), z.string()).transform(bare)
/** Name to name to a number ≥ 0. */
export const ratioTableShape = z.record(z.string(), ratiosShape).transform(bare)

function isWebAddress(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:') && url.username === ''
}
