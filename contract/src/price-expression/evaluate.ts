import {
  compareDecimals,
  type Decimal,
  decimalOf,
  decimalOne,
  decimalText,
  decimalZero,
  negative,
  plus,
  roundDecimal,
  times,
} from '../decimal.ts'
import { localTime } from '../local-time.ts'
import { calculate, reciprocalOf } from './build-node.ts'
import {
  type Comparison,
  type Counts,
  type NumberFunction,
  noCounts,
  type TimeFunction,
  type Variable,
} from './language.ts'
import type { CallNode, Node } from './node.ts'
import type { PriceProgram, RequestRule } from './price-program.ts'

/** What an expression reads from a request, as JSON: a number as decimal text, a boolean, or null = neither. */
export type Answer = string | boolean | null

/** The request that an expression reads. */
export interface AskedRequest {
  /** Milliseconds. */
  at: number
  /** The value of a field, by its path: `reasoning.effort`, `messages.0.role`. */
  param(path: string): unknown
  /** The value of a header; null = there is none. */
  header(name: string): string | null
}

/** A request whose fields and headers are not known: only the time can be asked for. */
export const requestAt = (at: number): AskedRequest => ({ at, param: () => undefined, header: () => null })

/** A sum of products: constant + Σ rate × count. */
interface Sum {
  readonly constant: Decimal
  readonly rates: ReadonlyMap<Variable, Decimal>
}

export interface Evaluated {
  /** Currency units, times a million. */
  amount: Decimal
  /** The same as a sum of products; null = the expression is not one for this usage. */
  sum: Sum | null
  /** The name of the last tier that counted; null = none. */
  tier: string | null
  /** The branches that were taken because of the usage: calls with the same ones have the same sum. */
  branches: string
}

/** A number on the way, and as a sum of products. */
interface Amount {
  readonly value: Decimal
  readonly sum: Sum | null
}

type Value = Amount | string | boolean | null | typeof opaque

/** A list or an object in a request: it is there, and equals nothing. */
const opaque = Symbol('opaque')

interface Run {
  readonly program: PriceProgram
  readonly counts: Counts
  /** Answers in the order of `program.asked`, or the request itself. */
  readonly answers: readonly Answer[] | AskedRequest
  tier: string | null
  branches: string
}

/**
 * The answers of a request that an expression needs for as long as the call runs; null if one of them must be a number
 * and is not.
 */
export function askRequest(program: PriceProgram, request: AskedRequest): readonly Answer[] | null {
  const run: Run = { program, counts: noCounts, answers: request, tier: null, branches: '' }
  const answers: Answer[] = []
  for (const node of program.asked) {
    const value = readValue(node, run)
    const answer = typeof value === 'boolean' ? value : isAmount(value) ? decimalText(value.value) : null
    if (typeof answer !== 'string' && program.numbers.has(node)) return null
    answers.push(answer)
  }
  return answers
}

/** The value for a usage and the answers of the request; null if an answer must be a number and is not. */
export function evaluate(program: PriceProgram, counts: Counts, answers: readonly Answer[]): Evaluated | null {
  const run: Run = { program, counts, answers, tier: null, branches: '' }
  const amount = numberOf(program.root, run)
  return amount && { amount: amount.value, sum: amount.sum, tier: run.tier, branches: run.branches }
}

/** Whether a rule applies to a request with these answers. */
export const isMatched = (
  program: PriceProgram,
  { condition }: RequestRule,
  counts: Counts,
  answers: readonly Answer[],
) => readValue(condition, { program, counts, answers, tier: null, branches: '' }) === true

function readValue(node: Node, run: Run): Value {
  if (node.readsRequest && isAnswered(run.answers)) {
    const index = run.program.places.get(node)
    if (index !== undefined) return readAnswer(run.answers[index] ?? null)
  }
  switch (node.kind) {
    case 'number':
      return constantAmount(node.value)
    case 'literal':
      return node.value
    case 'variable':
      return variableAmount(node.name, run.counts[node.name])
    case 'negative':
      return scaled(numberOf(node.operand, run), minusOne)
    case 'not':
      return readValue(node.operand, run) !== true
    case 'arithmetic':
      return arithmetic(node, run)
    case 'comparison':
      return isTrue(node.operator, readValue(node.left, run), readValue(node.right, run))
    case 'logic': {
      const [left, right] = [readValue(node.left, run) === true, readValue(node.right, run) === true]
      return node.operator === '&&' ? left && right : left || right
    }
    case 'choice': {
      const holds = readValue(node.condition, run) === true
      if (node.condition.readsUsage) run.branches += holds ? '1' : '0'
      return readValue(holds ? node.then : node.otherwise, run)
    }
    default:
      return call(node, run)
  }
}

const isAnswered = (answers: Run['answers']): answers is readonly Answer[] => Array.isArray(answers)

const readAnswer = (answer: Answer): Value =>
  typeof answer === 'string' ? constantAmount(decimalOf(Number(answer))) : answer

const isAmount = (value: Value): value is Amount => typeof value === 'object' && value !== null

function numberOf(node: Node, run: Run): Amount | null {
  const value = readValue(node, run)
  return isAmount(value) ? value : null
}

const minusOne: Decimal = negative(decimalOne)
const noRates: ReadonlyMap<Variable, Decimal> = new Map()

const constantAmount = (value: Decimal): Amount => ({ value, sum: { constant: value, rates: noRates } })

const variableAmount = (name: Variable, count: number): Amount => ({
  value: { digits: BigInt(count), scale: 0 },
  sum: { constant: decimalZero, rates: new Map([[name, decimalOne]]) },
})

