import { missingOptions } from '@sluice/contract/options/needs'
import { optionOf } from '@sluice/contract/options/registry'
import { parseRecord, recordOf, textOf } from '@sluice/contract/read-json'
import type { ProviderTrial, TriedProvider } from '@sluice/contract/routes/oauth'
import { isKeyOf } from '@sluice/contract/typed-keys'
import { recordIn } from '../../core/json/record-in.ts'
import type { OAuthProviderId } from '../../identity/oauth/identity-provider.ts'
import { oauthProviders } from '../../identity/oauth/index.ts'
import { identifyWeChat } from '../../identity/oauth/wechat.ts'
import type { GuardedRequest } from '../../platform/outbound/guarded-request.ts'
import type { OptionValues } from '../../state/option-registry.ts'
import type { AdminDependencies } from '../dependencies.ts'

type TrialDependencies = Pick<AdminDependencies, 'state' | 'outboundRequest' | 'oauthEndpoints'>

const switches = {
  github: 'GitHubOAuthEnabled',
  oidc: 'oidc.enabled',
  linuxdo: 'LinuxDOOAuthEnabled',
  wechat: 'WeChatAuthEnabled',
  telegram: 'TelegramOAuthEnabled',
} as const satisfies Record<TriedProvider, string>

/** What a provider says to keys that are right and a code that is not: GitHub's word, and that of RFC 6749, 5.2. */
const codeRefused = ['bad_verification_code', 'invalid_grant']
const keysRefused = ['incorrect_client_credentials', 'invalid_client', 'unauthorized_client']
const detailMax = 300

/** A code that no provider has issued: the exchange cannot sign an account in. */
const noCode = 'sluice-try-no-code'

/**
 * Sends the provider an unknown code with the saved keys. Its refusal shows whether it accepts the keys. Telegram has
 * no codes: it is asked which bot the token is of.
 * The provider need not be switched on.
 */
export async function tryProvider(
  { state, outboundRequest, oauthEndpoints }: TrialDependencies,
  provider: TriedProvider,
  redirectUriOf: (provider: OAuthProviderId) => string,
): Promise<ProviderTrial> {
  const { options } = state.current()
  const isFilled = (name: string) => isKeyOf(options, name) && Boolean(options[name])
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
    if (provider === 'telegram') return await tryBot({ outboundRequest, oauthEndpoints }, options)
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

/** What a bot token looks like; anything else is no part of an address. */
const botToken = /^\d+:[\w-]+$/

const withoutAt = (name: string): string => name.trim().replace(/^@/, '').toLowerCase()

/** https://core.telegram.org/bots/api#getme (read on 2026-11-30): the bot that the token is of. */
async function tryBot(
  { outboundRequest, oauthEndpoints }: Pick<TrialDependencies, 'outboundRequest' | 'oauthEndpoints'>,
  { TelegramBotToken: token, TelegramBotName: name }: OptionValues,
): Promise<ProviderTrial> {
  if (!botToken.test(token)) return { outcome: 'refused', detail: '' }
  const { status, bytes } = await outboundRequest({
    url: `${oauthEndpoints.telegramApi}/bot${token}/getMe`,
    method: 'GET',
    headers: {},
  })
  const body = recordIn(bytes) ?? {}
  // Telegram answers an unknown token with 401, and one that is malformed with 404.
  if (status === 401 || status === 404)
    return { outcome: 'refused', detail: [String(status), textOf(body.description)].filter(Boolean).join(' · ') }
  const bot = textOf(recordOf(body.result).username)
  if (status !== 200 || bot === '') return { outcome: 'unclear', detail: String(status) }
  // The widget would show another bot than the one that signs.
  if (withoutAt(bot) !== withoutAt(name)) return { outcome: 'unclear', detail: `@${bot} ≠ @${withoutAt(name)}` }
  return { outcome: 'accepted', detail: `@${bot}` }
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
