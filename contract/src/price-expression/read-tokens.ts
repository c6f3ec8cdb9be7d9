import type { Decimal } from '../decimal.ts'
import { refuse } from './expression-fault.ts'
import { expressionBounds, type Operator, operators } from './language.ts'

/** `at`: where it begins, from 0; `end`: where it ends, exclusive. */
interface Place {
  readonly at: number
  readonly end: number
}

export type Token = Place &
  (
    | { readonly kind: 'number'; readonly value: Decimal }
    | { readonly kind: 'text'; readonly value: string }
    | { readonly kind: 'name'; readonly value: string }
    | { readonly kind: 'operator'; readonly value: Operator }
    | { readonly kind: 'mark'; readonly value: '(' | ')' | ',' }
    | { readonly kind: 'end'; readonly value: '' }
  )

const space = /\s*/y
const number = /(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,9}))?/y
const name = /[A-Za-z_]\w*/y
const marks = ['(', ')', ','] as const
const version = /^\s*v(\d+):/

/** More digits have no use in a price, and would only make sums slower. */
const digitsMax = 30
const exponentMax = 20

/** The tokens of an expression, without its version. Throws ExpressionFault. */
export function readTokens(text: string): Token[] {
  if (text.length > expressionBounds.characters) refuse('notLonger', { max: expressionBounds.characters })
  const tokens: Token[] = []
  for (let at = skip(text, startOf(text)); at < text.length; at = skip(text, tokens.at(-1)?.end ?? at))
    tokens.push(readToken(text, at))
  tokens.push({ kind: 'end', value: '', at: text.length, end: text.length })
  return tokens
}

/** `v1:` may precede the expression. */
function startOf(text: string): number {
  const found = version.exec(text)
  if (found === null) return 0
  if (found[1] !== '1') refuse('expressionVersion', { version: `v${found[1]}` })
  return found[0].length
}

function skip(text: string, from: number): number {
  space.lastIndex = from
  space.test(text)
  return space.lastIndex
}

function readToken(text: string, at: number): Token {
  const first = text.charAt(at)
  if (first === '"' || first === "'") return readText(text, at, first)
  const mark = marks.find((one) => one === first)
  if (mark !== undefined) return { kind: 'mark', value: mark, at, end: at + 1 }
  const operator = operators.find((one) => text.startsWith(one, at))
  if (operator !== undefined) return { kind: 'operator', value: operator, at, end: at + operator.length }
  const named = matchAt(name, text, at)
  if (named !== null) return { kind: 'name', value: named[0], at, end: at + named[0].length }
  const digits = matchAt(number, text, at)
  if (digits !== null) return readNumber(digits, text, at)
  return refuse('expressionUnexpected', { position: at + 1, found: String.fromCodePoint(text.codePointAt(at) ?? 0) })
}

function readNumber([whole, integer = '', fraction = '', exponent = '0']: RegExpExecArray, text: string, at: number) {
  const end = at + whole.length
  const digits = integer + fraction
  const scale = fraction.length - Number(exponent)
  // `1.2.3`, `1.`, `5x`: not two tokens, but a number that is written wrongly.
  const isOdd = /[\w.]/.test(text.charAt(end))
  if (isOdd || digits.length > digitsMax || Math.abs(Number(exponent)) > exponentMax)
    refuse('expressionNumber', { position: at + 1 })
  const value: Decimal =
    scale >= 0 ? { digits: BigInt(digits), scale } : { digits: BigInt(digits) * 10n ** BigInt(-scale), scale: 0 }
  return { kind: 'number', value, at, end } as const
}

/** A text in quotes; a backslash keeps the next character as it is. */
function readText(text: string, at: number, quote: string): Token {
  let value = ''
  for (let index = at + 1; index < text.length; index++) {
    let character = text.charAt(index)
    if (character === quote) return { kind: 'text', value, at, end: index + 1 }
    if (character === '\\') character = text.charAt(++index)
    value += character
  }
  return refuse('expressionOpenText', { position: at + 1 })
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}
