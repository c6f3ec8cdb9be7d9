import { type ErrorCode, hasValuesOf, isErrorCode } from '@sluice/contract/error-codes'
import { type ErrorParams, type PackedParams, pickReasons, unpackParams } from '@sluice/contract/error-params'
import type { Reason, ReasonCode } from '@sluice/contract/error-reasons'
import { type ErrorWords, writeError, writeReason } from '@sluice/contract/write-error'

type Values = Readonly<Record<string, string | number>>

/** The texts of a language for what the server says. */
export interface ErrorTexts {
  /** Undefined when the language has no text for the code. */
  sentence(code: ErrorCode, values: Values): string | undefined
  /** Whether the language has a text for a reason: a newer server may know more. */
  knows(code: string): boolean
  reason(code: ReasonCode, values: Values): string
  /** A reason and the entry it is about. */
  at(entry: string, reason: string): string
  /** What a person reads in place of the name of a field or an option; undefined when there is no word for it. */
  label(name: string): string | undefined
  /** A reason whose field has no word. */
  unnamed(reason: string): string
}

/** A failure as the server sends it: its code with params and reasons, and sentences for those who do not know them. */
export interface Refusal extends Partial<PackedParams> {
  code?: string | undefined
  message?: string | undefined
  /** Field to what is wrong with it. */
  fields?: Readonly<Record<string, string>> | undefined
  field_reasons?: Readonly<Record<string, Reason>> | undefined
}

/** What the person reads of a failure. */
export interface LocalisedRefusal {
  message: string
  fields: Record<string, string>
}

/** A refusal in the language of the person; what the language has no text for stays in the server's words. */
export function localiseRefusal(refusal: Refusal, texts: ErrorTexts): LocalisedRefusal {
  const words = wordsOf(texts)
  const known = Object.entries(pickReasons(refusal.field_reasons, texts.knows))
  const inSentence = known.map(([field, reason]) => [field, writeReason(words, reason)] as const)
  const alone = known.map(([field, reason]) => [field, asSentence(writeReason(words, reason), reason)])
  return {
    message: messageOf(refusal, { ...refusal.fields, ...Object.fromEntries(inSentence) }, texts),
    fields: { ...refusal.fields, ...Object.fromEntries(alone) },
  }
}

/** A reason under its field begins like a sentence; the name of an entry stays as it is spelled. */
const asSentence = (text: string, { at }: Reason): string =>
  at === undefined ? `${text.charAt(0).toUpperCase()}${text.slice(1)}` : text

/** The sentence of an error, such as one that a log keeps. */
export const localiseMessage = (refusal: Refusal, texts: ErrorTexts): string =>
  localiseRefusal(refusal, texts).message

/** A reason in the words of a language. */
export const localiseReason = (reason: Reason, texts: ErrorTexts): string =>
  writeReason(wordsOf(texts), reason)

/** The same of an error that brings no words of its own. */
export const localiseError = (code: ErrorCode, params: ErrorParams, texts: ErrorTexts): string =>
  writeError(wordsOf(texts), code, params) ?? code

function messageOf(
  { code, message = '', params = {}, param_reasons }: Refusal,
  fields: LocalisedRefusal['fields'],
  texts: ErrorTexts,
): string {
  if (code === undefined || !isErrorCode(code)) return message
  const [field] = Object.entries(fields)
  // A field speaks for itself, under the name that the page has for it.
  if (field && aboutInput.includes(code)) return sentenceOfField(field, texts)
  if (!hasValuesOf(code, params)) return message
  const values = unpackParams({ params, param_reasons }, texts.knows)
  return writeError(wordsOf(texts), code, values) ?? message
}

/** Errors that say what is wrong with one of the fields that were sent. */
const aboutInput: readonly string[] = ['invalid_parameters', 'setup_invalid', 'option_invalid']
/** The values that name fields or options. */
const nameValues: readonly string[] = ['name', 'names', 'key']

/** The texts with names of fields and options as the page shows them. */
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
    // Choices are spelled as programs spell them.
    reason: (code, values) => texts.reason(code === 'mustBeOneOf' ? 'notOffered' : code, labelled(values)),
    at: (entry, reason) => texts.at(labelOf(entry, texts) ?? entry, reason),
  }
}

function sentenceOfField([field, reason]: [string, string], texts: ErrorTexts): string {
  const name = labelOf(field, texts)
  return name === undefined ? texts.unnamed(reason) : texts.at(name, reason)
}

/** Of `limits.rpm` the whole, or else the part that has a word. */
function labelOf(field: string, texts: Pick<ErrorTexts, 'label'>): string | undefined {
  for (let path = field; path !== ''; path = path.slice(0, Math.max(0, path.lastIndexOf('.')))) {
    const label = texts.label(path)
    if (label !== undefined) return label
  }
  return undefined
}

const withLabels = (names: string, texts: Pick<ErrorTexts, 'label'>): string =>
  names
    .split(', ')
    .map((name) => labelOf(name, texts) ?? name)
    .join(', ')
