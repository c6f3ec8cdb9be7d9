import type { JsonRecord } from '@sluice/contract/read-json'
import type { TaskPlatform } from '@sluice/contract/task'
import type { EmbeddingsWire } from '../core/embeddings.ts'
import type { MediaWire } from '../core/media.ts'
import type { RerankWire } from '../core/rerank.ts'
import type { CallOperation } from '../protocols/call-operation.ts'
import type { ChatExtensions } from '../protocols/openai-chat/chat-rules.ts'
import type { ClientFormatId, WireFormatId } from '../protocols/wire-format-id.ts'
import type { BalanceSource } from './balance-source.ts'
import type { CheckOther } from './check-other.ts'
import type { FitBody, FitMessages } from './fit-body.ts'
import type { ParsedKey } from './key-form.ts'
import type { OwnWire, Uploads } from './own-wire.ts'
import { withoutKey } from './query.ts'
import type { ReadError, TypeOfError } from './read-error.ts'
import type { SignRequest } from './signing.ts'
import type { TokenExchange } from './token-exchange.ts'
import type { VideoWire } from './video-wire.ts'

/** What a provider needs from a channel. */
export interface ProviderChannel {
  baseUrl: string | null
  organization: string | null
  other: string
  /** All its keys, which have one form; absent when only one key is known. */
  keys?: readonly string[]
}

export interface ProviderCall {
  operation: CallOperation
  /** The client's path and query, `/v1/chat/completions`; for a translated call the equivalent path. */
  path: string
  isStream: boolean
  settings: ProviderSettings
  upstreamModel: string
  channel: ProviderChannel
  key: string
  /** The token that the key was exchanged for; absent when the key itself is sent. */
  token?: string | undefined
}

/** Models whose rules are the same on every channel (`model-families.ts`). */
export type FamilyId = 'deepseek' | 'kimi' | 'glm' | 'qwen' | 'doubao' | 'minimax' | 'grok' | 'hunyuan' | 'other'

/** What a provider stores for an account and serves by id. */
export type StoredKind = 'files' | 'batches' | 'conversations' | 'message_batches' | 'message_files' | 'message_skills'

/** What a provider stores. */
interface ProviderStorage {
  kinds: readonly StoredKind[]
  /** Whole URL for a path of the kind's format (`/v1/files/…`); null when the channel has no address. */
  urlOf(channel: ProviderChannel, path: string): string | null
}

/** Changes to the answer of a chat or a completion, or to a chunk or an event of one. */
export interface FitAnswer {
  /** False if the text certainly needs no change; cheap. */
  mayChange(json: string, operation: CallOperation): boolean
  /** The changed answer; null = it needs no change. */
  change(answer: JsonRecord, operation: CallOperation): JsonRecord | null
}

/** Platforms whose channels do nothing else. */
export type ProxiedPlatform = Extract<TaskPlatform, 'mj' | 'suno'>

