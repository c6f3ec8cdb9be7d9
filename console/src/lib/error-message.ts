import { type ErrorCode, hasValuesOf, isErrorCode } from '@sluice/contract/error-codes'
import { type ErrorParams, type PackedParams, pickReasons, unpackParams } from '@sluice/contract/error-params'
import type { Reason, ReasonCode } from '@sluice/contract/error-reasons'
import { asSentence } from '@sluice/contract/fault-place'
import { type ErrorWords, writeError, writeReason } from '@sluice/contract/write-error'

type Values = Readonly<Record<string, string | number>>

/** The texts of a language for the server's errors. */
export interface ErrorTexts {
  /** Undefined when the language has no text for the code. */
  sentence(code: ErrorCode, values: Values): string | undefined
  /** Whether the language has a text for a reason. A newer server may send unknown ones. */
  knows(code: string): boolean
  reason(code: ReasonCode, values: Values): string
  /** A reason after the label of what it concerns. */
  at(label: string, reason: string): string
  /** A reason after the place in a table or list that it concerns: `gpt-4o`, `[0].url`. */
  atEntry(place: string, reason: string): string
  /** The label of a field or an option; undefined if it has none. */
  label(name: string): string | undefined
  /** Joins labels to a list. */
  list(labels: readonly string[]): string
  /** A reason whose field has no label. */
  unnamed(reason: string): string
}

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
export function localiseRefusal(refusal: Refusal, texts: ErrorTexts): LocalisedRefusal {
  const words = wordsOf(texts)
  const known = Object.entries(pickReasons(refusal.field_reasons, texts.knows))
  const inSentence = known.map(([field, reason]) => [field, writeReason(words, reason)] as const)
  const alone = known.map(([field, reason]) => [field, standAlone(writeReason(words, reason), reason)])
  return {
    message: messageOf(refusal, { ...refusal.fields, ...Object.fromEntries(inSentence) }, texts),
    fields: { ...refusal.fields, ...Object.fromEntries(alone) },
  }
}

/** A reason under its field is a sentence, unless it begins with the name of an entry. */
export const standAlone = (text: string, { at }: Reason): string => (at === undefined ? asSentence(text) : text)

/** Formats an error as a sentence, for example one from the log. */
export const localiseMessage = (refusal: Refusal, texts: ErrorTexts): string => localiseRefusal(refusal, texts).message

/** Formats a reason in the user's language. */
export const localiseReason = (reason: Reason, texts: ErrorTexts): string => writeReason(wordsOf(texts), reason)

/** Formats an error that has no message of the server. */
export const localiseError = (code: ErrorCode, params: ErrorParams, texts: ErrorTexts): string =>
  writeError(wordsOf(texts), code, params) ?? code

function messageOf(
  { code, message = '', params = {}, param_reasons }: Refusal,
  fields: LocalisedRefusal['fields'],
  texts: ErrorTexts,
): string {
  if (code === undefined || !isErrorCode(code)) return message
  const [field] = Object.entries(fields)
  // The fault of the first field is the message, with the label of the page.
  if (field && aboutInput.includes(code)) return sentenceOfField(field, texts)
  if (!hasValuesOf(code, params)) return message
  const values = unpackParams({ params, param_reasons }, texts.knows)
  return writeError(wordsOf(texts), code, values) ?? message
}

/** Errors about a field of the request. */
const aboutInput: readonly ErrorCode[] = ['invalid_parameters', 'setup_invalid', 'option_invalid']
/** The params that contain names of fields or options. */
const nameValues: readonly string[] = ['name', 'names', 'key']

/** The texts, with the labels of fields and options instead of their names. */
function wordsOf(texts: ErrorTexts): ErrorWords<string | undefined> {
  const labelled = (values: Values): Values =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        nameValues.includes(name) ? withLabels(String(value), texts) : value,
      ]),
    )
  return {
    error: (code, values) => texts.sentence(code, labelled(values)),
    // The choices have wire names, which users do not know.
    reason: (code, values) => texts.reason(code === 'mustBeOneOf' ? 'notOffered' : code, labelled(values)),
    at(place, reason) {
      const label = labelOf(place, texts)
      return label === undefined ? texts.atEntry(place, reason) : texts.at(label, reason)
    },
  }
}

function sentenceOfField([field, reason]: [string, string], texts: ErrorTexts): string {
  const name = labelOf(field, texts)
  return name === undefined ? texts.unnamed(reason) : texts.at(name, reason)
}

/** The label of `limits.rpm`, otherwise that of `limits`. */
function labelOf(field: string, texts: Pick<ErrorTexts, 'label'>): string | undefined {
  for (let path = field.replaceAll('[', '.['); path !== ''; path = path.slice(0, Math.max(0, path.lastIndexOf('.')))) {
    const label = texts.label(path)
    if (label !== undefined) return label
  }
  return undefined
}

const withLabels = (names: string, texts: Pick<ErrorTexts, 'label' | 'list'>): string =>
  texts.list(names.split(', ').map((name) => labelOf(name, texts) ?? name))
