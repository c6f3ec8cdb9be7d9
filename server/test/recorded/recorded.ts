/** What every client must read of a recorded answer. */
export interface Recorded {
  /**
   * `folder/name` in `__fixtures__`; the whole answer, the stream, or both under one name. `#2` = the second of several
   * streams in one file.
   */
  name: string
  /** Absent = there is a recording of both forms. */
  only?: 'plain' | 'stream'
  /** The beginning of the text; '' = there is none. */
  text: string
  /** The same of the stream, if that is another answer. */
  streamText?: string
  /** The beginning of the reasoning; absent = there is none. */
  reasoning?: string
  streamReasoning?: string
  /** Calls of functions, with their arguments. */
  tools?: readonly [name: string, input: unknown][]
  streamTools?: readonly [name: string, input: unknown][]
  /** Why it ends; absent = it is complete, or calls functions. */
  end?: 'length' | 'filter'
  /** The beginning of the model's refusal. `end` is then `filter`, unless the format has a field for refusals. */
  refusal?: string
  /** How many addresses it cites. */
  links?: readonly [plain: number, stream: number]
  /** Tokens that are charged: of the whole answer, and of the stream where they differ. `null` = counted here. */
  usage: readonly [input: number, output: number] | null
  streamUsage?: readonly [input: number, output: number] | null
  /** It used a tool whose tokens it does not report: they are counted here. */
  hasUncountedTool?: true
  /** The clients that read it; absent = those of its host. */
  clients?: readonly RecordedClient[]
}

/** The official packages, by the format that they speak. */
export type RecordedClient = 'openai' | 'responses' | 'anthropic' | 'gemini'

export const allClients: readonly RecordedClient[] = ['openai', 'responses', 'anthropic', 'gemini']

export interface RecordedHost {
  label: string
  /** Its id. */
  provider: string
  model: string
  key?: string
  /** The path of the base URL. */
  basePath?: string
  /** How a stream is framed; absent = server-sent events that end with `[DONE]`. `named` = they have names. */
  framing?: 'events' | 'named' | 'aws'
  /** The client of the recordings' own format, which reads the same without the gateway; null = there is none. */
  native: RecordedClient | null
  /** The clients for whom it answers in the format of the recordings; absent = all: a second format is answered 404. */
  clients?: readonly RecordedClient[]
  answers: readonly Recorded[]
}
