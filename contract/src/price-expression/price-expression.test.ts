import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { decimalText } from '../decimal.ts'
import { expressionFault } from './check-expression.ts'
import { type AskedRequest, askRequest, evaluate } from './evaluate.ts'
import { type Counts, expressionBounds, noCounts } from './language.ts'
import { type PriceProgram, parseExpression } from './price-program.ts'
import { readPath } from './read-path.ts'

const at = Date.UTC(2026, 10, 29, 22, 45)

function programOf(text: string): PriceProgram {
  const parsed = parseExpression(text)
  if (!parsed.ok) throw new Error(`${text}: ${JSON.stringify(parsed.reason)}`)
  return parsed.program
}

const requestOf = (body: unknown, headers: Record<string, string> = {}): AskedRequest => ({
  at,
  param: (path) => readPath(body, path),
  header: (name) => new Headers(headers).get(name),
})

function run(text: string, counts: Partial<Counts> = {}, request = requestOf({})) {
  const program = programOf(text)
  const answers = askRequest(program, request)
  return answers && evaluate(program, { ...noCounts, ...counts }, answers)
}

const shownValue = (...given: Parameters<typeof run>): string | null => {
  const result = run(...given)
  return result && decimalText(result.amount)
}

const codeOf = (text: string): string | null => expressionFault(text)?.code ?? null

test.each([
  ['1 + 2 * 3', '7'],
  ['(1 + 2) * 3', '9'],
  ['10 - 3 - 2', '5'],
  ['-2 * -3', '6'],
  ['8 / 4 / 2', '1'],
  ['0.1 + 0.2', '0.3'],
  ['1e-3 * 1E3', '1'],
  ['1 / 3', '0.33333333333333333333'],
  ['6 / 3 * 3', '6'],
  ['2 > 1 ? 10 : 20', '10'],
  ['2 < 1 ? 10 : 2 <= 2 ? 30 : 40', '30'],
  ['1 == 1.0 && !(1 != 1) ? 1 : 0', '1'],
  ['false || 3 >= 4 ? 1 : 0', '0'],
  ['max(1, 3, 2) + min(4, 2) + abs(-5)', '10'],
  ['ceil(1.2) + floor(1.8) + ceil(-1.5) + floor(-1.5)', '0'],
  ['ceil(2) + floor(2)', '4'],
  [' v1: 5 ', '5'],
  ['v1:has("a\\"b", \'"\') ? 1 : 0', '1'],
])('%s is %s', (text, value) => {
  expect(shownValue(text)).toBe(value)
})

test('tiers are named, and only the one that counts', () => {
  const text = 'len > 200000 ? tier("long", p*6 + c*22) : tier("base", p*3 + c*15 + cr*0.3)'
  const base = run(text, { p: 100, len: 200_000, cr: 10, c: 1 })
  expect(base?.tier).toBe('base')
  expect(base && decimalText(base.amount)).toBe('318')
  expect(base?.branches).toBe('0')
  const long = run(text, { p: 100, len: 200_001, cr: 10, c: 1 })
  expect(long?.tier).toBe('long')
  expect(long && decimalText(long.amount)).toBe('622')
  expect([...(long?.sum?.rates ?? [])].map(([name, rate]) => `${name} ${decimalText(rate)}`)).toEqual(['p 6', 'c 22'])
})

test('fields, headers and the time are those of the request', () => {
  const body = { service_tier: 'priority', n: 3, stream: true, a: [{ b: 'x' }], o: {}, none: null }
  const request = requestOf(body, { 'X-Plan': 'gold' })
  expect(shownValue('param("service_tier") == "priority" ? 2 : 1', {}, request)).toBe('2')
  expect(shownValue('param("n") * p', { p: 2 }, request)).toBe('6')
  expect(shownValue('param("stream") && len > 1 ? 1 : 0', { len: 2 }, request)).toBe('1')
  expect(shownValue('param("a.0.b") == "x" ? 1 : 0', {}, request)).toBe('1')
  expect(shownValue('param("o") != nil && param("none") == nil && param("gone.x") == nil ? 1 : 0', {}, request)).toBe(
    '1',
  )
  expect(shownValue('has(header("x-plan"), "old") && header("y") == "" ? 1 : 0', {}, request)).toBe('1')
  expect(shownValue('hour("UTC") * 100 + minute("UTC")', {}, request)).toBe('2245')
  // In Shanghai it is Monday, the 30th.
  expect(shownValue('weekday("Asia/Shanghai") * 100 + day("Asia/Shanghai")', {}, request)).toBe('130')
  expect(shownValue('month("UTC")', {}, request)).toBe('11')
})