/** A provider: addresses, authentication and differences from its format. Pure; nothing is fetched here. */
export interface Provider {
  readonly id: string
  /** Number of the channel type on the wire. */
  readonly type: number
  /** Default base URL without a trailing slash; null = the channel must have one. */
  readonly baseUrl: string | null
  /** The format of its chat calls. */
  readonly format: WireFormatId
  /**
   * The format of a chat call for `upstreamModel` to `channel` by a client that speaks `client`; absent = always
   * `format`.
   */
  formatFor?(channel: ProviderChannel, client: ClientFormatId, upstreamModel: string): WireFormatId
  readonly operations: readonly CallOperation[]
  /** Models offered for a new channel; a channel may list any others. */
  readonly models: readonly string[]
  /** Whole URL of the call. Null when the channel lacks something it needs. */
  urlOf(call: ProviderCall): string | null
  /** URL of the model list; null when there is none. */
  modelListUrlOf(channel: ProviderChannel, key: string): string | null
  /** URL of a second list of models; a failure to read it is ignored. Absent = there is none. */
  moreModelsUrlOf?(channel: ProviderChannel, key: string): string | null
  /** Absent: the balance of the account cannot be read. */
  readonly balance?: BalanceSource
  headersOf(call: HeaderCall): Record<string, string>
  /** The parts of a key, or why the key is invalid; absent = any text is a key. */
  parseKey?(key: string): ParsedKey
  /** Why a value of the channel's field `other` is invalid; null = it is valid. Absent = any text is valid. */
  readonly objectionToOther?: CheckOther
  /** How `key` is exchanged for a token; null = the key itself is sent. Absent = every key itself is sent. */
  tokenExchangeOf?(key: string, channel: ProviderChannel): TokenExchange | null
  /** Signs the whole request; absent = the headers suffice. */
  readonly sign?: SignRequest
  /**
   * Whether a message of a call over WebSocket (an address `ws://` or `wss://`) is the last of the answer; absent = the
   * provider closes the connection.
   */
  isLastMessage?(message: string): boolean
  /** The wire of a media call of this kind for this model; null or absent = OpenAI's. */
  mediaWireOf?(call: Pick<ProviderCall, 'operation' | 'upstreamModel' | 'isStream'>): MediaWire | null
  /** The wire of embeddings for this model; null or absent = that of `format`. */
  embeddingsOf?(upstreamModel: string): EmbeddingsWire | null
  /** The wire of rankings; absent = that of `format`. */
  readonly rerank?: RerankWire
  /** The format `own`; absent = the provider speaks only formats of clients. */
  readonly wire?: OwnWire
  /**
   * Media that a client sends as bytes is uploaded first and named by id in the call; absent = the call holds the
   * bytes.
   */
  readonly uploads?: Uploads
  /** Reads errors that are partly in headers; absent = the body holds everything. */
  readonly readError?: ReadError
  /** Whether it charges for requests of a format that its usage policy refuses; absent = it never does. */
  chargesRefusals?(format: WireFormatId): boolean
  /** The meaning of its own error codes, under any status; absent = its error types have the usual meaning. */
  readonly typeOfError?: TypeOfError
  /** The changes that this host needs in a JSON body of OpenAI's format; absent = none. */
  readonly fitBody?: FitBody
  /** The changes that the answers of this host need for clients of OpenAI's format; absent = none. */
  readonly fitAnswer?: FitAnswer
  /** The changes that this host needs in a body of OpenAI Responses; absent = none. */
  readonly fitResponses?: FitBody
  /** The changes that this host needs in a body of Anthropic's format; absent = none. */
  readonly fitMessages?: FitMessages
  /** It has none of the beta features that clients of Anthropic's format name; absent = it may have them. */
  readonly lacksBetas?: true
  /** Images and files are sent as bytes: the host fetches no addresses. */
  readonly takesBytesOnly?: true
  /** Whether the gateway may add `stream_options.include_usage`. */
  readonly reportsStreamUsage: boolean
  /** Extensions that the host takes for every model; those that follow from the model are in `model-families.ts`. */
  readonly takes: ChatExtensions
  /** The family of its own models, which counts for names that no family has: endpoints, aliases. */
  readonly family?: FamilyId
  /** It runs models of other makers itself: what the makers' own APIs refuse does not count. */
  readonly runsModels?: true
  /** Channels of this type may have any address; at that of a known host, the rules of that host count. */
  readonly anyHost?: true
  /** Further addresses of the same API. */
  readonly alsoAt?: readonly string[]
  /** Its usage is a placeholder: the gateway counts the tokens. */
  readonly reportsDummyUsage?: true
  /**
   * The model name for the setup of Google's Live API, which serves this provider's realtime sessions; absent or null =
   * they use OpenAI's events.
   */
  liveModelOf?(call: Pick<ProviderCall, 'upstreamModel' | 'channel' | 'key'>): string | null
  /** Absent: stored objects of this provider are not served. */
  readonly storage?: ProviderStorage
  /** The kind of its tasks, which `tasks` submits and polls; absent = it answers calls. */
  readonly taskPlatform?: ProxiedPlatform
  /** Its videos, which are tasks; absent = it makes none. */
  readonly videos?: VideoWire
}

