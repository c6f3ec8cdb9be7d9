import { cloudflareKeys } from '@sluice/contract/channel-keys'
import { makeReason, type Reason } from '@sluice/contract/error-reasons'
import { objectionToAccountId } from '@sluice/contract/key-forms'
import type { OtherContext } from '../check-other.ts'
import { keyParser } from '../key-form.ts'
import { bearer, chatOrResponses, defineProvider, type ProviderChannel } from '../provider.ts'
import { withoutKey } from '../query.ts'
import { errorTypes } from '../read-error.ts'
import { mediaWireOf } from './media-wires.ts'
import { rerank } from './rerank.ts'

const base = 'https://api.cloudflare.com'
/** A base URL that contains account and service. */
const gateway = 'https://gateway.ai.cloudflare.com'

/** The account is the channel's `other`, or the first half of a key `account|token`. */
const accountOf = ({ other }: ProviderChannel, key: string): string | null =>
  other.trim() || (key.includes('|') ? (key.split('|')[0] ?? null) : null)

const tokenOf = (key: string): string => (key.includes('|') ? (key.split('|')[1] ?? '') : key)

function rootOf(channel: ProviderChannel, key: string): string | null {
  const root = channel.baseUrl ?? base
  if (root.startsWith(gateway)) return root
  const account = accountOf(channel, key)
  return account === null ? null : `${root}/client/v4/accounts/${encodeURIComponent(account)}/ai`
}

/** Names hold slashes and `@`, which stay as they are. */
const pathOfModel = (model: string): string => model.split('/').map(encodeURIComponent).join('/').replaceAll('%40', '@')

/**
 * Workers AI: texts and vectors at its OpenAI-compatible addresses, media by `/run/{model}`.
 * https://developers.cloudflare.com/workers-ai, as known on 2026-11-20
 */
export const cloudflare = defineProvider({
  id: 'cloudflare',
  type: 39,
  baseUrl: base,
  format: 'openai',
  formatFor: chatOrResponses,
  operations: [
    ...(['chat', 'embeddings', 'rerank', 'image_generations', 'image_edits'] as const),
    ...(['speech', 'transcriptions', 'translations'] as const),
  ],
  models: [
    '@cf/openai/gpt-oss-120b',
    '@cf/meta/llama-3.3-70b-instruct-fp8-fast',
    '@cf/baai/bge-m3',
    '@cf/baai/bge-reranker-base',
    '@cf/black-forest-labs/flux-1-schnell',
    '@cf/black-forest-labs/flux-2-dev',
    '@cf/deepgram/aura-1',
    '@cf/openai/whisper-large-v3-turbo',
  ],
  mediaWireOf: ({ operation, upstreamModel }) => mediaWireOf(operation, upstreamModel),
  rerank,
  urlOf({ channel, key, path, operation, upstreamModel }) {
    const root = rootOf(channel, key)
    if (root === null) return null
    const isRun = operation === 'rerank' || mediaWireOf(operation, upstreamModel) !== null
    if (!isRun) return root + withoutKey(path)
    // The AI gateway has the models directly below its address.
    return `${root}${root.startsWith(gateway) ? '' : '/run'}/${pathOfModel(upstreamModel)}`
  },
  modelListUrlOf(channel, key) {
    const root = rootOf(channel, key)
    return root === null ? null : `${root}/models/search?per_page=200`
  },
  objectionToOther,
  parseKey: keyParser(cloudflareKeys),
  headersOf: ({ key }) => bearer(tokenOf(key)),
  typeOfError: errorTypes({ 10000: 'authentication_error' }),
  reportsStreamUsage: true,
  runsModels: true,
  takes: {},
})

/** The account is named by the field, by each key, or by an address of the AI gateway. */
function objectionToOther(other: string, { baseUrl, keys }: OtherContext): Reason | null {
  const text = other.trim()
  if (text !== '') return objectionToAccountId(text)
  const isKnown = baseUrl?.startsWith(gateway) === true || keys.every((key) => key.includes('|'))
  return isKnown ? null : makeReason('accountMissing')
}
