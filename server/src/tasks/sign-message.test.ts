import { expect, test } from 'bun:test'
import OpenAI from 'openai'
import { openRouterHeaders, standardHeaders } from './sign-message.ts'

test('signatures are those of the makers’ own examples', () => {
  const seconds = 1_760_000_000
  const replicate = { id: 'msg_1', key: '0123456789abcdef01234567', text: '{"id":"p1","status":"succeeded"}', seconds }
  expect(standardHeaders(replicate)).toEqual({
    'webhook-id': 'msg_1',
    'webhook-timestamp': '1760000000',
    'webhook-signature': 'v1,FCYBxIVUahnsys0kNi4X+Ou+wVI8MZNbJC5GN10Abac=',
  })
  const text = '{"type":"video.generation.completed","data":{"id":"job1"}}'
  expect(openRouterHeaders({ id: 'evt_1', key: 'ORSECRET', text, seconds })).toEqual({
    'x-openrouter-signature': 't=1760000000,v1=637b22b191b6b79120c94949935b35de6f37e38c78a19bff0752c98b7385dd8a',
    'x-openrouter-idempotency-key': 'evt_1',
  })
})

test('OpenAI’s client verifies a message with the API key as secret', async () => {
  const { webhooks } = new OpenAI({ apiKey: 'unused' })
  const key = 'sk-abc'
  const headers = standardHeaders({ id: 'evt_1', key, text: '{}', seconds: Math.floor(Date.now() / 1_000) })
  const secret = `whsec_${Buffer.from(key).toString('base64')}`
  await webhooks.verifySignature('{}', headers, secret)
  await expect(webhooks.verifySignature('{ }', headers, secret)).rejects.toThrow()
})
