import { type ErrorCode, isErrorCode } from './error-codes.ts'
import { type ErrorParams, type IsKnownReason, type PackedParams, unpackParams } from './error-params.ts'
import type { DataOf } from './messages/catalogue.ts'
import { type Reader, writeMessage, writeStored } from './messages/write-message.ts'
import { isRecord, recordOf } from './read-json.ts'

/**
 * Why a channel failed a test, or was switched automatically, as data: a code of `channelReasons` with its values, or
 * an error of the gateway. `lacksPath`: the base URL of a custom channel has no path.
 */
export type ChannelReason = (DataOf<'channelReasons'> | { code: ErrorCode; params: ErrorParams }) & {
  lacksPath?: boolean
}

/** The stored form; a later version may have other codes. */
export interface StoredChannelReason {
  code: string
  params: ErrorParams
  lacksPath?: boolean
}

/** A reason as it is stored and sent, for `parseChannelReason`. */
export interface PackedReason extends PackedParams {
  code: string
  lacksPath?: boolean
}

/** The message of a reason in a language; null if its code is unknown or a value is missing. */
export function channelReasonFor(reader: Reader, reason: StoredChannelReason | null | undefined): string | null {
  if (!reason) return null
  const text = writeStored(reader, isErrorCode(reason.code) ? 'errors' : 'channelReasons', reason)
  if (text === null || reason.lacksPath !== true) return text
  const ended = text.replace(/[.。]?$/, writeMessage(reader, 'grammar', { code: 'sentencesBetween' }))
  return `${ended}${writeMessage(reader, 'channelReasons', { code: 'path_missing' })}`
}

/** The reason in a stored value; null if there is none, as in imported channels. */
export function parseChannelReason(value: unknown, isKnown: IsKnownReason): StoredChannelReason | null {
  const { code, params, param_reasons, lacksPath } = recordOf(value)
  if (typeof code !== 'string' || !isRecord(params)) return null
  const values = unpackParams({ params: textsIn(params), param_reasons }, isKnown)
  return { code, params: values, ...(lacksPath === true && { lacksPath }) }
}

const textsIn = (params: object): Readonly<Record<string, string | number>> =>
  Object.fromEntries(
    Object.entries(params).filter((entry: [string, unknown]): entry is [string, string | number] =>
      ['string', 'number'].includes(typeof entry[1]),
    ),
  )
