import type { Problem } from '../option-field.ts'
import { chatFaults, parseChatPresets } from './chat-presets.ts'
import { type JsonFault, type Parsed, parseNumbers, parseNumberTables, parseTexts } from './json-table.ts'
import { parsePriceRules } from './price-rules.ts'
import { parseToolRows } from './tool-rows.ts'
import { wordCharactersMax } from './word-list.ts'

const inArea = (key: string, values?: Problem['values']): Problem => ({
  text: `settings-operation:${key}`,
  ...(values && { values }),
})

function faultProblem(fault: JsonFault, wrongValue: string): Problem {
  if (fault.kind === 'json') return { text: 'problem.json' }
  return fault.at === '' ? inArea('problem.notObject') : inArea(wrongValue, { name: fault.at })
}
const check =
  <T>(parse: (text: string) => Parsed<T>, wrongValue: string) =>
  (text: string): Problem | null => {
    const parsed = parse(text)
    return parsed.ok ? null : faultProblem(parsed.fault, wrongValue)
  }

/** Name to a number from 0. */
export const ratiosProblem = check(parseNumbers, 'problem.notRatio')
/** Name to text. */
export const textsProblem = check(parseTexts, 'problem.notText')
/** Name to name to a number from 0. */
export const ratioTableProblem = check(parseNumberTables, 'problem.notRatio')

/** Model to its rules. */
export const rulesProblem = check(parsePriceRules, 'problem.notRule')
/** Tool to beginnings of names to prices. */
export const toolsProblem = check(parseToolRows, 'problem.notToolPrice')

export function chatsProblem(text: string): Problem | null {
  const parsed = parseChatPresets(text)
  if (!parsed.ok) {
    if (parsed.fault.kind === 'json') return { text: 'problem.json' }
    return parsed.fault.at === ''
      ? inArea('problem.notList')
      : inArea('problem.notChat', { number: parsed.fault.at })
  }
  const faults = chatFaults(parsed.value)
  const index = faults.findIndex((fault) => fault !== null)
  return index === -1 ? null : inArea(`problem.chat.${faults[index]}`, { number: index + 1 })
}

export const wordsProblem = (text: string): Problem | null =>
  text.length > wordCharactersMax ? inArea('problem.tooLong', { max: wordCharactersMax }) : null

const keywordCharactersMax = 65_536
export const keywordsProblem = (text: string): Problem | null =>
  text.length > keywordCharactersMax ? inArea('problem.tooLong', { max: keywordCharactersMax }) : null

/** A price in currency is divided by it. */
export function perUnitProblem(text: string): Problem | null {
  if (Number(text) <= 0) return inArea('problem.perUnit')
  return /\.\d{7}/.test(text) ? inArea('problem.sixDecimals') : null
}

/** Amounts are multiplied by it. */
export const rateProblem = (text: string): Problem | null =>
  Number(text) <= 0 ? inArea('problem.perUnit') : null
