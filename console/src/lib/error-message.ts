import type { ErrorCode } from '@sluice/contract/error-codes'
import { isErrorCode } from '@sluice/contract/error-codes'
import { type PackedParams, pickReasons, unpackParams } from '@sluice/contract/error-params'
import type { Reason } from '@sluice/contract/error-reasons'
import {
  afterLabel,
  asSentence,
  hasText,
  type Reader,
  writeMessage,
  writeStored,
} from '@sluice/contract/messages/write-message'

/** A failure as the server sends it: code, params and reasons, and sentences for clients without own texts. */
export interface Refusal extends Partial<PackedParams> {
  /** Any text: a log or a server of another version may have codes outside the catalogue. */
  code?: string | undefined
  message?: string | undefined
  /** Field to its fault. */
  fields?: Readonly<Record<string, string>> | undefined
  field_reasons?: Readonly<Record<string, Reason>> | undefined
}

/** A failure in the user's language. */
export interface LocalisedRefusal {
  message: string
  fields: Record<string, string>
}

/** Formats a refusal in the user's language. Without a text for the code, the server's message is shown. */
export function localiseRefusal(refusal: Refusal, reader: Reader): LocalisedRefusal {
  const known = Object.entries(pickReasons(refusal.field_reasons, knownTo(reader)))
  const inSentence = known.map(([field, reason]) => [field, writeMessage(reader, 'reasons', reason)] as const)
  const alone = known.map(([field, reason]) => [field, standAlone(reader, reason)])
  return {
    message: messageOf(refusal, { ...refusal.fields, ...Object.fromEntries(inSentence) }, reader),
    fields: { ...refusal.fields, ...Object.fromEntries(alone) },
  }
}

/** Whether the reader's texts have a reason; a newer server may send others. */
export const knownTo =
  (reader: Reader) =>
  (code: string): boolean =>
    hasText(reader, 'reasons', code)

/** A reason under its field is a sentence, unless it begins with the name of an entry. */
export function standAlone(reader: Reader, reason: Reason): string {
  const text = writeMessage(reader, 'reasons', reason)
  return reason.at === undefined ? asSentence(reader, text) : text
}

/** Formats an error as a sentence, for example one from the log. */
export const localiseMessage = (refusal: Refusal, reader: Reader): string => localiseRefusal(refusal, reader).message

/** Errors about a field of the request. */
const aboutInput: readonly ErrorCode[] = ['invalid_parameters', 'setup_invalid', 'option_invalid']

function messageOf(
  { code, message = '', params = {}, param_reasons }: Refusal,
  fields: LocalisedRefusal['fields'],
  reader: Reader,
): string {
  if (code === undefined || !isErrorCode(code)) return message
  const [field] = Object.entries(fields)
  // The fault of the first field is the message, with the label of the page.
  if (field && aboutInput.includes(code)) return sentenceOfField(field, reader)
  const values = unpackParams({ params, param_reasons }, knownTo(reader))
  return writeStored(reader, 'errors', { code, params: values }) ?? message
}

function sentenceOfField([field, reason]: [string, string], reader: Reader): string {
  const label = reader.labelOf?.(field)
  return label === undefined
    ? writeMessage(reader, 'grammar', { code: 'unnamed', params: { reason } })
    : afterLabel(reader, label, reason)
}
