/** A call of a tool, as the scripted model makes it. */
export interface ToolUse {
  name: string
  /** Where Responses has it beside the name, and the others have it in front of it. */
  namespace?: string
  input: Record<string, unknown>
}

/** One answer of the scripted model. */
export interface Turn {
  text?: string
  calls?: ToolUse[]
}

/** What every scripted answer reports: 600 fresh tokens, 400 from the cache, 50 out. */
export const turnUsage = { input: 1_000, cached: 400, output: 50 }

export type Json = Record<string, unknown>

/** What a request of any format says that a script goes by. */
export interface Asked {
  /** The model thinks before its calls, as it was asked to. */
  thinks: boolean
  isStream: boolean
  model: string
  /** What the tools answered so far, oldest first. */
  results: string[]
  /** Names of the tools on offer. */
  tools: string[]
}

export const listOf = (value: unknown): Json[] => (Array.isArray(value) ? (value as Json[]) : [])
export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value ?? '')

/** The text in a few pieces, as models stream it. */
export const piecesOf = (text: string): string[] => text.match(/.{1,8}/gs) ?? []

/** What the models thinks before a call, where it thinks. */
export const thought = 'The key comes first.'

export const fullName = ({ name, namespace }: ToolUse): string =>
  namespace === undefined ? name : `${namespace}__${name}`

/** An id that no other call of the run has, as programs keep calls by it. */
export const freshId = (prefix: string): string =>
  `${prefix}${crypto.randomUUID().replaceAll('-', '').slice(0, 24)}`
