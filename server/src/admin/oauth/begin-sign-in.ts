import { randomBytes } from 'node:crypto'
import { GatewayError } from '../../core/errors.ts'
import type { ConsoleCaller } from '../../identity/console-caller.ts'
import { buildFlowCookie, newFlowCookie, readFlowCookie } from '../../identity/flow-cookie.ts'
import type { OAuthProviderId } from '../../identity/oauth/identity-provider.ts'
import { oauthProviders } from '../../identity/oauth/index.ts'
import { requireRecentSignIn } from '../../identity/require-owner.ts'
import { siteOriginOf } from '../../identity/site-origin.ts'
import type { AdminDependencies } from '../dependencies.ts'
import type { SignInRequest } from '../finish-sign-in.ts'

export interface BegunSignIn {
  /** The value that the provider must return. */
  state: string
  /** When the state becomes invalid; milliseconds. */
  expiresAt: number
  /** Where to send the browser; absent when the client builds the address. */
  authorizationUrl?: string
}

interface SignInOptions {
  provider: OAuthProviderId | null
  inviteCode: string
  /** Absent: a binding where the user header names the signed-in account. */
  intent?: 'login' | 'bind'
  /** The client builds the address of the provider, also of a named one. */
  buildsAddress?: true
}

/**
 * Starts a sign-in at a provider, or a binding if an account is signed in and named by the user header: a page without
 * a visible login may still have an old cookie. Binding adds a login method, so it requires a recent sign-in. The state
 * is valid once, for this provider, this browser and this account. Throws sign_in_disabled, sign_in_failed,
 * sign_in_again, or not_logged_in for a binding without an account.
 */
export async function beginSignIn(
  deps: AdminDependencies,
  caller: ConsoleCaller | null,
  { provider, inviteCode, intent, buildsAddress }: SignInOptions,
  request: Pick<SignInRequest, 'raw' | 'isHttps' | 'setHeader'>,
): Promise<BegunSignIn> {
  const { options } = deps.state.current()
  const isNamed = caller !== null && request.raw.headers.get('new-api-user') === String(caller.id)
  const binder = (intent ?? (isNamed ? 'bind' : 'login')) === 'bind' ? caller : null
  if (intent === 'bind' && binder === null) throw new GatewayError('not_logged_in')
  if (binder !== null) requireRecentSignIn(deps, binder)
  const browser = readFlowCookie(request.raw) ?? newFlowCookie()
  request.setHeader('set-cookie', buildFlowCookie(browser, request.isHttps))
  const random = () => randomBytes(32).toString('base64url')
  // A client that builds the address knows neither challenge nor nonce.
  const known = provider !== null && !buildsAddress
  const data = {
    provider,
    verifier: known ? random() : '',
    nonce: known ? random() : '',
    redirectUri: known ? buildCallbackUrl(deps, provider, request) : '',
    inviteCode,
  }
  if (provider !== null && !oauthProviders[provider].isEnabled(options))
    throw new GatewayError('sign_in_disabled', { provider: oauthProviders[provider].name })
  const opened = await deps.signInFlows.open('oauth', { userId: binder?.id ?? null, data, browser })
  const { id: state, expiresAt } = opened
  if (!known) return { state, expiresAt }
  const context = { options, request: deps.outboundRequest, endpoints: deps.oauthEndpoints }
  const url = await oauthProviders[provider].authorizationUrl(context, { state, ...data })
  return { state, expiresAt, authorizationUrl: url }
}

/** The page of the console that the provider sends the browser back to. */
export function buildCallbackUrl(
  { state, config }: Pick<AdminDependencies, 'state' | 'config'>,
  provider: OAuthProviderId,
  { raw, isHttps }: Pick<SignInRequest, 'raw' | 'isHttps'>,
): string {
  const { ServerAddress } = state.current().options
  return `${ServerAddress || siteOriginOf(raw, isHttps, '') + config.BASE_PATH}/oauth/${provider}`
}
