import type { OpenaiOperation } from '../protocols/openai-chat/parse-request.ts'

/** What a provider needs to know of a channel. */
export interface ProviderChannel {
  baseUrl: string | null
  organization: string | null
  other: string
}

export interface ProviderCall {
  operation: OpenaiOperation
  /** The client's path and query, `/v1/chat/completions`. */
  path: string
  upstreamModel: string
  channel: ProviderChannel
  key: string
}

/** One way to reach models: where they are, how calls are signed, how it differs. Pure; nothing is fetched here. */
export interface Provider {
  readonly id: string
  /** Channel type number on the wire. */
  readonly type: number
  /** Default base URL without a trailing slash; null = the channel must have one. */
  readonly baseUrl: string | null
  readonly operations: readonly OpenaiOperation[]
  /** Names offered when a channel is made; a channel may list any others. */
  readonly models: readonly string[]
  /** Whole URL to call. Null when the channel lacks what it needs. */
  urlOf(call: ProviderCall): string | null
  /** Where the list of models is; null when there is none. */
  modelListUrlOf(channel: ProviderChannel): string | null
  headersOf(call: Pick<ProviderCall, 'channel' | 'key'>): Record<string, string>
  /** Whether a hidden `stream_options.include_usage` may be asked for. */
  readonly reportsStreamUsage: boolean
}

export const defineProvider = (provider: Provider): Provider => provider

export const bearer = (key: string): Record<string, string> => ({ authorization: `Bearer ${key}` })
