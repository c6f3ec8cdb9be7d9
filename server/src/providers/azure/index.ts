import { makeReason } from '@sluice/contract/error-reasons'
import { matching } from '../check-other.ts'
import { bearer, chatOrResponses, defineProvider, type ProviderCall, type ProviderChannel } from '../provider.ts'
import { allowedQuery } from '../query.ts'

/** The latest dated version, used by channels that name none. */
const versionByDefault = '2024-10-21'
/** The version name that selects addresses without dated versions. */
const undated = 'v1'

const version = /^(v1|\d{4}-\d{2}-\d{2}(-preview)?)$/

const versionOf = ({ other }: ProviderChannel): string => other.trim() || versionByDefault

/**
 * OpenAI models on Azure, by deployment: the upstream model is the name of the deployment. `other` holds the API
 * version; `v1` selects the addresses without dated versions.
 * https://learn.microsoft.com/azure/ai-foundry/openai/reference, as known on 2026-11-22
 */
export const azure = defineProvider({
  id: 'azure',
  type: 3,
  baseUrl: null,
  format: 'openai',
  formatFor: chatOrResponses,
  operations: [
    ...(['chat', 'completions', 'embeddings', 'image_generations', 'image_edits', 'speech'] as const),
    ...(['transcriptions', 'translations', 'realtime'] as const),
  ],
  models: [],
  urlOf,
  modelListUrlOf: (channel) =>
    channel.baseUrl === null
      ? null
      : versionOf(channel) === undated
        ? `${channel.baseUrl}/openai/v1/models`
        : `${channel.baseUrl}/openai/models?api-version=${encodeURIComponent(versionOf(channel))}`,
  // A token of Entra ID is a JWT; a resource key is not.
  headersOf: ({ key }): Record<string, string> => (key.startsWith('eyJ') ? bearer(key) : { 'api-key': key }),
  objectionToOther: matching(version, (what) => makeReason('notApiVersion', { what })),
  storage: { kinds: ['files', 'batches'], urlOf: storageUrlOf },
  reportsStreamUsage: true,
  runsModels: true,
  takes: {},
})

/** What clients ask of a stored answer: its stream, and the page of the items of its input. */
const storedQuery = [
  'stream',
  'starting_after',
  'include_obfuscation',
  'include',
  'include[]',
  'limit',
  'order',
  'after',
  'before',
]

/** A version in the client's query takes precedence over that of the channel. */
function urlOf({ channel, path, upstreamModel }: ProviderCall): string | null {
  const { baseUrl } = channel
  if (baseUrl === null) return null
  const [pathname = '', query = ''] = path.split('?')
  const task = pathname.replace(/^\/v1/, '')
  const requested = new URLSearchParams(query).get('api-version')
  const version = requested ?? versionOf(channel)
  if (task === '/realtime') return realtimeUrlOf(baseUrl, upstreamModel, version, query)
  const isStored = task.startsWith('/responses/')
  const asked = isStored ? allowedQuery(path, storedQuery) : ''
  if (version === undated) return `${baseUrl}/openai/v1${task}${asked}`
  const place = isStored || task === '/responses' ? '' : `/deployments/${encodeURIComponent(upstreamModel)}`
  return `${baseUrl}/openai${place}${task}?api-version=${encodeURIComponent(version)}${asked.replace('?', '&')}`
}

/** Files and batches belong to the resource, not to a deployment. */
function storageUrlOf(channel: ProviderChannel, path: string): string | null {
  if (channel.baseUrl === null) return null
  const place = path.replace(/^\/v1/, '')
  const version = versionOf(channel)
  return version === undated
    ? `${channel.baseUrl}/openai/v1${place}`
    : `${channel.baseUrl}/openai${place}?api-version=${encodeURIComponent(version)}`
}

/** https://learn.microsoft.com/azure/ai-foundry/openai/how-to/realtime-audio-websockets, as known on 2026-11-22 */
function realtimeUrlOf(baseUrl: string, deployment: string, version: string, query: string): string {
  const name = encodeURIComponent(deployment)
  const dated = `${baseUrl}/openai/realtime?api-version=${encodeURIComponent(version)}&`
  const undatedOnes = `${baseUrl}/openai/v1/realtime?`
  const isUndated = version === undated
  // A session that only transcribes names no deployment here: models that transcribe are refused.
  if (new URLSearchParams(query).get('intent') === 'transcription')
    return `${isUndated ? undatedOnes : dated}intent=transcription`
  return isUndated ? `${undatedOnes}model=${name}` : `${dated}deployment=${name}`
}
