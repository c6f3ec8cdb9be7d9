import type { ChannelWrite } from '@sluice/contract/channel-write'
import type { SseScript } from '../answers.ts'
import type { Answer } from '../fake-upstream.ts'
import type { CallCells } from './calls.ts'
import type { Replies } from './replies.ts'
import type { SentCases } from './sent.ts'

/** What a provider offers in a call of the chat kind, and about its account. */
const cellNames = [
  ...(['plain', 'stream', 'tools', 'image', 'reasoning', 'usage', 'error', 'cut', 'refusedKey'] as const),
  ...(['list', 'balance'] as const),
] as const
export type CellName = (typeof cellNames)[number]

/** The answers of a provider, as its documentation describes them. */
export interface Cells {
  /** `text`, for 100 tokens of input and 20 of output. */
  plain: Answer
  /** The same answer in parts. */
  stream(script?: SseScript): Answer
  /** A call of the function `get_weather` with `{"city":"Paris"}`. */
  tools: Answer
  /** The parts of the request that hold a PNG with the bytes `picture`. */
  image: object
  /** `text` after the thought `thought`. */
  reasoning: Answer
  /** `text` with the details of its usage. */
  usage: { answer: Answer } & UsageParts
  /** An error about the request; the caller gets this status and this text. */
  error: { answer: Answer; status: number; says: string }
  /** A stream that ends before its last frame. */
  cut: Answer
  /** Errors about the key or its account, which are the operator's. */
  refusedKey: readonly Answer[]
  list: { path: string; answers: readonly Answer[]; names: readonly string[] }
  balance: { answers: readonly Answer[]; amount: number; currency: string }
}

/** Tokens; `input` includes the cached ones, `output` the reasoning. */
interface UsageParts {
  input: number
  output: number
  cacheRead?: number
  cacheWrite?: number
  reasoning?: number
}

/** Each cell, or the reason why the provider does not offer it. */
export type CellsOrReasons = { [Name in CellName]: Cells[Name] | string }

/** Credentials that a test generates. */
export interface MadeKeys {
  /** The JSON of a service account, whose tokens the fake issues. */
  serviceAccount: string
}

export interface ProviderRow extends SentCases {
  /** The name of the row among several of its type; absent = the type has one row. */
  variant?: string
  /** The upstream's name of the model. */
  model: string
  channel?: Partial<ChannelWrite>
  /** Absent = `sk-upstream`, or the key of `channel`. */
  keyOf?(made: MadeKeys): string
  /** The path of the base URL. */
  basePath?: string
  /** Address of a call, with its query. */
  path: string
  /** Address of a streamed call, if it differs. */
  streamPath?: string
  /** Header with the key, and its value; null = no header has the key. */
  signed?: readonly [name: string, value: string | RegExp] | null
  /** The expected parts of the body of a call. */
  sentBody?: object
  /** A client of another format, for which the answer is translated. Absent = Anthropic's. */
  reader?: 'openai' | 'gemini'
  /**
   * `here` = the gateway counts the tokens, as the provider reports none, or a placeholder. `sum` = the provider
   * reports only the sum of input and output. Absent = it reports both.
   */
  counts?: 'here' | 'sum'
  /** The host documents nothing: it answers as OpenAI does. */
  isFake?: true
  /** The type serves no chat calls: only the cells of the account have a test. */
  isWithoutChat?: true
  cells: CellsOrReasons
  /** Absent = the type serves no chat calls. */
  replies?: Replies
}

/** Fields with which a channel is refused. The refusal names the field, or the part of the key. */
interface WrongChannel {
  channel: Partial<ChannelWrite>
  field: string
}

/** A channel without an address. */
export const needsAddress: WrongChannel = { channel: { base_url: '' }, field: 'base_url' }

/** All cases of a provider: `cases/<id>.ts` exports them as `cases`. */
export interface ProviderCases {
  /** Its usual variant first. */
  rows: readonly ProviderRow[]
  /** Each kind of call besides chat. */
  calls?: CallCells
  /** Wrong channels, or the reason why any channel with a key is accepted. */
  wrongChannels: readonly WrongChannel[] | string
  /** An error under status 200, if the provider documents one. */
  ownError?: Answer
}

/** Cells of a provider without chat calls, with the same reason in all others. */
export const fillCells = (reason: string, own: Partial<CellsOrReasons> = {}): CellsOrReasons => ({
  ...(Object.fromEntries(cellNames.map((name) => [name, reason])) as Record<keyof CellsOrReasons, string>),
  ...own,
})