test('the answers of a request are kept as data, and no text of it among them', () => {
  const program = programOf('(has(param("messages.0.content"), "secret") ? 2 : 1) * p + param("n") * hour("UTC")')
  const answers = askRequest(program, requestOf({ messages: [{ content: 'a secret' }], n: 2 }))
  expect(answers).toEqual([true, '2', '22'])
  expect(JSON.parse(JSON.stringify(answers))).toEqual(answers)
})

test('a field that must be a number and is not leaves no price; in a comparison it is neither smaller nor greater', () => {
  for (const n of [undefined, null, 'x', '3', true, [], {}, Number.NaN, Number.POSITIVE_INFINITY])
    expect(shownValue('len > 5 ? param("n") * p : p', { p: 1 }, requestOf({ n }))).toBeNull()
  expect(shownValue('param("n") > 1 || param("n") <= 1 ? 1 : 0', {}, requestOf({ n: 'x' }))).toBe('0')
  expect(shownValue('param("n") * 2 > 1 ? 1 : 0', {}, requestOf({ n: 'x' }))).toBe('0')
})

test('names of prototypes are no fields, unless the body has them', () => {
  const request = requestOf(JSON.parse('{"a": {}, "list": [1]}'))
  for (const path of [
    'constructor',
    '__proto__',
    'a.constructor',
    'a.__proto__.x',
    'list.length',
    'toString',
    'list.-1',
  ])
    expect(shownValue(`param("${path}") == nil ? 1 : 0`, {}, request)).toBe('1')
  const own = requestOf(JSON.parse('{"__proto__": "x", "constructor": 2}'))
  expect(shownValue('param("__proto__") == "x" && param("constructor") == 2 ? 1 : 0', {}, own)).toBe('1')
  expect(readPath({ a: 1 }, 'a.'.repeat(1000))).toBeUndefined()
})

test.each([
  ['', 'expressionEnds'],
  ['p *', 'expressionEnds'],
  ['p c', 'expressionUnexpected'],
  ['p = 3', 'expressionUnexpected'],
  ['p += 3', 'expressionUnexpected'],
  ['p.constructor', 'expressionUnexpected'],
  ['p["constructor"]', 'expressionUnexpected'],
  ['p; c', 'expressionUnexpected'],
  ['`p`', 'expressionUnexpected'],
  ['[p]', 'expressionUnexpected'],
  ['p ** 2', 'expressionUnexpected'],
  ['p ||| c', 'expressionUnexpected'],
  ['1 < 2 < 3 ? 1 : 0', 'expressionUnexpected'],
  ['p ? 1 : 0', 'expressionNeedsCondition'],
  ['p > 1 ? 1', 'expressionEnds'],
  ['max(1,', 'expressionEnds'],
  ['max', 'expressionEnds'],
  ['max()', 'expressionArguments'],
  ['tier("a")', 'expressionArguments'],
  ['eval("1")', 'expressionUnknownName'],
  ['constructor', 'expressionUnknownName'],
  ['__proto__', 'expressionUnknownName'],
  ['toString()', 'expressionUnknownName'],
  ['NaN', 'expressionUnknownName'],
  ['Infinity * p', 'expressionUnknownName'],
  ['1e999', 'expressionNumber'],
  ['1e21', 'expressionNumber'],
  ['1e99999999999', 'expressionNumber'],
  [`1${'0'.repeat(40)}`, 'expressionNumber'],
  ['1.', 'expressionNumber'],
  ['1.2.3', 'expressionNumber'],
  ['0x10', 'expressionNumber'],
  ['p / 0', 'expressionDivisor'],
  ['p / (1 - 1)', 'expressionDivisor'],
  ['p / c', 'expressionDivisor'],
  ['p / param("n")', 'expressionDivisor'],
  ['"a"', 'expressionNeedsNumber'],
  ['p * "3"', 'expressionNeedsNumber'],
  ['p + header("x")', 'expressionNeedsNumber'],
  ['p > "3" ? 1 : 0', 'expressionNeedsNumber'],
  ['p == "3" ? 1 : 0', 'expressionNeedsNumber'],
  ['p > 1', 'expressionNeedsNumber'],
  ['p + true', 'expressionNeedsNumber'],
  ['p && c ? 1 : 0', 'expressionNeedsCondition'],
  ['p > 1 ? "a" : "b"', 'expressionNeedsNumber'],
  ['has(p, "a") ? 1 : 0', 'expressionNeedsTextValue'],
  ['tier(p, p)', 'expressionNeedsText'],
  ['param(header("x")) == 1 ? 1 : 0', 'expressionNeedsText'],
  ['header("a b") == "" ? 1 : 0', 'expressionNeedsText'],
  ['hour("Mars/Base")', 'expressionTimezone'],
  ['"abc', 'expressionOpenText'],
  ['v2:p', 'expressionVersion'],
  ['p - 5', 'expressionNegative'],
  ['p*3 - cr*2', 'expressionNegative'],
  ['p * (param("x") == "y" ? -1 : 1)', 'expressionNegative'],
  ['p * 1e20', 'expressionAbsurd'],
])('%s is refused', (text, code) => {
  expect(codeOf(text)).toBe(code)
})

