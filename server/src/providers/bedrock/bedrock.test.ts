import { describe, expect, test } from 'bun:test'
import type { Signature } from '../signing.ts'
import { fitMessages } from './fit-messages.ts'
import { bedrock } from './index.ts'
import { parseBedrockKey } from './key.ts'
import { modelIdOf } from './model-id.ts'
import { signBedrock } from './sign.ts'

const secret = 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY'
const keys = `AKIDEXAMPLE|${secret}|us-east-1`
const settings = { claudeHeaders: {}, geminiVersions: {} }
const body = Buffer.from(
  '{"anthropic_version":"bedrock-2023-05-31","max_tokens":1,"messages":[{"role":"user","content":"hi"}]}',
)
const request = {
  method: 'POST' as const,
  url: 'https://bedrock-runtime.us-east-1.amazonaws.com/model/anthropic.claude-3-5-sonnet-20241022-v2%3A0/invoke',
  headers: { 'content-type': 'application/json', 'user-agent': 'sluice', accept: 'application/json' },
  body,
}
const now = Date.parse('2025-10-09T08:53:20Z')

describe('signatures', () => {
  // The vector was checked against the vendor's Python library.
  test('match those of the vendor', async () => {
    const { headers } = (await signBedrock(request, keys, now)) as Signature
    expect(headers).toEqual({
      'x-amz-date': '20251009T085320Z',
      authorization: [
        'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20251009/us-east-1/bedrock/aws4_request',
        'SignedHeaders=content-type;host;x-amz-date',
        'Signature=0290b704a5b9782074cbb9b155eec7da5510d13422e5bf77811b83d30ec3c639',
      ].join(', '),
    })
  })

  test('of temporary credentials cover the session token', async () => {
    const { headers } = (await signBedrock(request, `AKID|${secret}|session|us-east-1`, now)) as Signature
    expect(headers?.['x-amz-security-token']).toBe('session')
    expect(headers?.authorization).toContain('SignedHeaders=content-type;host;x-amz-date;x-amz-security-token')
  })

  test('are skipped for an API key, which is sent unchanged', async () => {
    expect(await signBedrock(request, 'ABSKexample|us-east-1', now)).toEqual({})
    const channel = { baseUrl: null, organization: null, other: '' }
    const call = { channel, key: 'ABSKexample|us-east-1', clientHeaders: null, model: 'm', settings }
    expect(bedrock.headersOf(call)).toEqual({ authorization: 'Bearer ABSKexample' })
    expect(bedrock.headersOf({ ...call, key: keys })).toEqual({})
  })
})

test.each([
  ['AK|SK', 'notRegion', 'SK is taken for the region'],
  ['AK|SK|us-east-1.evil.example/', 'notRegion', 'a host is not a region'],
  ['AK||us-east-1', 'required', 'an empty part'],
  ['just one', 'keyForm', 'a single part'],
  ['a|b|c|d|e', 'keyForm', 'too many parts'],
])('the key %p is refused by %s: %s', (key, code) => {
  expect(parseBedrockKey(key)).toMatchObject({ ok: false, reason: { code } })
})

describe('model ids', () => {
  test.each([
    ['claude-sonnet-4-5-20250929', 'us-east-1', '', 'us.anthropic.claude-sonnet-4-5-20250929-v1:0'],
    ['claude-sonnet-4-5', 'eu-central-1', '', 'eu.anthropic.claude-sonnet-4-5-20250929-v1:0'],
    ['claude-3-5-sonnet-20241022', 'ap-south-1', '', 'apac.anthropic.claude-3-5-sonnet-20241022-v2:0'],
    ['claude-opus-5-5', 'ap-northeast-1', '', 'jp.anthropic.claude-opus-5-5'],
    ['claude-opus-5-5', 'ap-southeast-2', '', 'au.anthropic.claude-opus-5-5'],
    ['claude-opus-5-5', 'sa-east-1', '', 'global.anthropic.claude-opus-5-5'],
    ['claude-opus-5-5', 'us-gov-west-1', '', 'us-gov.anthropic.claude-opus-5-5'],
    ['claude-opus-5-5', 'us-east-1', 'global', 'global.anthropic.claude-opus-5-5'],
    ['claude-opus-5-5', 'us-east-1', 'none', 'anthropic.claude-opus-5-5'],
    ['anthropic.claude-3-haiku-20240307-v1:0', 'us-east-1', '', 'anthropic.claude-3-haiku-20240307-v1:0'],
  ])('%s in %s with the profile %p is %s', (model, region, profile, id) => {
    expect(modelIdOf(model, region, profile)).toBe(id)
  })

  test('are encoded in the address, and so is an ARN', () => {
    const channel = { baseUrl: null, organization: null, other: '' }
    const call = { operation: 'chat' as const, path: '/v1/messages', settings, channel, key: keys }
    const arn = 'arn:aws:bedrock:us-east-1:1:inference-profile/us.anthropic.claude-opus-5-5'
    expect(bedrock.urlOf({ ...call, isStream: true, upstreamModel: arn })).toBe(
      `https://bedrock-runtime.us-east-1.amazonaws.com/model/${encodeURIComponent(arn)}/invoke-with-response-stream`,
    )
    expect(bedrock.urlOf({ ...call, isStream: false, upstreamModel: 'amazon.nova-pro-v1:0' })).toBe(
      'https://bedrock-runtime.us-east-1.amazonaws.com/model/amazon.nova-pro-v1%3A0/converse',
    )
  })
})

test('the body holds version and betas, without the model and the fields that Bedrock refuses', () => {
  const { set, remove, lost } = fitMessages(
    { model: 'm', stream: true, max_tokens: 1, metadata: { user_id: 'u' }, service_tier: 'auto' },
    { upstreamModel: 'm', isStream: true, betas: ['interleaved-thinking-2025-05-14', 'claude-code-20250219'] },
  )
  expect(set).toEqual({
    anthropic_version: 'bedrock-2023-05-31',
    anthropic_beta: ['interleaved-thinking-2025-05-14'],
  })
  expect(remove.toSorted()).toEqual(['metadata', 'model', 'service_tier', 'stream'])
  expect(lost).toEqual(['metadata', 'service_tier'])
})
