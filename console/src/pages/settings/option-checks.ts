import { parseWritten } from '@sluice/contract/options/parse-option'
import { sentValue } from './option-draft.ts'
import type { CardSpec, OptionField, Problem } from './option-field.ts'

/** The fault of a field's text, by the server's rules. */
export function problemOf(field: OptionField, text: string): Problem | null {
  if (field.kind === 'number' && text.trim() === '') return field.isOptional ? null : { text: 'problem.numberMissing' }
  const parsed = parseWritten(field, sentValue(field, text))
  return parsed.ok ? null : parsed.fault
}

/** The options of `card` with invalid texts, by name. */
export function problemsOf(card: CardSpec, textOf: (key: string) => string): Record<string, Problem> {
  const problems = Object.entries(card.options).flatMap(([key, field]) => {
    const problem = problemOf(field, textOf(key))
    return problem === null ? [] : [[key, problem] as const]
  })
  return Object.fromEntries(problems)
}
