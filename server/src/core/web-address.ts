import { isRecord, type JsonRecord } from '@sluice/contract/read-json'

/** Whether a text of an upstream is an address over http or https: no other one is passed on to a client. */
export const isWebAddress = (text: string): boolean => /^https?:\/\//i.test(text) && URL.canParse(text)

/** `ftp://…`; and in a field for addresses also those without slashes, such as `file:` and `javascript:`. */
const otherScheme = /^\s*(?!https?:)[a-z][a-z0-9+.-]*:\/\//i
const anyOther = /^\s*(?!https?:\/\/)[a-z][a-z0-9+.-]*:/i
const isForAddresses = (name: string): boolean => /ur[il]s?$/i.test(name)

/** The data of an upstream without addresses over anything but http and https: texts become empty. */
export const withWebAddresses = (record: Readonly<JsonRecord>): JsonRecord =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, cleaned(value, isForAddresses(name))]))

function cleaned(value: unknown, isAddress: boolean): unknown {
  if (typeof value === 'string') return (isAddress ? anyOther : otherScheme).test(value) ? '' : value
  if (Array.isArray(value)) return value.map((one) => cleaned(one, isAddress))
  return isRecord(value) ? withWebAddresses(value) : value
}
