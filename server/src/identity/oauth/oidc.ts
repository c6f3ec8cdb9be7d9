import { makeReason, type Reason } from '@sluice/contract/error-reasons'
import { textOf } from '@sluice/contract/read-json'
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
  if (!claims) throw new GatewayError('sign_in_failed', { provider: 'OIDC', reason: makeReason('noIdToken') })
  const info = issuer.userinfo_endpoint
    ? await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)
    : {}
  const all: Record<string, unknown> = { ...claims, ...info }
  return {
    subject: claims.sub,
    formerSubject: null,
    displayName: textOf(all.name) || textOf(all.preferred_username),
    email: all.email_verified === true ? textOf(all.email) || null : null,
  }
}

const configurations = new WeakMap<OptionValues, Promise<client.Configuration>>()

/** Created once for each set of options; a failure is retried. */
function configurationOf(context: OAuthContext): Promise<client.Configuration> {
  const known = configurations.get(context.options)
  if (known) return known
  const isDiscovered = context.options['oidc.well_known'] !== ''
  const made = isDiscovered ? discover(context) : Promise.try(() => configureByHand(context))
  configurations.set(context.options, made)
  made.catch(() => configurations.delete(context.options))
  return made
}

const timeoutSeconds = 10

async function discover({ options, request }: OAuthContext): Promise<client.Configuration> {
  const wellKnown = options['oidc.well_known']
  try {
    return await client.discovery(
      new URL(wellKnown),
      options['oidc.client_id'],
      undefined,
      secretAsListed(options['oidc.client_secret']),
      {
        execute: checksFor([wellKnown]),
        [client.customFetch]: guardedFetchOf(request),
        timeout: timeoutSeconds,
      },
    )
  } catch (cause) {
    throw new GatewayError('sign_in_failed', { provider: 'OIDC', reason: reasonOf(cause) }, { cause })
  }
}

/**
 * The secret as the discovery document asks for it: in the body if it lists that, else by HTTP Basic, which is also the
 * default of a document without a list (OpenID Connect Discovery 1.0, section 3).
 */
function secretAsListed(secret: string): client.ClientAuth {
  const [inBody, asBasic] = [client.ClientSecretPost(secret), client.ClientSecretBasic(secret)]
  return (server, ...rest) => {
    const isListed = server.token_endpoint_auth_methods_supported?.includes('client_secret_post')
    return (isListed ? inBody : asBasic)(server, ...rest)
  }
}

/**
 * For a provider without a discovery document. The id_token is verified anyway, so issuer and keys are required.
 */
function configureByHand({ options, request }: OAuthContext): client.Configuration {
  const server = {
    issuer: required(options, 'oidc.issuer'),
    jwks_uri: required(options, 'oidc.jwks_uri'),
    authorization_endpoint: required(options, 'oidc.authorization_endpoint'),
    token_endpoint: required(options, 'oidc.token_endpoint'),
    ...(options['oidc.user_info_endpoint'] !== '' && {
      userinfo_endpoint: options['oidc.user_info_endpoint'],
    }),
  }
  const secret = options['oidc.client_secret']
  const isBasic = options['oidc.token_auth_method'] === 'client_secret_basic'
  const authentication = isBasic ? client.ClientSecretBasic(secret) : client.ClientSecretPost(secret)
  const configuration = new client.Configuration(server, options['oidc.client_id'], undefined, authentication)
  configuration[client.customFetch] = guardedFetchOf(request)
  configuration.timeout = timeoutSeconds
  for (const apply of checksFor(Object.values(server))) apply(configuration)
  return configuration
}

type RequiredOption = 'oidc.issuer' | 'oidc.jwks_uri' | 'oidc.authorization_endpoint' | 'oidc.token_endpoint'

function required(options: OptionValues, name: RequiredOption): string {
  const value = options[name]
  if (value === '')
    throw new GatewayError('sign_in_failed', { provider: 'OIDC', reason: makeReason('missing', { name }) })
  return value
}

/** Signatures are always verified. http is allowed only where the operator configured it. */
const checksFor = (addresses: readonly string[]) => [
  client.enableNonRepudiationChecks,
  ...(addresses.some((address) => address.startsWith('http://')) ? [client.allowInsecureRequests] : []),
]

/** The library's `fetch`, with the guarded client. */
const guardedFetchOf =
  (request: GuardedRequest): client.CustomFetch =>
  async (url, { method, headers, body }) => {
    const requested: OutboundRequest = {
      url,
      // The library uses only GET and POST, but declares any text.
      method: method as OutboundRequest['method'],
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)])),
      ...(body !== undefined && body !== null && { body: bodyText(body) }),
    }
    const answer = await request(requested)
    return new Response(new Uint8Array(answer.bytes), { status: answer.status, headers: answer.headers })
  }

function bodyText(body: unknown): string {
  if (typeof body === 'string' || body instanceof URLSearchParams) return String(body)
  throw new TypeError('the body has an unexpected type')
}

/** The reason for the user, without text of the provider. */
function reasonOf(cause: unknown): string | Reason {
  const { error, code: ownCode } = fieldsOf(cause)
  const code = error ?? ownCode
  return typeof code === 'string' && /^[\w.-]{1,64}$/.test(code) ? code : makeReason('answerUnusable')
}

/** The codes of the library's errors and of OAuth. */
const fieldsOf = (cause: unknown): { error?: unknown; code?: unknown } =>
  typeof cause === 'object' && cause !== null ? cause : {}
