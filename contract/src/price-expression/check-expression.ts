import { compareDecimals, type Decimal, decimalText, decimalZero } from '../decimal.ts'
import { makeReason, type Reason } from '../error-reasons.ts'
import { type Answer, evaluate } from './evaluate.ts'
import { type Counts, noCounts, type Variable, variableNames } from './language.ts'
import { type PriceProgram, parseExpression } from './price-program.ts'

const programs = new Map<string, PriceProgram | null>()
const programsMax = 2_000

/** The program of an expression that is in use, parsed and tried once; null = it cannot be a price. */
export function programOf(text: string): PriceProgram | null {
  const known = programs.get(text)
  if (known !== undefined) return known
  const parsed = parseExpression(text)
  const program = parsed.ok && triedFault(parsed.program) === null ? parsed.program : null
  if (programs.size >= programsMax) programs.clear()
  programs.set(text, program)
  return program
}

/** Why an operator's text cannot be a price; null = it can. It is tried with many usages and answers of requests. */
export function expressionFault(text: string): Reason | null {
  const parsed = parseExpression(text)
  return parsed.ok ? triedFault(parsed.program) : parsed.reason
}

const inputs = ['p', 'cr', 'cc', 'cc1h', 'img', 'ai'] as const satisfies readonly Variable[]

const usageOf = (given: Partial<Counts>): Counts => {
  const counts = { ...noCounts, ...given }
  return { ...counts, len: inputs.reduce((sum, name) => sum + counts[name], 0) }
}

const all = (count: number): Counts => usageOf(Object.fromEntries(variableNames.map((name) => [name, count])))
const amounts = [1, 1_000, 1_000_000, 100_000_000]
/** Nothing, the same of each, and each alone. */
const triedUsages: readonly Counts[] = [
  all(0),
  ...amounts.map(all),
  ...amounts.flatMap((count) =>
    variableNames.filter((name) => name !== 'len').map((name) => usageOf({ [name]: count })),
  ),
]

/** Ten thousand currency units for a call of one token each: a price that is written by mistake. */
const absurdAmount: Decimal = { digits: 10_000_000_000n, scale: 0 }

function triedFault(program: PriceProgram): Reason | null {
  const tried = triedAnswers(program)
  for (const answers of tried)
    for (const usage of triedUsages) {
      const found = evaluate(program, usage, answers)
      if (found !== null && compareDecimals(found.amount, decimalZero) < 0)
        return makeReason('expressionNegative', { usage: describe(usage), amount: shown(found.amount) })
    }
  for (const answers of tried) {
    const found = evaluate(program, all(1), answers)
    if (found !== null && compareDecimals(found.amount, absurdAmount) > 0)
      return makeReason('expressionAbsurd', { amount: shown(found.amount) })
  }
  return null
}

/** Many conditions would have too many answers together: all alike, and each alone. */
const triedAlone = 16

function triedAnswers({ asked, numbers }: PriceProgram): (readonly Answer[])[] {
  const same = (flag: boolean, number: string) =>
    asked.map((node): Answer => (numbers.has(node) || node.type === 'number' ? number : flag))
  const alone = asked.slice(0, triedAlone).map((_, chosen) =>
    same(false, '0').map((no, index) => {
      if (index !== chosen) return no
      return typeof no === 'string' ? '12' : true
    }),
  )
  return [same(false, '0'), same(true, '1'), ...alone]
}

const describe = (usage: Counts): string =>
  variableNames.flatMap((name) => (usage[name] > 0 ? [`${name} = ${usage[name]}`] : [])).join(', ') || '0'

const shown = (amount: Decimal): string => decimalText(amount).slice(0, 40)
