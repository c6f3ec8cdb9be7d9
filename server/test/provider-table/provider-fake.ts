import { exportPKCS8, generateKeyPair } from 'jose'
import { answerJson } from '../answers.ts'
import { type Answer, type FakeUpstream, startFakeUpstream } from '../fake-upstream.ts'
import type { MadeKeys } from './row.ts'

/**
 * An upstream that exchanges keys for tokens and accepts uploads as providers do; all other requests get `answer`. Its
 * service account has a generated key.
 */
export async function startProviderFake(answer: Answer): Promise<FakeUpstream & MadeKeys> {
  const upstream = await startFakeUpstream((exchange) => {
    const { path } = exchange.request
    if (/^\/(token|oauth\/)/.test(path)) return answerJson({ access_token: 'ya29.token', expires_in: 3_600 })(exchange)
    if (path.endsWith('/files/upload'))
      return answerJson({ code: 0, id: 'f1', data: { id: 'f1' } }, { status: 201 })(exchange)
    return answer(exchange)
  })
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const serviceAccount = JSON.stringify({
    type: 'service_account',
    project_id: 'my-project',
    client_email: 'gateway@my-project.example',
    private_key: await exportPKCS8(privateKey),
    token_uri: `${upstream.url}/token`,
  })
  return { ...upstream, serviceAccount }
}
