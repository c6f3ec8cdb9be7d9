/** A tool call of the scripted model. */
export interface ToolUse {
  name: string
  /** The namespace: separate in Responses, a prefix of the name in other formats. */
  namespace?: string
  input: Record<string, unknown>
}

/** One answer of the scripted model. */
export interface Turn {
  text?: string
  calls?: ToolUse[]
}

/** The usage of every scripted answer: 600 uncached tokens, 400 from the cache, 50 out. */
export const turnUsage = { input: 1_000, cached: 400, output: 50 }

/** The facts of a request in any format that a script depends on. */
export interface RequestFacts {
  /** Thinking is requested: the model thinks before its calls. */
  thinks: boolean
  isStream: boolean
  model: string
  /** The tool results so far, oldest first. */
  results: string[]
  /** Names of the offered tools. */
  tools: string[]
}

/** The text in a few pieces, like a model's stream. */
export const splitText = (text: string): string[] => text.match(/.{1,8}/gs) ?? []

/** The thought before a call, if the model thinks. */
export const thought = 'The key comes first.'

export const fullName = ({ name, namespace }: ToolUse): string =>
  namespace === undefined ? name : `${namespace}__${name}`

/** A unique id, as programs store calls by id. */
export const freshId = (prefix: string): string => `${prefix}${crypto.randomUUID().replaceAll('-', '').slice(0, 24)}`
