import { expect, test } from 'bun:test'
import { exchangeToken, type TokenAnswer, TokenRefused } from './token-exchange.ts'

const exchange = {
  request: (now: number) => ({ url: 'https://auth.example', headers: {}, body: `at ${now}` }),
  read: (answer: unknown) => {
    const { access_token: token } = Object(answer) as { access_token?: unknown }
    return typeof token === 'string' ? { token, lifetimeSeconds: 60 } : null
  },
}

test('the exchange reads the answer', async () => {
  const sent: string[] = []
  const received = await exchangeToken(exchange, 7, async ({ body }) => {
    sent.push(body)
    return { status: 200, text: '{"access_token":"t"}' }
  })
  expect(received).toEqual({ token: 't', lifetimeSeconds: 60 })
  expect(sent).toEqual(['at 7'])
})

test.each<[TokenAnswer, number, string]>([
  [
    { status: 400, text: '{"error":"invalid_grant","error_description":"Invalid JWT Signature."}' },
    401,
    'invalid_grant: Invalid JWT Signature.',
  ],
  [{ status: 200, text: '{"error":"invalid_client"}' }, 401, 'invalid_client'],
  [{ status: 200, text: '[]' }, 401, 'status 200 without a reason'],
  [{ status: 403, text: '<html>' }, 401, 'status 403 without a reason'],
  [{ status: 429, text: '{}' }, 429, 'status 429 without a reason'],
  [{ status: 503, text: '' }, 503, 'status 503 without a reason'],
])('an answer %p without a token counts as status %p', async (answer, status, message) => {
  const refused = await exchangeToken(exchange, 0, async () => answer).catch((cause: unknown) => cause)
  expect(refused).toBeInstanceOf(TokenRefused)
  expect(refused).toMatchObject({ status, message })
})
