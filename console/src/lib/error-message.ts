import { type ErrorCode, hasValuesOf, isErrorCode } from '@sluice/contract/error-codes'
import { reasonValues } from '@sluice/contract/error-in-language'
import { type ReasonCode, readReason } from '@sluice/contract/error-reasons'

/** The texts of a language for what the server says. */
export interface ErrorTexts {
  /** Looks a translated sentence up; undefined when the language has none. */
  sentence(code: ErrorCode, values: Record<string, string>): string | undefined
  reason(code: ReasonCode, values: Record<string, string>): string
  /** A reason and the entry it is about. */
  at(entry: string, reason: string): string
  /** What a person reads in place of the name of a field or an option; undefined when there is no word for it. */
  label(name: string): string | undefined
  /** A reason whose field has no word. */
  unnamed(reason: string): string
}

/** What the server says of a failure: a sentence, and the data it was written from. */
export interface Refusal {
  code?: string | undefined
  message?: string | undefined
  params?: Readonly<Record<string, string | number>> | undefined
  /** Field to what is wrong with it. */
  fields?: Readonly<Record<string, string>> | undefined
}

/** What to tell the person: the code's sentence in their language, else the server's own. */
export function localiseMessage(
  { code, message = '', params = {}, fields }: Refusal,
  texts: ErrorTexts,
): string {
  if (code === undefined || !isErrorCode(code)) return message
  const [field] = Object.entries(fields ?? {})
  // A field speaks for itself, under the name that the page has for it.
  if (field && aboutInput.includes(code)) return sentenceOfField(field, texts)
  if (!hasValuesOf(code, params)) return message
  const values = Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, valueText(name, String(value), texts)]),
  )
  return texts.sentence(code, values) ?? message
}

/** Errors that say what is wrong with one of the fields that were sent. */
const aboutInput: readonly string[] = ['invalid_parameters', 'setup_invalid', 'option_invalid']
/** The values that name fields or options. */
const nameValues: readonly string[] = ['name', 'names', 'key']

function sentenceOfField([field, reason]: [string, string], texts: ErrorTexts): string {
  const said = localiseReason(reason, texts)
  const name = labelOf(field, texts)
  return name === undefined ? texts.unnamed(said) : texts.at(name, said)
}

/** Of `limits.rpm` the whole, or else the part that has a word. */
function labelOf(field: string, texts: Pick<ErrorTexts, 'label'>): string | undefined {
  for (let path = field; path !== ''; path = path.slice(0, Math.max(0, path.lastIndexOf('.')))) {
    const label = texts.label(path)
    if (label !== undefined) return label
  }
  return undefined
}

function valueText(name: string, value: string, texts: ErrorTexts): string {
  if (reasonValues.includes(name)) return localiseReason(value, texts)
  return nameValues.includes(name) ? withLabels(value, texts) : value
}

const withLabels = (names: string, texts: Pick<ErrorTexts, 'label'>): string =>
  names
    .split(', ')
    .map((name) => labelOf(name, texts) ?? name)
    .join(', ')

/** Why a value was refused, in the language of the person; what is not known stays as it came. */
export function localiseReason(reason: string, texts: Pick<ErrorTexts, 'reason' | 'at' | 'label'>): string {
  const read = readReason(reason)
  if (read === null) return reason
  const values = Object.fromEntries(
    Object.entries(read.values).map(([name, value]) => [
      name,
      nameValues.includes(name) ? withLabels(value, texts) : value,
    ]),
  )
  // Choices are spelled as programs spell them.
  const text = texts.reason(read.code === 'mustBeOneOf' ? 'notOffered' : read.code, values)
  return read.at === '' ? text : texts.at(labelOf(read.at, texts) ?? read.at, text)
}
