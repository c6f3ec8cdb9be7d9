import { compareDecimals, type Decimal, decimalOne, decimalZero, negative, plus, quotient, times } from '../decimal.ts'
import { isTimezone } from '../local-time.ts'
import { isOneOf } from '../typed-keys.ts'
import { refuse } from './expression-fault.ts'
import {
  type Arithmetic,
  type Comparison,
  type FunctionName,
  functionArguments,
  type Logic,
  numberFunctions,
  timeFunctions,
  type Variable,
} from './language.ts'
import { type Node, type NodeType, partsOf } from './node.ts'

// Parts of expressions from smaller ones, with their types. Each throws ExpressionFault at a type that does not fit.

type Place = Pick<Node, 'at' | 'end'>
const constant = { readsRequest: false, readsUsage: false, degree: 0 } as const

export const buildNumber = (value: Decimal, place: Place): Node => ({
  kind: 'number',
  value,
  type: 'number',
  ...constant,
  ...place,
})

export function buildLiteral(value: string | boolean | null, place: Place): Node {
  const type = typeof value === 'string' ? 'text' : value === null ? 'any' : 'flag'
  return { kind: 'literal', value, type, ...constant, ...place }
}

export const buildVariable = (name: Variable, place: Place): Node => ({
  kind: 'variable',
  name,
  type: 'number',
  readsRequest: false,
  readsUsage: true,
  degree: 1,
  ...place,
})

export const buildNegative = (operand: Node, at: number): Node => ({
  kind: 'negative',
  operand: requireNumber(operand),
  type: 'number',
  ...reads(operand),
  degree: operand.degree,
  at,
  end: operand.end,
})

export const buildNot = (operand: Node, at: number): Node => ({
  kind: 'not',
  operand: requireFlag(operand),
  type: 'flag',
  ...reads(operand),
  degree: 0,
  at,
  end: operand.end,
})

export const buildArithmetic = (operator: Arithmetic, left: Node, right: Node): Node => ({
  kind: 'arithmetic',
  operator,
  left: requireNumber(left),
  right: operator === '/' ? requireDivisor(right) : requireNumber(right),
  type: 'number',
  ...reads(left, right),
  degree: degreeOf(operator, left, right),
  ...span(left, right),
})

export function buildComparison(operator: Comparison, left: Node, right: Node): Node {
  const isEquality = operator === '==' || operator === '!='
  if (!isEquality) for (const side of [left, right]) requireNumber(side)
  if (isEquality && left.type !== right.type && left.type !== 'any') requireType(right, left.type)
  return {
    kind: 'comparison',
    operator,
    left,
    right,
    type: 'flag',
    ...reads(left, right),
    degree: 0,
    ...span(left, right),
  }
}

export const buildLogic = (operator: Logic, left: Node, right: Node): Node => ({
  kind: 'logic',
  operator,
  left: requireFlag(left),
  right: requireFlag(right),
  type: 'flag',
  ...reads(left, right),
  degree: 0,
  ...span(left, right),
})

export function buildChoice(condition: Node, then: Node, otherwise: Node): Node {
  requireFlag(condition)
  const type = [then, otherwise].some((branch) => branch.type === 'flag') ? 'flag' : 'number'
  for (const branch of [then, otherwise]) requireType(branch, type)
  return {
    kind: 'choice',
    condition,
    then,
    otherwise,
    type,
    ...reads(condition, then, otherwise),
    degree: highest(then, otherwise),
    ...span(condition, otherwise),
  }
}

/** A call of a function, with as many arguments as it takes. */
export function buildCall(name: FunctionName, args: readonly Node[], place: Place): Node {
  const [least, most] = functionArguments[name]
  if (args.length < least || args.length > most)
    refuse('expressionArguments', { position: place.at + 1, name, count: args.length })
  for (const [index, arg] of args.entries()) checkArgument(name, index, arg)
  const readsRequest = name === 'param' || name === 'header' || isOneOf(timeFunctions, name)
  const known = reads(...args)
  return {
    kind: 'call',
    name,
    args,
    type: typeOf(name),
    readsUsage: known.readsUsage,
    readsRequest: readsRequest || known.readsRequest,
    degree: name === 'tier' ? highest(...args) : isOneOf(numberFunctions, name) && known.readsUsage ? 2 : 0,
    ...place,
  }
}

