import { tableOf } from '../table-of.ts'
import { isKeyOf, isOneOf } from '../typed-keys.ts'
import {
  buildArithmetic,
  buildCall,
  buildChoice,
  buildComparison,
  buildLiteral,
  buildLogic,
  buildNegative,
  buildNot,
  buildNumber,
  buildVariable,
} from './build-node.ts'
import { refuse } from './expression-fault.ts'
import { expressionBounds, functionArguments, type Operator, variableNames } from './language.ts'
import type { Node } from './node.ts'
import { readTokens, type Token } from './read-tokens.ts'

const constants = tableOf<boolean | null>({ true: true, false: false, nil: null })

/** The tree of an expression whose value is a number. Throws ExpressionFault. */
export function parseTree(text: string): Node {
  const tokens = readTokens(text)
  let index = 0
  let nodes = 0
  let depth = 0
  const end: Token = { kind: 'end', value: '', at: text.length, end: text.length }
  const current = (): Token => tokens[index] ?? end

  const root = readChoice()
  if (current().kind !== 'end') unexpected()
  // A single field of the request is a number if the caller sends one.
  return root.type === 'number' || root.type === 'any'
    ? root
    : refuse('expressionNeedsNumber', { position: root.at + 1 })

  function readChoice(): Node {
    depth += 1
    if (depth > expressionBounds.depth) refuse('expressionDeep', { max: expressionBounds.depth })
    const condition = readOr()
    const node = takeOperator('?') === null ? condition : readBranches(condition)
    depth -= 1
    return node
  }

  function readBranches(condition: Node): Node {
    const then = readChoice()
    if (takeOperator(':') === null) unexpected()
    return counted(buildChoice(condition, then, readChoice()))
  }

  function readOr(): Node {
    let left = readAnd()
    while (takeOperator('||') !== null) left = counted(buildLogic('||', left, readAnd()))
    return left
  }

  function readAnd(): Node {
    let left = readComparison()
    while (takeOperator('&&') !== null) left = counted(buildLogic('&&', left, readComparison()))
    return left
  }

  /** Not `a < b < c`: that would compare the result of a comparison. */
  function readComparison(): Node {
    const left = readSum()
    const operator = takeOperator('==', '!=', '<=', '>=', '<', '>')
    return operator === null ? left : counted(buildComparison(operator, left, readSum()))
  }

  function readSum(): Node {
    let left = readProduct()
    for (let operator = takeOperator('+', '-'); operator !== null; operator = takeOperator('+', '-'))
      left = counted(buildArithmetic(operator, left, readProduct()))
    return left
  }

  function readProduct(): Node {
    let left = readSigned()
    for (let operator = takeOperator('*', '/'); operator !== null; operator = takeOperator('*', '/'))
      left = counted(buildArithmetic(operator, left, readSigned()))
    return left
  }

  function readSigned(): Node {
    const { at } = current()
    const sign = takeOperator('-', '!')
    if (sign === null) return readSingle()
    depth += 1
    if (depth > expressionBounds.depth) refuse('expressionDeep', { max: expressionBounds.depth })
    const operand = readSigned()
    depth -= 1
    return counted(sign === '-' ? buildNegative(operand, at) : buildNot(operand, at))
  }

  function readSingle(): Node {
    const token = current()
    const { at, end } = token
    if (token.kind === 'number') return counted(buildNumber(token.value, taken(at, end)))
    if (token.kind === 'text') return counted(buildLiteral(token.value, taken(at, end)))
    if (token.kind === 'name') return counted(readName(token.value, taken(at, end)))
    if (!takeMark('(')) unexpected()
    const inner = readChoice()
    if (!takeMark(')')) unexpected()
    return inner
  }

  function readName(name: string, place: { at: number; end: number }): Node {
    const constant = constants[name]
    if (constant !== undefined) return buildLiteral(constant, place)
    if (isOneOf(variableNames, name)) return buildVariable(name, place)
    if (!isKeyOf(functionArguments, name)) return refuse('expressionUnknownName', { position: place.at + 1, name })
    if (!takeMark('(')) unexpected()
    const args: Node[] = []
    if (!takeMark(')')) {
      do args.push(readChoice())
      while (takeMark(','))
      if (!takeMark(')')) unexpected()
    }
    return buildCall(name, args, { at: place.at, end: tokens[index - 1]?.end ?? place.end })
  }

  function taken(at: number, end: number) {
    index += 1
    return { at, end }
  }

  function takeOperator<One extends Operator>(...accepted: readonly One[]): One | null {
    const token = current()
    const found = token.kind === 'operator' ? accepted.find((one) => one === token.value) : undefined
    if (found === undefined) return null
    index += 1
    return found
  }

  function takeMark(mark: '(' | ')' | ','): boolean {
    const token = current()
    if (token.kind !== 'mark' || token.value !== mark) return false
    index += 1
    return true
  }

  function counted(node: Node): Node {
    nodes += 1
    return nodes > expressionBounds.nodes ? refuse('expressionLarge', { max: expressionBounds.nodes }) : node
  }

  function unexpected(): never {
    const { kind, at, end } = current()
    if (kind === 'end') refuse('expressionEnds')
    refuse('expressionUnexpected', { position: at + 1, found: text.slice(at, Math.min(end, at + 40)) })
  }
}
