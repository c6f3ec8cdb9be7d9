/** The pricing mode of a model that is priced by its expression. */
export const expressionMode = 'tiered_expr'

/** Bounds of one expression. Without loops and definitions they also bound its evaluation. */
export const expressionBounds = {
  characters: 8_192,
  /** Numbers, names, operators and calls. */
  nodes: 1_000,
  /** Parentheses, arguments and branches inside one another. */
  depth: 64,
} as const

/** What an expression counts: tokens of a call, seconds of sound or video, characters of text for speech. */
export const variableNames = ['p', 'c', 'len', 'cr', 'cc', 'cc1h', 'img', 'ai', 'img_o', 'ao', 'sec', 'chars'] as const
export type Variable = (typeof variableNames)[number]
export type Counts = Readonly<Record<Variable, number>>
export const noCounts: Counts = {
  p: 0,
  c: 0,
  len: 0,
  cr: 0,
  cc: 0,
  cc1h: 0,
  img: 0,
  ai: 0,
  img_o: 0,
  ao: 0,
  sec: 0,
  chars: 0,
}

/** Parts of the time at which a call arrives, in a time zone. */
export const timeFunctions = ['hour', 'minute', 'weekday', 'month', 'day'] as const
export type TimeFunction = (typeof timeFunctions)[number]

export const numberFunctions = ['max', 'min', 'abs', 'ceil', 'floor'] as const
export type NumberFunction = (typeof numberFunctions)[number]

/** The number of arguments of each function: at least, at most. */
export const functionArguments = {
  tier: [2, 2],
  param: [1, 1],
  header: [1, 1],
  has: [2, 2],
  hour: [1, 1],
  minute: [1, 1],
  weekday: [1, 1],
  month: [1, 1],
  day: [1, 1],
  max: [1, 20],
  min: [1, 20],
  abs: [1, 1],
  ceil: [1, 1],
  floor: [1, 1],
} as const satisfies Readonly<Record<string, readonly [number, number]>>
export type FunctionName = keyof typeof functionArguments

/** Longer operators come first: the first that fits is read. */
export const operators = ['&&', '||', '==', '!=', '<=', '>=', '<', '>', '+', '-', '*', '/', '!', '?', ':'] as const
export type Operator = (typeof operators)[number]
export type Comparison = '==' | '!=' | '<=' | '>=' | '<' | '>'
export type Arithmetic = '+' | '-' | '*' | '/'
export type Logic = '&&' | '||'
