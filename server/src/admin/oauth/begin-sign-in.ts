import { randomBytes } from 'node:crypto'
import { GatewayError } from '../../core/errors.ts'
import type { Caller } from '../../identity/caller.ts'
import { buildFlowCookie, newFlowCookie, readFlowCookie } from '../../identity/flow-cookie.ts'
import type { OAuthProviderId } from '../../identity/oauth/identity-provider.ts'
import { oauthProviders } from '../../identity/oauth/index.ts'
import { requireRecentSignIn } from '../../identity/require-owner.ts'
import { siteOriginOf } from '../../identity/site-origin.ts'
import type { AdminDependencies } from '../dependencies.ts'
import type { SignInRequest } from '../finish-sign-in.ts'

export interface BegunSignIn {
  /** What the provider must send back. */
  state: string
  /** Where to send the browser; absent when the client did not say which provider. */
  authorizationUrl?: string
}

/**
 * Starts a sign-in at a provider, or a binding if an account is signed in and named by the user header: a page without
 * a visible login may still have an old cookie. Binding adds a login method, so it requires a recent sign-in. The state
 * is valid once, for this provider, this browser and this account. Throws sign_in_disabled, sign_in_failed or
 * sign_in_again.
 */
export async function beginSignIn(
  deps: AdminDependencies,
  caller: Caller | null,
  { provider, inviteCode }: { provider: OAuthProviderId | null; inviteCode: string },
  request: Pick<SignInRequest, 'raw' | 'isHttps' | 'setHeader'>,
): Promise<BegunSignIn> {
  const { options } = deps.state.current()
  const binder =
    caller !== null && request.raw.headers.get('new-api-user') === String(caller.id) ? caller : null
  if (binder !== null) requireRecentSignIn(deps, binder)
  const browser = readFlowCookie(request.raw) ?? newFlowCookie()
  request.setHeader('set-cookie', buildFlowCookie(browser, request.isHttps))
  const random = () => randomBytes(32).toString('base64url')
  // Without a provider the client builds the address itself and knows neither challenge nor nonce.
  const known = provider !== null
  const data = {
    provider,
    verifier: known ? random() : '',
    nonce: known ? random() : '',
    redirectUri: known ? callbackOf(deps, provider, request) : '',
    inviteCode,
  }
  if (provider !== null && !oauthProviders[provider].isEnabled(options))
    throw new GatewayError('sign_in_disabled', { provider: oauthProviders[provider].name })
  const { id: state } = await deps.signInFlows.open('oauth', { userId: binder?.id ?? null, data, browser })
  if (provider === null) return { state }
  const context = { options, request: deps.outboundRequest, endpoints: deps.oauthEndpoints }
  const url = await oauthProviders[provider].authorizationUrl(context, { state, ...data })
  return { state, authorizationUrl: url }
}

/** The page of the console that the provider sends the browser back to. */
export function callbackOf(
  { state }: AdminDependencies,
  provider: OAuthProviderId,
  { raw, isHttps }: Pick<SignInRequest, 'raw' | 'isHttps'>,
): string {
  const { ServerAddress } = state.current().options
  return `${ServerAddress || siteOriginOf(raw, isHttps, '')}/oauth/${provider}`
}
