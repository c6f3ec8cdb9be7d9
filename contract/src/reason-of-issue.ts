import type { z } from 'zod'
import { isReason, makeReason, type Reason, type ReasonCode, type ReasonParams } from './error-reasons.ts'
import { tableOf } from './table-of.ts'

/** The reason of a refinement; `reasonOfIssue` finds it in the issue. */
export const because = <Code extends ReasonCode>(code: Code, ...params: ReasonParams<Code>) => ({
  params: { reason: makeReason(code, ...params) },
})

/** The issue of a `superRefine` with this reason. */
export const refusal = <Code extends ReasonCode>(code: Code, ...params: ReasonParams<Code>) =>
  ({ code: 'custom', ...because(code, ...params) }) as const

/** A text with a pattern, which the API description shows. Other texts are refused with this reason. */
export const formed = <Code extends ReasonCode>(
  schema: z.ZodString,
  pattern: RegExp,
  code: Code,
  ...params: ReasonParams<Code>
): z.ZodString => schema.refine((text) => pattern.test(text), because(code, ...params)).regex(pattern)

/** Parse options for values whose issues become reasons: they distinguish a missing value from a wrong one. */
export const parseOptions = { reportInput: true } as const

const ofTypes = tableOf<ReasonCode>({
  string: 'mustBeText',
  number: 'mustBeNumber',
  int: 'mustBeWhole',
  boolean: 'mustBeSwitch',
  array: 'mustBeList',
  object: 'mustBeObject',
  record: 'mustBeObject',
  nonoptional: 'required',
})
const ofFormats = tableOf<ReasonCode>({ email: 'notMailAddress', datetime: 'mustBeInstant' })

/**
 * Why a schema refuses a value that was parsed with `parseOptions`: by the structure of the issue, never by the text of
 * the schema library. A custom refinement without `because` has no understandable reason: `isNotValid`.
 */
export function reasonOfIssue(issue: z.core.$ZodIssue): Reason {
  switch (issue.code) {
    case 'custom':
      return ownReason(issue.params?.reason) ?? makeReason('isNotValid')
    case 'invalid_type':
      return plain(issue.input === undefined ? 'required' : (ofTypes[issue.expected] ?? 'isNotValid'))
    case 'too_small':
      return tooSmall(issue)
    case 'too_big':
      return tooBig(issue)
    case 'not_multiple_of':
      return makeReason('multipleOf', { step: issue.divisor })
    case 'invalid_value':
      return ofChoices(issue)
    case 'invalid_format':
      return plain(ofFormats[issue.format] ?? 'wrongForm')
    case 'unrecognized_keys':
      return makeReason('unknownKeys', { names: issue.keys.join(', ') })
    default:
      return makeReason('isNotValid')
  }
}

const plain = (code: ReasonCode): Reason => ({ code, params: {} })

/** Only `because` writes a `reason` into the params of an issue. */
const ownReason = (value: unknown): Reason | null => (isReason(value) ? value : null)

function ofChoices({ input, values }: z.core.$ZodIssueInvalidValue): Reason {
  if (input === undefined) return makeReason('required')
  const choices = values.map(String).join(', ')
  return choices === 'true, false' ? makeReason('mustBeSwitch') : makeReason('mustBeOneOf', { choices })
}

function tooSmall({ origin, minimum, inclusive }: z.core.$ZodIssueTooSmall): Reason {
  const min = String(minimum)
  if (origin === 'string') return min === '1' ? makeReason('notEmpty') : makeReason('tooFewCharacters', { min })
  if (origin === 'array') return min === '1' ? makeReason('notEmpty') : makeReason('tooFewEntries', { min })
  return makeReason(inclusive === false ? 'greater' : 'notLess', { min })
}

function tooBig({ origin, maximum, inclusive }: z.core.$ZodIssueTooBig): Reason {
  const max = String(maximum)
  if (origin === 'string') return makeReason('notLonger', { max })
  if (origin === 'array') return makeReason('tooManyEntries', { max })
  return makeReason(inclusive === false ? 'less' : 'notMore', { max })
}
