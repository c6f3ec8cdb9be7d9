import { missingOptions } from '@sluice/contract/options/needs'
import { optionOf } from '@sluice/contract/options/registry'
import { parseRecord, textOf } from '@sluice/contract/read-json'
import type { ProviderTrial, TriedProvider } from '@sluice/contract/routes/oauth'
import type { OAuthProviderId } from '../../identity/oauth/identity-provider.ts'
import { oauthProviders } from '../../identity/oauth/index.ts'
import { identifyWeChat } from '../../identity/oauth/wechat.ts'
import type { GuardedRequest } from '../../platform/outbound/guarded-request.ts'
import type { AdminDependencies } from '../dependencies.ts'

type TrialDependencies = Pick<AdminDependencies, 'state' | 'outboundRequest' | 'oauthEndpoints'>

const switches = {
  github: 'GitHubOAuthEnabled',
  oidc: 'oidc.enabled',
  linuxdo: 'LinuxDOOAuthEnabled',
  wechat: 'WeChatAuthEnabled',
} as const satisfies Record<TriedProvider, string>

/** What a provider says to keys that are right and a code that is not: GitHub's word, and that of RFC 6749, 5.2. */
const codeRefused = ['bad_verification_code', 'invalid_grant']
const keysRefused = ['incorrect_client_credentials', 'invalid_client', 'unauthorized_client']
const detailMax = 300

/** A code that no provider has issued: the exchange cannot sign an account in. */
const noCode = 'sluice-try-no-code'

/**
 * Sends the provider an unknown code with the saved keys. Its refusal shows whether it accepts the keys.
 * The provider need not be switched on.
 */
export async function tryProvider(
  { state, outboundRequest, oauthEndpoints }: TrialDependencies,
  provider: TriedProvider,
  redirectUriOf: (provider: OAuthProviderId) => string,
): Promise<ProviderTrial> {
  const { options } = state.current()
  const isFilled = (name: string) => Boolean(options[name as keyof typeof options])
  if (missingOptions(optionOf(switches[provider]).needs ?? [], isFilled).length > 0)
    return { outcome: 'incomplete', detail: '' }
  let last: { status: number; text: string } | null = null
  const request: GuardedRequest = async (requested) => {
    last = null
    const answer = await outboundRequest(requested)
    last = { status: answer.status, text: new TextDecoder().decode(answer.bytes) }
    return answer
  }
  try {
    if (provider === 'wechat') await identifyWeChat(request, options, noCode)
    else {
      const flow = { state: 'try', verifier: '', nonce: '', redirectUri: redirectUriOf(provider) }
      await oauthProviders[provider].identify({ options, request, endpoints: oauthEndpoints }, flow, noCode)
    }
  } catch {
    // The answer to the last request says more.
  }
  return judge(provider, last)
}

/** Null = no answer came. */
function judge(provider: TriedProvider, answer: { status: number; text: string } | null): ProviderTrial {
  if (answer === null) return { outcome: 'unreachable', detail: '' }
  const { status, text } = answer
  const body = parseRecord(text) ?? {}
  const error = textOf(body.error)
  const detail = [String(status), error, textOf(body.error_description) || textOf(body.message)]
    .filter(Boolean)
    .join(' · ')
    .slice(0, detailMax)
  if (codeRefused.includes(error)) return { outcome: 'accepted', detail }
  if (keysRefused.includes(error) || status === 401 || status === 403) return { outcome: 'refused', detail }
  // The WeChat code server answers 200 only if it accepts the token.
  if (provider === 'wechat' && status === 200 && 'success' in body) return { outcome: 'accepted', detail }
  return { outcome: 'unclear', detail }
}