function typeOf(name: FunctionName): NodeType {
  if (name === 'param') return 'any'
  if (name === 'header') return 'text'
  return name === 'has' ? 'flag' : 'number'
}

const pathMax = 256
const headerName = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,128}$/

function checkArgument(name: FunctionName, index: number, arg: Node): void {
  const takesName =
    name === 'param' || name === 'header' || isOneOf(timeFunctions, name) || (name === 'tier' && index === 0)
  if (!takesName) {
    if (name === 'has') requireType(arg, 'text')
    else requireNumber(arg)
    return
  }
  const position = arg.at + 1
  const text = arg.kind === 'literal' && typeof arg.value === 'string' ? arg.value : ''
  const isName = name !== 'header' || headerName.test(text)
  if (text === '' || text.length > pathMax || !isName) refuse('expressionNeedsText', { position, name })
  if (isOneOf(timeFunctions, name) && !isTimezone(text)) refuse('expressionTimezone', { position })
}

/** Text that reads usage does not exist: it would have to be kept for as long as the call runs. */
function requireType(node: Node, type: NodeType): Node {
  if (node.type === type || node.type === 'any') return node
  if (type === 'text') return refuse('expressionNeedsTextValue', { position: node.at + 1 })
  return type === 'flag'
    ? refuse('expressionNeedsCondition', { position: node.at + 1 })
    : refuse('expressionNeedsNumber', { position: node.at + 1 })
}

const requireNumber = (node: Node): Node => requireType(node, 'number')
const requireFlag = (node: Node): Node => requireType(node, 'flag')

/** A divisor that does not depend on a call is never 0 in one. */
function requireDivisor(node: Node): Node {
  const value = constantOf(requireNumber(node))
  if (value === null || value.digits === 0n) refuse('expressionDivisor', { position: node.at + 1 })
  return node
}

/** The decimals of a quotient; further ones are rounded half away from zero. */
const quotientScale = 20

export const reciprocalOf = (divisor: Decimal): Decimal | null => {
  const reciprocal = quotient(decimalOne, divisor, quotientScale)
  return compareDecimals(times(reciprocal, divisor), decimalOne) === 0 ? reciprocal : null
}

/** The value of plain numbers and quotients of them; null for everything else. */
function constantOf(node: Node): Decimal | null {
  if (node.kind === 'number') return node.value
  if (node.kind === 'negative') {
    const value = constantOf(node.operand)
    return value && negative(value)
  }
  if (node.kind !== 'arithmetic') return null
  const [left, right] = [constantOf(node.left), constantOf(node.right)]
  if (left === null || right === null) return null
  return calculate(node.operator, left, right)
}

/** Exact, but for quotients that do not end within `quotientScale` decimals. */
export function calculate(operator: Arithmetic, left: Decimal, right: Decimal): Decimal {
  switch (operator) {
    case '+':
      return plus(left, right)
    case '-':
      return plus(left, negative(right))
    case '*':
      return times(left, right)
    default: {
      const reciprocal = reciprocalOf(right)
      return reciprocal === null ? quotient(left, right, quotientScale) : times(left, reciprocal)
    }
  }
}

function degreeOf(operator: Arithmetic, left: Node, right: Node): Node['degree'] {
  if (operator === '+' || operator === '-') return highest(left, right)
  if (operator === '*') return left.degree === 0 ? right.degree : right.degree === 0 ? left.degree : 2
  const divisor = constantOf(right) ?? decimalZero
  return left.degree === 0 || (divisor.digits !== 0n && reciprocalOf(divisor) !== null) ? left.degree : 2
}

const highest = (...nodes: readonly Node[]): Node['degree'] => {
  const degrees = nodes.map(({ degree }) => degree)
  return degrees.includes(2) ? 2 : degrees.includes(1) ? 1 : 0
}

const reads = (...nodes: readonly Node[]) => ({
  readsRequest: nodes.some(({ readsRequest }) => readsRequest),
  readsUsage: nodes.some(({ readsUsage }) => readsUsage),
})

const span = (first: Node, last: Node): Place => ({ at: first.at, end: last.end })

/** The part and all parts inside it, outer ones first. */
export const allParts = (node: Node): Node[] => [node, ...partsOf(node).flatMap(allParts)]
