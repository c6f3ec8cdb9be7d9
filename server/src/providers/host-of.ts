import { tableOf } from '@sluice/contract/table-of'
import type { ReasoningField } from '../protocols/openai-chat/chat-rules.ts'
import { providers } from './index.ts'
import type { Provider, ProviderChannel } from './provider.ts'

/** Who answers a channel's calls. */
export interface Host {
  /** The provider whose rules count. */
  provider: Provider
  /** The field of a message that holds reasoning; null = the host refuses reasoning. */
  reasoningField: ReasoningField | null
  /** It refuses a format of the answer beside functions: the format becomes an instruction. */
  refusesJsonBesideTools?: true
}

/**
 * Hosts that refuse `reasoning_content`. https://platform.openai.com/docs/api-reference/chat/create,
 * https://console.groq.com/docs/reasoning and https://inference-docs.cerebras.ai/capabilities/reasoning, as known on
 * 2026-11-28. Groq: "json mode cannot be combined with tool/function calling"
 * (https://github.com/vercel/ai/pull/16540, read 2026-11-28).
 */
const rulesByHostname = tableOf<Omit<Host, 'provider'>>({
  'api.openai.com': { reasoningField: null },
  'api.groq.com': { reasoningField: 'reasoning', refusesJsonBesideTools: true },
  'api.cerebras.ai': { reasoningField: 'reasoning' },
})

const byHostname = new Map(
  providers
    .filter(({ format, anyHost }) => format === 'openai' && anyHost !== true)
    .flatMap((provider) =>
      [provider.baseUrl, ...(provider.alsoAt ?? [])].flatMap((url) =>
        url === null ? [] : [[new URL(url).hostname, provider] as const],
      ),
    ),
)

const rememberedMax = 2_000
const remembered = new Map<string, Host>()

/**
 * The host of a channel: that of its type, or for a type that is called at any address the host that the address
 * belongs to, whose rules are the same.
 */
export function hostOf(provider: Provider, { baseUrl }: Pick<ProviderChannel, 'baseUrl'>): Host {
  const key = `${provider.id} ${baseUrl ?? ''}`
  const known = remembered.get(key)
  if (known) return known
  const host = findHost(provider, baseUrl ?? provider.baseUrl)
  if (remembered.size >= rememberedMax) remembered.clear()
  remembered.set(key, host)
  return host
}

function findHost(provider: Provider, url: string | null): Host {
  const hostname = url !== null && URL.canParse(url) ? new URL(url).hostname : ''
  const found = Object.entries(rulesByHostname).find(([name]) => hostname === name || hostname.endsWith(`.${name}`))
  return {
    provider: (provider.anyHost && byHostname.get(hostname)) || provider,
    ...(found === undefined ? { reasoningField: 'reasoning_content' } : found[1]),
  }
}