/** What the headers of a call depend on. */
export interface HeaderCall {
  channel: ProviderChannel
  key: string
  /** The token that the key was exchanged for; absent when the key itself is sent. */
  token?: string | undefined
  /** The client's own headers when it speaks the same format; null otherwise. */
  clientHeaders: Headers | null
  /** The model as the client named it. */
  model: string
  settings: ProviderSettings
}

/** Options that apply to all channels of a provider. */
export interface ProviderSettings {
  /** Header name → its values, by requested model. */
  claudeHeaders: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>
  /** API version by model, `default` for the others. */
  geminiVersions: Readonly<Record<string, string>>
}

/** The operations of OpenAI's whole API, and rankings, which many hosts add. */
export const allOperations: readonly CallOperation[] = [
  'chat',
  'completions',
  'embeddings',
  'moderations',
  'rerank',
  'image_generations',
  'image_edits',
  'image_variations',
  'speech',
  'transcriptions',
  'translations',
]

export const defineProvider = (provider: Provider): Provider => provider

/** A provider of tasks: no calls are relayed to it, and it has no list of models. */
export const defineTaskProvider = (
  provider: Pick<Provider, 'id' | 'type' | 'models' | 'headersOf'> & {
    taskPlatform: ProxiedPlatform
  },
): Provider => ({
  ...provider,
  baseUrl: null,
  format: 'openai',
  operations: [],
  urlOf: () => null,
  modelListUrlOf: () => null,
  reportsStreamUsage: false,
  takes: {},
})

/** A provider of videos alone. Calls to it are tasks, and it has no list of models. */
export const defineVideoProvider = (
  provider: Pick<Provider, 'id' | 'type' | 'baseUrl' | 'models' | 'headersOf'> &
    Partial<Pick<Provider, 'parseKey' | 'sign' | 'alsoAt' | 'typeOfError'>> & { videos: VideoWire },
): Provider => ({
  ...provider,
  format: 'openai',
  operations: [],
  urlOf: () => null,
  modelListUrlOf: () => null,
  reportsStreamUsage: false,
  takes: {},
})

/** OpenAI's two chat formats: the format of the client where it is one of them. */
export const chatOrResponses = (_channel: ProviderChannel, client: ClientFormatId): WireFormatId =>
  client === 'responses' ? 'responses' : 'openai'

/**
 * A host of OpenAI's API: calls have a bearer key and go to the client's path at its address, unless `host` overrides
 * it.
 */
export const defineHost = (
  host: Pick<Provider, 'id' | 'type' | 'baseUrl' | 'operations' | 'models'> &
    Partial<Provider> & {
      stores?: readonly StoredKind[]
      /** The host's path for a client's path `/v1/…`; absent = the same path. */
      pathOf?: (path: string, call: Pick<ProviderCall, 'operation' | 'upstreamModel'>) => string
    },
): Provider => {
  const { pathOf = (path) => path, baseUrl: base, stores, ...more } = host
  const join = (channel: Pick<ProviderChannel, 'baseUrl'>, path: string) => {
    const root = channel.baseUrl ?? base
    return root === null ? null : root + path
  }
  return {
    format: 'openai',
    baseUrl: base,
    urlOf: ({ channel, path, ...call }) => join(channel, pathOf(withoutKey(path), call)),
    modelListUrlOf: (channel) => join(channel, pathOf('/v1/models', { operation: 'chat', upstreamModel: '' })),
    headersOf: ({ key }) => bearer(key),
    reportsStreamUsage: true,
    takes: {},
    ...(stores && {
      storage: {
        kinds: stores,
        urlOf: (channel, path) => join(channel, pathOf(path, { operation: 'chat', upstreamModel: '' })),
      },
    }),
    ...more,
  }
}

export const bearer = (key: string): Record<string, string> => ({ authorization: `Bearer ${key}` })
