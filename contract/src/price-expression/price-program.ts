import { type Decimal, decimalNumber, decimalText } from '../decimal.ts'
import type { Reason } from '../error-reasons.ts'
import { isOneOf } from '../typed-keys.ts'
import { allParts } from './build-node.ts'
import { ExpressionFault } from './expression-fault.ts'
import { timeFunctions, type Variable } from './language.ts'
import { type ChoiceNode, type Node, partsOf } from './node.ts'
import { parseTree } from './parse-expression.ts'

/** A factor for some requests: `(condition ? factor : 1)`. */
export interface RequestRule {
  /** The text of the condition. */
  readonly cond: string
  readonly multiplier: string
  readonly condition: Node
}

/** An expression that was parsed, immutable. */
export interface PriceProgram {
  readonly text: string
  readonly root: Node
  /** The counts that it reads. A count that it does not read is part of `p` or `c`. */
  readonly variables: ReadonlySet<Variable>
  /** The parts whose values are known when the request arrives, and are kept for the whole call. */
  readonly asked: readonly Node[]
  /** The place of each in `asked`. */
  readonly places: ReadonlyMap<Node, number>
  /** Those among them that must be numbers. */
  readonly numbers: ReadonlySet<Node>
  /** Fields of the request that it reads. */
  readonly params: ReadonlySet<string>
  /** It reads fields or headers of the request. */
  readonly readsRequest: boolean
  /** Numbers with which it compares counts: at them, or just above, another branch begins. */
  readonly thresholds: readonly number[]
  /** In each branch it is a sum of products: calls in the same branch can be added up. */
  readonly isSummable: boolean
  readonly rules: readonly RequestRule[]
}

export type ParsedExpression = { ok: true; program: PriceProgram } | { ok: false; reason: Reason }

/** Parses an expression, by the grammar of docs/pricing.md. */
export function parseExpression(text: string): ParsedExpression {
  try {
    return { ok: true, program: buildProgram(text, parseTree(text)) }
  } catch (error) {
    if (error instanceof ExpressionFault) return { ok: false, reason: error.reason }
    throw error
  }
}

function buildProgram(text: string, root: Node): PriceProgram {
  const parts = allParts(root)
  const calls = parts.flatMap((part) => (part.kind === 'call' ? [part] : []))
  const named = (name: string) => calls.filter((call) => call.name === name)
  const asked = askedIn(root)
  return {
    text,
    root,
    variables: new Set(parts.flatMap((part) => (part.kind === 'variable' ? [part.name] : []))),
    asked,
    places: new Map(asked.map((node, index) => [node, index])),
    numbers: new Set([root, ...parts.flatMap(numbersIn)]),
    params: new Set(named('param').flatMap(({ args: [path] }) => textOf(path) ?? [])),
    readsRequest: named('param').length + named('header').length > 0,
    thresholds: [...new Set(parts.flatMap(thresholdsIn))].slice(0, thresholdsMax),
    isSummable: root.degree < 2,
    rules: parts.flatMap((part) => (part.kind === 'arithmetic' && part.operator === '*' ? rulesIn(text, part) : [])),
  }
}

/** More would have to be tried before each call. */
const thresholdsMax = 8

const thresholdsIn = (node: Node): number[] =>
  node.kind === 'comparison' && node.readsUsage
    ? [node.left, node.right].flatMap((side) => (side.kind === 'number' ? decimalNumber(side.value) : []))
    : []

const textOf = (node: Node | undefined): string | null =>
  node?.kind === 'literal' && typeof node.value === 'string' ? node.value : null

/**
 * The largest conditions, and else the single answers, that depend on the request alone. Texts of a request are never
 * among them: what is kept is small, and holds nothing of a prompt.
 */
function askedIn(node: Node): Node[] {
  if (!node.readsRequest) return []
  const isAnswer = node.kind === 'call' && (node.name === 'param' || isOneOf(timeFunctions, node.name))
  if (!node.readsUsage && (node.type === 'flag' || isAnswer)) return [node]
  return partsOf(node).flatMap(askedIn)
}

/** The parts directly inside `node` that must be numbers for a price. */
function numbersIn(node: Node): readonly Node[] {
  switch (node.kind) {
    case 'negative':
    case 'arithmetic':
      return partsOf(node)
    case 'choice':
      return node.type === 'number' ? [node.then, node.otherwise] : []
    case 'call':
      return node.type === 'number' ? node.args : []
    default:
      return []
  }
}

function rulesIn(text: string, product: Extract<Node, { kind: 'arithmetic' }>): RequestRule[] {
  return [product.left, product.right].flatMap((side) => {
    const multiplier = side.kind === 'choice' ? factorOf(side) : null
    if (side.kind !== 'choice' || multiplier === null) return []
    const { condition } = side
    return [{ cond: text.slice(condition.at, condition.end), multiplier: decimalText(multiplier), condition }]
  })
}

function factorOf({ condition, then, otherwise }: ChoiceNode): Decimal | null {
  const isRule = condition.readsRequest && then.kind === 'number' && otherwise.kind === 'number'
  return isRule && decimalText(otherwise.value) === '1' ? then.value : null
}
