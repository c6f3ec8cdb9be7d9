import type { CodeOf, NamesOf } from './messages/catalogue.ts'
import { type Reader, writeStored } from './messages/write-message.ts'
import type { TopupReversal } from './topup.ts'
import { isOneOf } from './typed-keys.ts'

const amountNames = ['amount', 'from', 'to'] as const

type AmountName = (typeof amountNames)[number]
/** A reversal without a text could not be noted. */
type Reversal = TopupReversal & CodeOf<'reversals'>
type ValueOf<Name> = Name extends AmountName ? number : Name extends 'reason' ? Reversal : string | number

/** A message of the log as data: its code, and the parameters of its text. */
export type LogNote = {
  [Code in CodeOf<'notes'>]: { code: Code; params: { [Name in NamesOf<'notes', Code>]: ValueOf<Name> } }
}[CodeOf<'notes'>]

/** The stored form; a later version may know other codes. */
export interface StoredNote {
  code: string
  params: Record<string, string | number>
}

/**
 * The message of a note in a language, with its amounts formatted by `formatAmount`. Null if there is no note, its code
 * is unknown or a parameter is missing: then the stored text of the row is shown.
 */
export function noteFor(
  reader: Reader,
  note: StoredNote | undefined,
  formatAmount: (quota: number) => string,
): string | null {
  if (note === undefined) return null
  const params: Record<string, string | number> = {}
  for (const [name, value] of Object.entries(note.params)) {
    const shown = isOneOf(amountNames, name)
      ? typeof value === 'number' && formatAmount(value)
      : describeValue(reader, name, value)
    if (shown !== false && shown !== null) params[name] = shown
  }
  return writeStored(reader, 'notes', { code: note.code, params })
}

function describeValue(reader: Reader, name: string, value: string | number): string | number | null {
  const code = String(value)
  if (name === 'reason') return writeStored(reader, 'reversals', { code })
  // Another method is shown as it is stored.
  if (name === 'method') return writeStored(reader, 'paymentMethods', { code }) ?? value
  return name === 'price' ? describePrice(reader, code) : value
}

/** A price is stored with the code of its currency; without one it is in the local money of the site. */
const describePrice = ({ language }: Reader, price: string): string =>
  /^\d+(\.\d+)?$/.test(price)
    ? `¥${Number(price).toLocaleString(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`
    : price
