import type { GuardedRequest } from '../../platform/outbound/guarded-request.ts'
import type { OptionValues } from '../../state/option-registry.ts'

/** Providers that redirect the browser back with a code. */
export type OAuthProviderId = 'github' | 'oidc' | 'linuxdo'

export interface ExternalIdentity {
  /** Never changes and is never reassigned. */
  subject: string
  /** The value that imported accounts have; null = the same. */
  formerSubject: string | null
  /** '' = unknown. */
  displayName: string
  /** Confirmed by the provider; null = unknown, or not confirmed. */
  email: string | null
}

/** Data that both halves of a sign-in share. */
export interface OAuthFlow {
  state: string
  verifier: string
  nonce: string
  redirectUri: string
}

export interface OAuthContext {
  options: OptionValues
  request: GuardedRequest
  endpoints: OAuthEndpoints
}

export interface OAuthProvider {
  readonly name: string
  isEnabled(options: OptionValues): boolean
  /** Column of `users` that holds the subject. */
  readonly column: 'github_id' | 'oidc_id' | 'linux_do_id'
  /** The address that the browser is redirected to. */
  authorizationUrl(context: OAuthContext, flow: OAuthFlow): Promise<string>
  /** Exchanges the code. Throws GatewayError `sign_in_failed`. */
  identify(context: OAuthContext, flow: OAuthFlow, code: string): Promise<ExternalIdentity>
}

/** Addresses of providers with a single deployment. */
export interface OAuthEndpoints {
  githubAuthorize: string
  githubToken: string
  githubUser: string
  linuxDoAuthorize: string
  linuxDoToken: string
  linuxDoUser: string
  telegramApi: string
}

export const productionEndpoints: OAuthEndpoints = {
  githubAuthorize: 'https://github.com/login/oauth/authorize',
  githubToken: 'https://github.com/login/oauth/access_token',
  githubUser: 'https://api.github.com/user',
  linuxDoAuthorize: 'https://connect.linux.do/oauth2/authorize',
  linuxDoToken: 'https://connect.linux.do/oauth2/token',
  linuxDoUser: 'https://connect.linux.do/api/user',
  telegramApi: 'https://api.telegram.org',
}
