import { z } from 'zod'
import type { OAuthProvider } from './identity-provider.ts'
import { readJsonAnswer, tokenAnswer } from './read-json-answer.ts'

const profile = z.object({
  id: z.number().int().positive(),
  username: z.string(),
  name: z.string().nullish(),
  active: z.boolean().optional(),
})

/** connect.linux.do: OAuth 2 with HTTP Basic at the token address. */
export const linuxDo: OAuthProvider = {
  name: 'Linux DO',
  column: 'linux_do_id',
  isEnabled: (options) => options.LinuxDOOAuthEnabled,
  async authorizationUrl({ options, endpoints }, { state, redirectUri }) {
    const url = new URL(endpoints.linuxDoAuthorize)
    url.searchParams.set('response_type', 'code')
    url.searchParams.set('client_id', options.LinuxDOClientId)
    url.searchParams.set('redirect_uri', redirectUri)
    url.searchParams.set('state', state)
    return url.href
  },
  async identify({ options, endpoints, request }, { redirectUri }, code) {
    const parts = [options.LinuxDOClientId, options.LinuxDOClientSecret].map(encodeForm)
    const credentials = Buffer.from(parts.join(':'))
    const { access_token } = await readJsonAnswer(
      request,
      {
        url: endpoints.linuxDoToken,
        method: 'POST',
        headers: {
          accept: 'application/json',
          authorization: `Basic ${credentials.toString('base64')}`,
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: new URLSearchParams({
          grant_type: 'authorization_code',
          code,
          redirect_uri: redirectUri,
        }).toString(),
      },
      { provider: 'Linux DO', shape: tokenAnswer },
    )
    const headers = { accept: 'application/json', authorization: `Bearer ${access_token}` }
    const user = await readJsonAnswer(
      request,
      { url: endpoints.linuxDoUser, method: 'GET', headers },
      { provider: 'Linux DO', shape: profile },
    )
    return {
      subject: String(user.id),
      formerSubject: null,
      displayName: user.name || user.username,
      email: null,
    }
  },
}

/** OAuth encodes both parts of its Basic credentials so (RFC 6749, section 2.3.1). */
const encodeForm = (text: string): string => new URLSearchParams({ text }).toString().slice('text='.length)
