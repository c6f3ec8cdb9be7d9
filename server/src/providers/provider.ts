import type { Reason } from '@sluice/contract/error-reasons'
import type { TaskPlatform } from '@sluice/contract/task'
import type { OpenaiChatRules } from '../protocols/openai-chat/chat-rules.ts'
import type { Operation } from '../protocols/operation.ts'
import type { ClientFormatId, WireFormatId } from '../protocols/wire-format-id.ts'
import type { BalanceSource } from './balance-source.ts'
import type { FitBody, FitMessages } from './fit-body.ts'
import type { ParsedKey } from './key-form.ts'
import type { OwnWire, Uploads } from './own-wire.ts'
import { withoutKey } from './query.ts'
import type { ReadError } from './read-error.ts'
import type { SignRequest } from './signing.ts'
import type { TokenExchange } from './token-exchange.ts'

/** What a provider needs to know of a channel. */
export interface ProviderChannel {
  baseUrl: string | null
  organization: string | null
  other: string
  /** All its keys, which are of one form; absent where one key alone is known. */
  keys?: readonly string[]
}

export interface ProviderCall {
  operation: Operation
  /** The client's path and query, `/v1/chat/completions`; of a translated call the path it would have had. */
  path: string
  isStream: boolean
  settings: ProviderSettings
  upstreamModel: string
  channel: ProviderChannel
  key: string
  /** What the key was exchanged for; absent where it is sent itself. */
  token?: string | undefined
}

/** Extensions of OpenAI's format that a provider documents. What is absent is not sent: others refuse it. */
export type ChatExtensions = Pick<
  OpenaiChatRules,
  'keepsCacheMarks' | 'reasoning' | 'keepsThoughtSignatures' | 'takesTopK'
>

/** What a provider stores for an account, and shows by its id. */
export type StoredKind = 'files' | 'batches' | 'message_batches'

/** Files and batches at a provider. */
interface ProviderStorage {
  kinds: readonly StoredKind[]
  /** Whole URL for a path of the format that the kind belongs to (`/v1/files/…`); null where the channel lacks an address. */
  urlOf(channel: ProviderChannel, path: string): string | null
}

/** One way to reach models: where they are, how calls are signed, how it differs. Pure; nothing is fetched here. */
export interface Provider {
  readonly id: string
  /** Channel type number on the wire. */
  readonly type: number
  /** Default base URL without a trailing slash; null = the channel must have one. */
  readonly baseUrl: string | null
  /** The format of its chat calls. */
  readonly format: WireFormatId
  /** The format of a chat call for `upstreamModel` to `channel` by a client that speaks `client`; absent = always `format`. */
  formatFor?(channel: ProviderChannel, client: ClientFormatId, upstreamModel: string): WireFormatId
  readonly operations: readonly Operation[]
  /** Names offered when a channel is made; a channel may list any others. */
  readonly models: readonly string[]
  /** Whole URL to call. Null when the channel lacks what it needs. */
  urlOf(call: ProviderCall): string | null
  /** Where the list of models is; null when there is none. */
  modelListUrlOf(channel: ProviderChannel, key: string): string | null
  /** Absent: nothing can be learned of the account's balance. */
  readonly balance?: BalanceSource
  headersOf(call: HeaderCall): Record<string, string>
  /** The parts of a key, or why it is none of this provider's; absent = any text is a key. */
  parseKey?(key: string): ParsedKey
  /** What speaks against a value of the channel's field `other`; null = nothing. Absent = any text is taken. */
  objectionToOther?(other: string): Reason | null
  /** How `key` is exchanged for a token; null = it is sent itself. Absent = all keys are. */
  tokenExchangeOf?(key: string, channel: ProviderChannel): TokenExchange | null
  /** Signs the whole request; absent = its headers are enough. */
  readonly sign?: SignRequest
  /** The format `own`; absent = it speaks none that clients do not speak too. */
  readonly wire?: OwnWire
  /** Bytes that a client gives are uploaded, and named by their ids in the call; absent = they stand in the call. */
  readonly uploads?: Uploads
  /** Its refusals say in headers what is wrong; absent = the body of its format says all. */
  readonly readError?: ReadError
  /** What a JSON body in OpenAI's format must differ in for this host; absent = nothing. */
  readonly fitBody?: FitBody
  /** What a body in Anthropic's format must differ in for this host; absent = nothing. */
  readonly fitMessages?: FitMessages
  /** Images and files are sent as bytes: it fetches none by an address. */
  readonly takesBytesOnly?: true
  /** Whether a hidden `stream_options.include_usage` may be asked for. */
  readonly reportsStreamUsage: boolean
  readonly takes: ChatExtensions
  /** Its usage is a placeholder: tokens are counted here. */
  readonly reportsDummyUsage?: true
  /** Absent: it stores nothing that is served here. */
  readonly storage?: ProviderStorage
  /** It works on tasks, which the room `tasks` submits and follows; absent = it answers calls. */
  readonly taskPlatform?: TaskPlatform
}

/** What the headers of a call depend on. */
export interface HeaderCall {
  channel: ProviderChannel
  key: string
  /** What the key was exchanged for; absent where it is sent itself. */
  token?: string | undefined
  /** The client's own headers when it speaks the same format; null otherwise. */
  clientHeaders: Headers | null
  /** The name the client asked by. */
  model: string
  settings: ProviderSettings
}

/** What the operator set for all channels of a provider. */
export interface ProviderSettings {
  /** Header name to its values, by the model that was asked for. */
  claudeHeaders: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>
  /** API version by model, `default` for the others. */
  geminiVersions: Readonly<Record<string, string>>
}

/** What hosts of OpenAI's whole API serve, and the rankings that many of them add. */
export const allOperations: readonly Operation[] = [
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

/** A provider of tasks: nothing is relayed to it, and it has no list of models. */
export const defineTaskProvider = (
  provider: Pick<Provider, 'id' | 'type' | 'models' | 'headersOf'> & { taskPlatform: TaskPlatform },
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

/** OpenAI's two formats of chat, each to those who speak it. */
export const chatOrResponses = (_channel: ProviderChannel, client: ClientFormatId): WireFormatId =>
  client === 'responses' ? 'responses' : 'openai'

/** A host of OpenAI's API: calls have a bearer key and go to its address and the client's path, unless it says otherwise. */
export const defineHost = (
  host: Pick<Provider, 'id' | 'type' | 'baseUrl' | 'operations' | 'models'> &
    Partial<Provider> & {
      stores?: readonly StoredKind[]
      /** The host's path for a client's path `/v1/…`; absent = the same. */
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
    modelListUrlOf: (channel) =>
      join(channel, pathOf('/v1/models', { operation: 'chat', upstreamModel: '' })),
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