const scaled = (amount: Amount | null, factor: Decimal): Amount | null =>
  amount && { value: times(amount.value, factor), sum: amount.sum && scaledSum(amount.sum, factor) }

const scaledSum = ({ constant, rates }: Sum, factor: Decimal): Sum => ({
  constant: times(constant, factor),
  rates: new Map([...rates].map(([name, rate]) => [name, times(rate, factor)])),
})

const isConstant = ({ sum }: Amount): boolean => sum !== null && sum.rates.size === 0

function arithmetic({ operator, left, right }: Extract<Node, { kind: 'arithmetic' }>, run: Run): Amount | null {
  const [a, b] = [numberOf(left, run), numberOf(right, run)]
  if (a === null || b === null) return null
  switch (operator) {
    case '+':
      return added(a, b)
    case '-':
      return added(a, { value: negative(b.value), sum: b.sum && scaledSum(b.sum, minusOne) })
    case '*':
      if (isConstant(b)) return scaled(a, b.value)
      return isConstant(a) ? scaled(b, a.value) : { value: times(a.value, b.value), sum: null }
    default:
      return divided(a, b.value, left.degree === 0)
  }
}

/** `divisor` is not 0. A quotient with an end is exact in each part of a sum. */
function divided(amount: Amount, divisor: Decimal, isPlain: boolean): Amount {
  const reciprocal = reciprocalOf(divisor)
  if (reciprocal !== null) return scaled(amount, reciprocal) ?? amount
  const value = calculate('/', amount.value, divisor)
  return isPlain ? constantAmount(value) : { value, sum: null }
}

function added(a: Amount, b: Amount): Amount {
  const value = plus(a.value, b.value)
  if (a.sum === null || b.sum === null) return { value, sum: null }
  const rates = new Map(a.sum.rates)
  for (const [name, rate] of b.sum.rates) rates.set(name, plus(rates.get(name) ?? decimalZero, rate))
  return { value, sum: { constant: plus(a.sum.constant, b.sum.constant), rates } }
}

/** Values of different kinds are never equal, and only numbers are smaller or greater. */
function isTrue(operator: Comparison, left: Value, right: Value): boolean {
  if (isAmount(left) && isAmount(right)) {
    const order = compareDecimals(left.value, right.value)
    if (operator === '==') return order === 0
    if (operator === '!=') return order !== 0
    if (operator === '<') return order < 0
    if (operator === '<=') return order <= 0
    return operator === '>' ? order > 0 : order >= 0
  }
  const isSame = left === right && left !== opaque
  return operator === '==' ? isSame : operator === '!=' && !isSame
}

function call({ name, args, readsUsage }: CallNode, run: Run): Value {
  const [first, second] = args
  if (first === undefined) return null
  switch (name) {
    case 'tier': {
      const label = readValue(first, run)
      run.tier = typeof label === 'string' ? label : null
      return second === undefined ? null : readValue(second, run)
    }
    case 'has':
      return contains(readValue(first, run), second === undefined ? null : readValue(second, run))
    case 'param':
    case 'header':
    case 'hour':
    case 'minute':
    case 'weekday':
    case 'month':
    case 'day':
      return ask(name, readValue(first, run), run.answers)
    default:
      return numberFunction(name, args, readsUsage, run)
  }
}

const contains = (text: Value, part: Value): boolean =>
  typeof text === 'string' && typeof part === 'string' && text.includes(part)

function numberFunction(name: NumberFunction, args: readonly Node[], readsUsage: boolean, run: Run): Amount | null {
  const amounts = args.map((arg) => numberOf(arg, run)?.value)
  const [first] = amounts
  if (first === undefined || amounts.includes(undefined)) return null
  const values = amounts.flatMap((value) => value ?? [])
  const value = combine(name, first, values)
  return readsUsage ? { value, sum: null } : constantAmount(value)
}

function combine(name: NumberFunction, first: Decimal, values: readonly Decimal[]): Decimal {
  switch (name) {
    case 'max':
      return values.reduce((a, b) => (compareDecimals(a, b) < 0 ? b : a))
    case 'min':
      return values.reduce((a, b) => (compareDecimals(a, b) > 0 ? b : a))
    case 'abs':
      return first.digits < 0n ? negative(first) : first
    default:
      return wholeBeside(first, name)
  }
}

function wholeBeside(value: Decimal, side: 'ceil' | 'floor'): Decimal {
  const nearest = roundDecimal(value, 0)
  const order = compareDecimals(nearest, value)
  if (side === 'floor') return order > 0 ? plus(nearest, minusOne) : nearest
  return order < 0 ? plus(nearest, decimalOne) : nearest
}

function ask(name: 'param' | 'header' | TimeFunction, argument: Value, answers: Run['answers']): Value {
  if (typeof argument !== 'string' || isAnswered(answers)) return null
  if (name === 'param') return readParam(answers.param(argument))
  if (name === 'header') return answers.header(argument) ?? ''
  return constantAmount({ digits: BigInt(timePart(name, argument, answers.at)), scale: 0 })
}

function readParam(value: unknown): Value {
  if (typeof value === 'number') return Number.isFinite(value) ? constantAmount(decimalOf(value)) : null
  if (typeof value === 'string' || typeof value === 'boolean') return value
  return value === undefined || value === null ? null : opaque
}

function timePart(name: TimeFunction, timezone: string, at: number): number {
  const { date, time, weekday } = localTime(at, timezone)
  const [, month, day] = date.split('-')
  const [hour, minute] = time.split(':')
  const parts = { hour, minute, month, day, weekday }
  return Number(parts[name])
}
