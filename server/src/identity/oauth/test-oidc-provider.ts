import { randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider, { type Configuration } from 'oidc-provider'

/** A real OpenID Connect provider on loopback. Every visitor is signed in as the configured account, with consent. */
export interface TestOidcProvider {
  readonly issuer: string
  readonly wellKnown: string
  readonly clientId: string
  readonly clientSecret: string
  /** How the secret must be sent, and whether the discovery document says so. */
  secretBy: { method: 'client_secret_post' | 'client_secret_basic'; isListed: boolean }
  account: { sub: string; name: string; email: string; emailVerified: boolean }
  /** Follows the redirects as a browser does, up to the address of the client. */
  followRedirects(authorizationUrl: string): Promise<URL>
  stop(): Promise<void>
}

const hopsMax = 10

/** Starts a provider, on `openServer` if its address had to be known before `redirectUri`. */
export async function startOidcProvider(redirectUri: string, openServer?: OpenServer): Promise<TestOidcProvider> {
  const { server, port } = openServer ?? (await openOidcServer())
  const issuer = `http://127.0.0.1:${port}`
  const clientId = 'sluice'
  const clientSecret = `+:%/ ${randomBytes(24).toString('hex')}`
  const harness: TestOidcProvider = {
    issuer,
    clientId,
    clientSecret,
    wellKnown: `${issuer}/.well-known/openid-configuration`,
    secretBy: { method: 'client_secret_post', isListed: true },
    account: { sub: 'ada-1', name: 'Ada', email: 'ada@example.com', emailVerified: true },
    followRedirects: (url) => followRedirects(url, new URL(redirectUri).origin),
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  const configuration: Configuration = {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri] }],
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    claims: { profile: ['name'], email: ['email', 'email_verified'] },
    cookies: { keys: [randomBytes(16).toString('hex')] },
    ttl: { Interaction: 600, Session: 600, Grant: 600, IdToken: 600, AccessToken: 600 },
    interactions: { url: (_, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_, id) => {
      const { name, email, emailVerified } = harness.account
      return { accountId: id, claims: () => ({ sub: id, name, email, email_verified: emailVerified }) }
    },
  }
  const provider = new Provider(issuer, configuration)
  answerInteractions(provider, harness)
  refuseOtherMethods(provider, harness)
  server.on('request', provider.callback())
  return harness
}

/** Signs in the configured account and gives consent, without asking the visitor. */
function answerInteractions(provider: Provider, harness: TestOidcProvider): void {
  provider.use(async (ctx, next) => {
    if (!ctx.path.startsWith('/interaction/')) return await next()
    const { prompt, session, params } = await provider.interactionDetails(ctx.req, ctx.res)
    ctx.respond = false
    if (prompt.name === 'login') {
      const result = { login: { accountId: harness.account.sub } }
      return await provider.interactionFinished(ctx.req, ctx.res, result)
    }
    const grant = new provider.Grant({
      ...(session && { accountId: session.accountId }),
      clientId: String(params.client_id),
    })
    grant.addOIDCScope('openid profile email')
    const result = { consent: { grantId: await grant.save() } }
    await provider.interactionFinished(ctx.req, ctx.res, result, { mergeWithLastSubmission: true })
  })
}

function refuseOtherMethods(provider: Provider, harness: TestOidcProvider): void {
  provider.use(async (ctx, next) => {
    const { method, isListed } = harness.secretBy
    const isBasic = (ctx.get('authorization') ?? '').startsWith('Basic ')
    if (ctx.path === '/token' && isBasic !== (method === 'client_secret_basic')) {
      ctx.status = 401
      ctx.body = { error: 'invalid_client' }
      return
    }
    await next()
    if (ctx.path === '/.well-known/openid-configuration')
      ctx.body = { ...Object(ctx.body), token_endpoint_auth_methods_supported: isListed ? [method] : undefined }
  })
}

/** Follows redirects from `start` until the first address of `origin`. */
async function followRedirects(start: string, origin: string): Promise<URL> {
  const jar = new Map<string, string>()
  let url = new URL(start)
  for (let hop = 0; hop < hopsMax && url.origin !== origin; hop++) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      jar.set(name, value)
    }
    const location = response.headers.get('location')
    if (location === null) throw new Error(`${url.pathname} answered ${response.status}`)
    url = new URL(location, url)
  }
  return url
}

/** A server on loopback that does not answer yet. */
export interface OpenServer {
  server: Server
  port: number
}

export async function openOidcServer(): Promise<OpenServer> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, port: (server.address() as AddressInfo).port }
}
