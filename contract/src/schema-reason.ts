import type { z } from 'zod'
import { type ReasonCode, reasonText } from './error-reasons.ts'

type Issue = z.core.$ZodRawIssue

const kinds: Partial<Record<string, ReasonCode>> = {
  string: 'mustBeText',
  number: 'mustBeNumber',
  int: 'mustBeWhole',
  boolean: 'mustBeSwitch',
  array: 'mustBeList',
  object: 'mustBeObject',
  record: 'mustBeObject',
  nonoptional: 'required',
}

/** The public reason of an issue whose schema has no words of its own: an entry of the catalogue, never the library's. */
export function schemaReason(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return reasonText(issue.input === undefined ? 'required' : (kinds[issue.expected] ?? 'isNotValid'))
    case 'too_small':
      return tooSmall(String(issue.origin), issue.minimum, issue.inclusive !== false)
    case 'too_big':
      return tooBig(String(issue.origin), issue.maximum, issue.inclusive !== false)
    case 'not_multiple_of':
      return reasonText('multipleOf', { step: issue.divisor })
    case 'invalid_value':
      return issue.input === undefined
        ? reasonText('required')
        : reasonText('mustBeOneOf', { choices: issue.values.map(String).join(', ') })
    case 'invalid_format':
      return reasonText(issue.format === 'email' ? 'notMailAddress' : 'wrongForm')
    case 'unrecognized_keys':
      return reasonText('unknownKeys', { names: issue.keys.join(', ') })
    default:
      return reasonText('isNotValid')
  }
}

function tooSmall(origin: string, bound: number | bigint, isInclusive: boolean): string {
  const min = String(bound)
  if (origin === 'string')
    return min === '1' ? reasonText('notEmpty') : reasonText('tooFewCharacters', { min })
  if (origin === 'array') return min === '1' ? reasonText('notEmpty') : reasonText('tooFewEntries', { min })
  return reasonText(isInclusive ? 'notLess' : 'greater', { min })
}

function tooBig(origin: string, bound: number | bigint, isInclusive: boolean): string {
  const max = String(bound)
  if (origin === 'string') return reasonText('notLonger', { max })
  if (origin === 'array') return reasonText('tooManyEntries', { max })
  return reasonText(isInclusive ? 'notMore' : 'less', { max })
}
