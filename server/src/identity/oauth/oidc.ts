import * as client from 'openid-client'
import { GatewayError } from '../../core/errors.ts'
import type { GuardedRequest, OutboundRequest } from '../../platform/outbound/guarded-request.ts'
import type { OptionValues } from '../../state/option-registry.ts'
import type { OAuthContext, OAuthFlow, OAuthProvider } from './identity-provider.ts'

const scope = 'openid profile email'

/**
 * OpenID Connect by the authorization code flow. The id_token is always verified: signature by the provider's
 * keys, issuer, audience, times and nonce; the code is bound to this browser by PKCE.
 */
export const oidc: OAuthProvider = {
  name: 'OIDC',
  column: 'oidc_id',
  isEnabled: (options) => options['oidc.enabled'],
  async authorizationUrl(context, { state, nonce, verifier, redirectUri }) {
    const configuration = await configurationOf(context)
    return client.buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      scope,
      state,
      nonce,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    }).href
  },
  async identify(context, flow, code) {
    try {
      return await exchange(context, flow, code)
    } catch (cause) {
      if (cause instanceof GatewayError) throw cause
      throw new GatewayError('sign_in_failed', { provider: 'OIDC', reason: reasonOf(cause) }, { cause })
    }
  },
}

async function exchange(context: OAuthContext, flow: OAuthFlow, code: string) {
  const configuration = await configurationOf(context)
  const callback = new URL(flow.redirectUri)
  callback.searchParams.set('code', code)
  callback.searchParams.set('state', flow.state)
  const issuer = configuration.serverMetadata()
  if (issuer.authorization_response_iss_parameter_supported) callback.searchParams.set('iss', issuer.issuer)
  const tokens = await client.authorizationCodeGrant(configuration, callback, {
    expectedState: flow.state,
    idTokenExpected: true,
    ...(flow.nonce !== '' && { expectedNonce: flow.nonce }),
    ...(flow.verifier !== '' && { pkceCodeVerifier: flow.verifier }),
  })
  const claims = tokens.claims()
  if (!claims) throw new GatewayError('sign_in_failed', { provider: 'OIDC', reason: 'it sent no id_token' })
  const info = issuer.userinfo_endpoint
    ? await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)
    : {}
  const all = { ...claims, ...info } as Record<string, unknown>
  return {
    subject: claims.sub,
    formerSubject: null,
    displayName: textOf(all.name) || textOf(all.preferred_username),
    email: all.email_verified === true ? textOf(all.email) || null : null,
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const configurations = new WeakMap<OptionValues, Promise<client.Configuration>>()

/** Discovered once for each set of options; a failure is tried again. */
function configurationOf(context: OAuthContext): Promise<client.Configuration> {
  const known = configurations.get(context.options)
  if (known) return known
  const discovered = discover(context)
  configurations.set(context.options, discovered)
  discovered.catch(() => configurations.delete(context.options))
  return discovered
}

async function discover({ options, request }: OAuthContext): Promise<client.Configuration> {
  const wellKnown = options['oidc.well_known']
  if (wellKnown === '')
    throw new GatewayError('sign_in_failed', {
      provider: 'OIDC',
      reason: 'its well-known address is not set',
    })
  const fetchGuarded = guardedFetchOf(request)
  const isPlain = wellKnown.startsWith('http://')
  const settings = [client.enableNonRepudiationChecks, ...(isPlain ? [client.allowInsecureRequests] : [])]
  try {
    const discovered = await client.discovery(
      new URL(wellKnown),
      options['oidc.client_id'],
      options['oidc.client_secret'],
      undefined,
      { execute: settings, [client.customFetch]: fetchGuarded, timeout: 10 },
    )
    return discovered
  } catch (cause) {
    throw new GatewayError('sign_in_failed', { provider: 'OIDC', reason: reasonOf(cause) }, { cause })
  }
}

/** The library's calls, made by the guarded client. */
const guardedFetchOf =
  (request: GuardedRequest): client.CustomFetch =>
  async (url, { method, headers, body }) => {
    const asked: OutboundRequest = {
      url,
      method: method as OutboundRequest['method'],
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
      ),
      ...(body !== undefined && body !== null && { body: bodyText(body) }),
    }
    const answer = await request(asked)
    return new Response(new Uint8Array(answer.bytes), { status: answer.status, headers: answer.headers })
  }

function bodyText(body: unknown): string {
  if (typeof body === 'string' || body instanceof URLSearchParams) return String(body)
  throw new TypeError('a body of an unexpected kind')
}

/** What may be told to whoever signs in: never a body of the provider. */
function reasonOf(cause: unknown): string {
  const code = (cause as { code?: unknown; error?: unknown }).error ?? (cause as { code?: unknown }).code
  return typeof code === 'string' && /^[\w.-]{1,64}$/.test(code) ? code : 'its answer cannot be used'
}
