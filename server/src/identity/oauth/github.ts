import { z } from 'zod'
import type { OAuthProvider } from './identity-provider.ts'
import { readJsonAnswer, tokenAnswer } from './read-json-answer.ts'

const profile = z.object({
  id: z.number().int().positive(),
  login: z.string().min(1),
  name: z.string().nullish(),
})

/** docs.github.com/apps/oauth-apps, "Authorizing OAuth apps", read 2026-11. Login names are reassigned: ids are not. */
export const github: OAuthProvider = {
  name: 'GitHub',
  column: 'github_id',
  isEnabled: (options) => options.GitHubOAuthEnabled,
  async authorizationUrl({ options, endpoints }, { state, redirectUri, verifier }) {
    const url = new URL(endpoints.githubAuthorize)
    url.searchParams.set('client_id', options.GitHubClientId)
    url.searchParams.set('redirect_uri', redirectUri)
    url.searchParams.set('scope', 'user:email')
    url.searchParams.set('state', state)
    url.searchParams.set('code_challenge', await challengeOf(verifier))
    url.searchParams.set('code_challenge_method', 'S256')
    return url.href
  },
  async identify({ options, endpoints, request }, { redirectUri, verifier }, code) {
    const accept = { accept: 'application/json' }
    const { access_token } = await readJsonAnswer(
      request,
      {
        url: endpoints.githubToken,
        method: 'POST',
        headers: { ...accept, 'content-type': 'application/json' },
        body: JSON.stringify({
          client_id: options.GitHubClientId,
          client_secret: options.GitHubClientSecret,
          code,
          // A client that built the address itself sent neither.
          ...(verifier !== '' && { redirect_uri: redirectUri, code_verifier: verifier }),
        }),
      },
      { provider: 'GitHub', shape: tokenAnswer },
    )
    const headers = { ...accept, authorization: `Bearer ${access_token}`, 'user-agent': 'sluice' }
    const user = await readJsonAnswer(
      request,
      { url: endpoints.githubUser, method: 'GET', headers },
      { provider: 'GitHub', shape: profile },
    )
    return {
      subject: String(user.id),
      // A login of digits alone could be another account's id.
      formerSubject: /^\d+$/.test(user.login) ? null : user.login,
      displayName: user.name ?? user.login,
      // The address in the profile is unverified.
      email: null,
    }
  },
}

/** RFC 7636: S256. */
async function challengeOf(verifier: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  return Buffer.from(digest).toString('base64url')
}
