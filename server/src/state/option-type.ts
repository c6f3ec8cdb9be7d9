import { limits } from '@sluice/contract/limits'
import { parseMailSender } from '@sluice/contract/mail-sender'
import { oddCurrencies } from '@sluice/contract/payment'
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

/** Who mails come from, or nothing. */
export const senderOption: OptionType<string> = {
  schema: textOption(256).schema.refine(
    (text) => text.trim() === '' || parseMailSender(text) !== null,
    'must be an address such as gateway@example.com, or Gateway <gateway@example.com>',
  ),
  format: (value) => value,
}

/** Sealed in the database, never sent back; empty clears it. */
export const secretOption: OptionType<string> = textOption(8_192)

export const choiceOption = <const T extends string>(choices: readonly T[]): OptionType<T> => ({
  schema: z.enum(choices, `must be one of ${choices.join(', ')}`) as unknown as z.ZodType<T, string>,
  format: (value) => value,
})

/** A currency's three letters, kept small; those whose amounts need a rounding of their own are not offered. */
export const currencyOption: OptionType<string> = {
  schema: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^[a-z]{3}$/, 'must be the three letters of a currency')
    .refine((code) => !oddCurrencies.includes(code), 'this currency is not supported'),
  format: (value) => value,
}

export const domainShape = z
  .string()
  .toLowerCase()
  .regex(/^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/, 'not a domain such as example.com')

/** Entries between commas; blank ones are dropped, doubles too. */
export const commaListOption = (shape: z.ZodType<string, string>): OptionType<readonly string[]> => ({
  schema: z
    .string()
    .max(65_536)
    .transform((text) =>
      [...new Set(text.split(',').map((part) => part.trim()))].filter((part) => part !== ''),
    )
    .pipe(z.array(shape)),
  format: (value) => value.join(','),
})

const webAddress = z
  .string()
  .trim()
  .max(2_048)
  .refine((text) => text === '' || isWebAddress(text), 'must start with http:// or https://')

/** An absolute http(s) address as it is, or nothing. */
export const exactAddressOption: OptionType<string> = { schema: webAddress, format: (value) => value }

/** One that paths are added to: kept without trailing slashes. */
export const addressOption: OptionType<string> = {
  schema: webAddress.transform((text) => text.replace(/\/+$/, '')),
  format: (value) => value,
}

/** One entry a line; blank lines are dropped. */
const lines = (max: number): OptionType<readonly string[]> => ({
  schema: z
    .string()
    .max(max)
    .transform((text) =>
      text
        .split(/\r?\n/)
        .map((line) => line.trim())
        .filter((line) => line !== ''),
    ),
  format: (value) => value.join('\n'),
})
export const linesOption = lines(65_536)
/** Lists of tens of thousands of words. */
export const longLinesOption = lines(1_000_000)

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

/** A JSON list; an empty text is the empty list, as other gateways write it. */
export const jsonListOption = <T>(shape: z.ZodType<T[]>): OptionType<readonly T[]> => {
  const { schema, format } = jsonOption<readonly T[]>(shape)
  return {
    schema: z
      .string()
      .transform((text) => (text.trim() === '' ? '[]' : text))
      .pipe(schema),
    format,
  }
}

/** Names come from callers: a map without a prototype has no `constructor` to be found by accident. */
const bare = <T>(record: Record<string, T>): Readonly<Record<string, T>> =>
  Object.assign(Object.create(null) as Record<string, T>, record)

const factor = z.number('must be a number').min(0, 'must not be less than 0')

/** Name to a number ≥ 0. */
export const ratiosShape = z.record(z.string(), factor).transform(bare)
/** Names a header can have, values without line ends. */
export const headersShape = z
  .record(
    z.string(),
    z
      .record(z.string().regex(/^[A-Za-z0-9-]+$/), z.array(z.string().regex(/^[\x20-\x7e]*$/)))
      .transform(bare),
  )
  .transform(bare)

/** Name to text. */
export const textsShape = z.record(z.string(), z.string()).transform(bare)
/** Name to name to a number ≥ 0. */
export const ratioTableShape = z.record(z.string(), ratiosShape).transform(bare)

/** Name to limits. */
export const limitTableShape = z.record(z.string(), limits).transform(bare)

const wholeNumber = z.number('must be a number').int('must be a whole number').max(1_000_000_000)
/** Group to most requests (0 = no limit) and most successful requests. */
export const rateLimitGroupShape = z
  .record(
    z.string(),
    z.tuple(
      [wholeNumber.min(0, 'must not be less than 0'), wholeNumber.min(1, 'must not be less than 1')],
      'must be a pair of numbers',
    ),
  )
  .transform(bare)

export const ratios = jsonOption(ratiosShape)
/** A whole number from 0. */
export const count = (max: number) => numberOption(z.number().int('must be a whole number').min(0).max(max))

function isWebAddress(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:') && url.username === ''
}
