import { cloudflareKeys } from '@sluice/contract/channel-keys'
import { makeReason, type Reason } from '@sluice/contract/error-reasons'
import { objectionToAccountId } from '@sluice/contract/key-forms'
import type { OtherContext } from '../check-other.ts'
import { keyParser } from '../key-form.ts'
import { bearer, chatOrResponses, defineProvider, type ProviderChannel } from '../provider.ts'
import { withoutKey } from '../query.ts'
import { errorTypes } from '../read-error.ts'

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

/**
 * Workers AI at its OpenAI-compatible addresses. https://developers.cloudflare.com/workers-ai, as known on 2026-11-20
 */
export const cloudflare = defineProvider({
  id: 'cloudflare',
  type: 39,
  baseUrl: base,
  format: 'openai',
  formatFor: chatOrResponses,
  operations: ['chat', 'embeddings'],
  models: ['@cf/openai/gpt-oss-120b', '@cf/meta/llama-3.3-70b-instruct-fp8-fast', '@cf/baai/bge-m3'],
  urlOf({ channel, key, path }) {
    const root = rootOf(channel, key)
    return root === null ? null : root + withoutKey(path)
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
  takes: {},
})

/** The account is named by the field, by each key, or by an address of the AI gateway. */
function objectionToOther(other: string, { baseUrl, keys }: OtherContext): Reason | null {
  const text = other.trim()
  if (text !== '') return objectionToAccountId(text)
  const isKnown = baseUrl?.startsWith(gateway) === true || keys.every((key) => key.includes('|'))
  return isKnown ? null : makeReason('accountMissing')
}
