import { repeatedName } from '@sluice/contract/json-names'
import type { CardSpec, NumberField, OptionField, Problem } from './option-field.ts'
import { parseJson } from './option-json.ts'

const isWebAddress = (text: string): boolean =>
  /^https?:\/\//i.test(text) && URL.canParse(text) && new URL(text).hostname !== ''

function numberProblem(field: NumberField, text: string): Problem | null {
  const { min, max, isWhole, isOptional } = field
  if (text === '') return isOptional ? null : { text: 'problem.numberMissing' }
  const value = Number(text)
  if (!Number.isFinite(value)) return { text: 'problem.notANumber' }
  if (isWhole && !Number.isInteger(value)) return { text: 'problem.notWhole' }
  if (min !== undefined && max !== undefined && (value < min || value > max)) {
    return { text: 'problem.notBetween', values: { min, max } }
  }
  if (min !== undefined && value < min) return { text: 'problem.tooSmall', values: { min } }
  if (max !== undefined && value > max) return { text: 'problem.tooLarge', values: { max } }
  return null
}

function jsonProblem(text: string): Problem | null {
  if (parseJson(text) === undefined) return { text: 'problem.json' }
  const name = repeatedName(text)
  return name === null ? null : { text: 'problem.twice', values: { name } }
}

function kindProblem(field: OptionField, text: string): Problem | null {
  if (field.kind === 'number') return numberProblem(field, text.trim())
  if (field.kind === 'json') return jsonProblem(text)
  if (field.kind === 'address' && text.trim() !== '' && !isWebAddress(text.trim())) {
    return { text: 'problem.address' }
  }
  return null
}

/** What is wrong with the text of a field. */
export const problemOf = (field: OptionField, text: string): Problem | null =>
  kindProblem(field, text) ?? field.check?.(text) ?? null

/** The options of `card` whose texts cannot be saved, by name. */
export function problemsOf(card: CardSpec, textOf: (key: string) => string): Record<string, Problem> {
  const problems = Object.entries(card.fields).flatMap(([key, field]) => {
    const problem = problemOf(field, textOf(key))
    return problem === null ? [] : [[key, problem] as const]
  })
  return Object.fromEntries(problems)
}