test('the place of a fault is named', () => {
  expect(expressionFault('p * 3 + foo(2)')).toEqual({
    code: 'expressionUnknownName',
    params: { position: 9, name: 'foo' },
  })
})

test('a text beyond the bounds is refused, and quickly', () => {
  const began = performance.now()
  const { characters, depth, nodes } = expressionBounds
  expect(codeOf('1+'.repeat(500_000))).toBe('notLonger')
  expect(codeOf(`1${' '.repeat(characters)}`)).toBe('notLonger')
  expect(codeOf(`${'('.repeat(4_000)}1${')'.repeat(4_000)}`)).toBe('expressionDeep')
  expect(codeOf('-'.repeat(8_000))).toBe('expressionDeep')
  expect(codeOf('!'.repeat(8_000))).toBe('expressionDeep')
  expect(codeOf(`${'p>1?1:'.repeat(1_000)}1`)).toBe('expressionDeep')
  expect(codeOf(`${'abs('.repeat(depth)}1${')'.repeat(depth)}`)).toBe('expressionDeep')
  expect(codeOf(`p${'+p'.repeat(nodes / 2)}`)).toBe('expressionLarge')
  expect(performance.now() - began).toBeLessThan(2_000)
})

test('the largest products of the grammar are calculated at once', () => {
  const began = performance.now()
  expect(codeOf(`0${`*${'9'.repeat(15)}`.repeat(490)}`)).toBeNull()
  expect(run(`p${'*p'.repeat(490)}`, { p: 100_000_000 })?.sum).toBeNull()
  expect(performance.now() - began).toBeLessThan(2_000)
})

test('any text is an expression or is refused for a reason', () => {
  const words = 'p c len cr 1 0.5 + - * / ( ) ? : < == && ! , "a" tier( max( param( has( hour( true nil x . \\ $ “'
  const piece = fc.constantFrom(' ', ...words.split(' '))
  fc.assert(
    fc.property(
      fc.oneof(
        fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join('')),
        fc.string(),
      ),
      (text) => {
        const parsed = parseExpression(text)
        if (!parsed.ok) return expect(parsed.reason.code.length).toBeGreaterThan(0)
        const answers = askRequest(parsed.program, requestOf({}))
        if (answers !== null) evaluate(parsed.program, noCounts, answers)
        expressionFault(text)
      },
    ),
    { numRuns: 5_000 },
  )
})

test('a sum of products is the same amount as the expression', () => {
  const rate = fc.integer({ min: 0, max: 10_000 }).map((thousandths) => String(thousandths / 1_000))
  const count = fc.integer({ min: 0, max: 1_000_000 })
  fc.assert(
    fc.property(rate, rate, rate, count, count, count, (a, b, d, p, c, cr) => {
      const result = run(`(p * ${a} + ${b} * c + 7) * (p > 500 ? 2 : 1) / 8 + cr * ${d}`, { p, c, cr })
      if (result?.sum === undefined || result.sum === null) throw new Error('not a sum')
      const counts = { ...noCounts, p, c, cr }
      let total = Number(decimalText(result.sum.constant))
      for (const [name, value] of result.sum.rates) total += Number(decimalText(value)) * counts[name]
      expect(total).toBeCloseTo(Number(decimalText(result.amount)), 4)
    }),
  )
})
