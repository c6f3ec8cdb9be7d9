import { z } from 'zod'
import { isMailAddress } from '../address-forms.ts'
import { parseMailSender } from '../mail-sender.ts'
import { oddCurrencies } from '../payment.ts'
import { because, formed } from '../reason-of-issue.ts'

/** The control of an option, unless its card draws another. */
type OptionKind = 'switch' | 'number' | 'text' | 'address' | 'secret' | 'choice' | 'lines' | 'json'

/** The range of a number option. */
export interface NumberBounds {
  min?: number
  /** Exclusive minimum. */
  above?: number
  max?: number
  isWhole?: true
}

/** A type of option: always text on the wire and in the database, and a typed value inside. */
export interface OptionType<T> {
  readonly kind: OptionKind
  /** The name of the type in docs/configuration.md. */
  readonly form: string
  /** Parses the text; `reasonOfIssue` gives the reason of a refusal. */
  readonly schema: z.ZodType<T, string>
  format(value: T): string
  readonly bounds?: NumberBounds
  /** The number is an amount of quota, which people read and type in the site's currency. */
  readonly isAmount?: true
  /** Maximum length of a text. */
  readonly charactersMax?: number
  readonly choices?: readonly string[]
  /** For an address: no path is added to it, so a trailing slash is kept. */
  readonly isExact?: true
  /** The text is JSON, for any control. */
  readonly isJson?: true
}

export const onOff: OptionType<boolean> = {
  kind: 'switch',
  form: 'boolean',
  schema: z.enum(['true', 'false']).transform((text) => text === 'true'),
  format: String,
}

const decimalText = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/

export const number = (bounds: NumberBounds): OptionType<number> => ({
  kind: 'number',
  form: describeBounds(bounds),
  bounds,
  schema: formed(z.string().trim(), decimalText, 'mustBeNumber').transform(Number).pipe(numberShape(bounds)),
  format: String,
})

export const whole = (min: number, max: number) => number({ min, max, isWhole: true })
/** An amount of quota. */
export const amount = (min: number, max: number): OptionType<number> => ({ ...whole(min, max), isAmount: true })
/** A number greater than 0. */
export const positive = (max: number) => number({ above: 0, max })

function numberShape({ min, above, max, isWhole }: NumberBounds): z.ZodNumber {
  let shape = z.number()
  if (isWhole) shape = shape.int()
  if (min !== undefined && max !== undefined)
    shape = shape.refine((value) => value >= min && value <= max, because('between', { min, max }))
  if (min !== undefined) shape = shape.min(min)
  if (above !== undefined) shape = shape.gt(above)
  return max === undefined ? shape : shape.max(max)
}

function describeBounds({ min, above, max, isWhole }: NumberBounds): string {
  const name = isWhole ? 'whole number' : 'number'
  const [least, most] = [min, max].map((bound) => (bound === undefined ? '' : grouped(bound)))
  if (above !== undefined) return `${name} > ${grouped(above)}${most && `, ≤ ${most}`}`
  return `${name} ${least} … ${most}`
}

/** `3 600`; a power of ten with many zeros as `10^9`. */
export const grouped = (value: number): string =>
  value >= 1e6 && /^1e\+?\d+$/.test(value.toExponential())
    ? `10^${Math.round(Math.log10(value))}`
    : String(value).replace(/\B(?=(\d{3})+$)/g, ' ')

export const text = (charactersMax: number): OptionType<string> => ({
  kind: 'text',
  form: `text ≤ ${grouped(charactersMax)}`,
  charactersMax,
  schema: z.string().max(charactersMax),
  format: (value) => value,
})

/** A text of several lines, unchanged. */
export const page = (charactersMax: number): OptionType<string> => ({ ...text(charactersMax), kind: 'lines' })

/** Encrypted in the database, never sent back; empty clears it. */
export const secret: OptionType<string> = { ...text(8_192), kind: 'secret', form: 'secret text ≤ 8 192' }

/** The sender of mails, or empty. */
export const sender: OptionType<string> = {
  ...text(256),
  form: 'mail address, or `Name <address>`',
  schema: text(256).schema.refine(
    (value) => value.trim() === '' || parseMailSender(value) !== null,
    because('mustBeSender'),
  ),
}

/** An address of a person, or empty. */
export const mail: OptionType<string> = {
  ...text(254),
  form: 'mail address',
  schema: z
    .string()
    .trim()
    .max(254)
    .refine((value) => value === '' || isMailAddress(value), because('notMailAddress')),
}

export const choice = <const T extends string>(choices: readonly T[]): OptionType<T> => ({
  kind: 'choice',
  form: choices.map((one) => `\`${one}\``).join(', '),
  choices,
  // The cast narrows the accepted text; the enum still reads any text.
  schema: z.enum(choices) as unknown as z.ZodType<T, string>,
  format: (value) => value,
})

/** A currency code in lower case, without currencies that need special rounding. */
export const currency: OptionType<string> = {
  kind: 'text',
  form: 'three letters of a currency',
  schema: formed(z.string().trim().toLowerCase(), /^[a-z]{3}$/, 'mustBeCurrency').refine(
    (code) => !oddCurrencies.includes(code),
    because('currencyUnsupported'),
  ),
  format: (value) => value,
}

const addressMax = 2_048
const webAddress = z
  .string()
  .trim()
  .max(addressMax)
  .refine((value) => value === '' || isWebAddress(value), because('mustBeWebAddress'))

/** An absolute http(s) address, unchanged, or empty. */
export const exactAddress: OptionType<string> = {
  kind: 'address',
  form: 'http(s) address',
  isExact: true,
  charactersMax: addressMax,
  schema: webAddress,
  format: (value) => value,
}

/** An address that paths are added to: trailing slashes are removed. */
export const address: OptionType<string> = {
  kind: 'address',
  form: 'http(s) address',
  charactersMax: addressMax,
  schema: webAddress.transform((value) => value.replace(/\/+$/, '')),
  format: (value) => value,
}

/** Provided by the runtime; the contract is compiled without types of any runtime. */
declare const URL: {
  new (text: string): { protocol: string; username: string }
  canParse(text: string): boolean
}

function isWebAddress(value: string): boolean {
  const url = URL.canParse(value) ? new URL(value) : null
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:') && url.username === ''
}
