import { openaiBilling } from '../balance-source.ts'
import { alsoSpeaks, messagesHeaders } from '../host-formats.ts'
import { openaiVideos } from '../openai-videos.ts'
import { allOperations, defineProvider, type HeaderCall, type ProviderCall, type ProviderChannel } from '../provider.ts'
import { withoutKey } from '../query.ts'

/** Messages have their own header for a key. */
function headersOf(call: HeaderCall): Record<string, string> {
  const isMessages = call.clientHeaders?.has('anthropic-version') ?? false
  return { ...messagesHeaders(call), ...(isMessages && { 'x-api-key': call.key }) }
}

/**
 * A gateway that speaks several forms of clients, as known on 2026-11-28: a call goes to the path of its own form.
 * Calls of Gemini's are translated.
 */
const gateway = {
  baseUrl: null,
  format: 'openai',
  formatFor: alsoSpeaks(['responses', 'anthropic']),
  operations: [...allOperations, 'realtime'],
  videos: openaiVideos,
  models: [],
  urlOf: ({ channel, path }: ProviderCall) => (channel.baseUrl === null ? null : channel.baseUrl + withoutKey(path)),
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
