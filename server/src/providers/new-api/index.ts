import type { ClientFormatId } from '../../protocols/wire-format-id.ts'
import { openaiBilling } from '../balance-source.ts'
import { messagesHeaders } from '../host-formats.ts'
import { openaiVideos } from '../openai-videos.ts'
import { allOperations, defineProvider, type HeaderCall, type ProviderCall, type ProviderChannel } from '../provider.ts'
import { withoutKey } from '../query.ts'

/** A call of Gemini's form has the model in its path. */
const geminiPath = /^(\/v1(?:beta)?\/models\/)[^/:]+(:\w+)/

function urlOf({ channel, path, upstreamModel }: Pick<ProviderCall, 'channel' | 'path' | 'upstreamModel'>) {
  const named = withoutKey(path).replace(
    geminiPath,
    (_, start: string, end: string) => `${start}${encodeURIComponent(upstreamModel)}${end}`,
  )
  return channel.baseUrl === null ? null : channel.baseUrl + named
}

/** Each form of client has its own header for a key. */
function headersOf(call: HeaderCall): Record<string, string> {
  const isMessages = call.clientHeaders?.has('anthropic-version') ?? false
  return { ...messagesHeaders(call), 'x-goog-api-key': call.key, ...(isMessages && { 'x-api-key': call.key }) }
}

/** A gateway that speaks all forms of clients: each call goes to the path of its own form, as known on 2026-11-28. */
const gateway = {
  baseUrl: null,
  format: 'openai',
  formatFor: (_channel: ProviderChannel, client: ClientFormatId) => client,
  operations: [...allOperations, 'realtime'],
  videos: openaiVideos,
  models: [],
  urlOf,
  modelListUrlOf: ({ baseUrl }: ProviderChannel) => (baseUrl === null ? null : `${baseUrl}/v1/models`),
  balance: openaiBilling(({ baseUrl }) => baseUrl),
  headersOf,
  reportsStreamUsage: true,
  runsModels: true,
  takes: { takesTopK: true, keepsCacheMarks: true },
} as const

export const newApi = defineProvider({ ...gateway, id: 'new-api', type: 60 })

/** The same forms at the same paths. */
export const sub2api = defineProvider({ ...gateway, id: 'sub2api', type: 59 })
