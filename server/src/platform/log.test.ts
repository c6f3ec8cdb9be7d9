import { describe, expect, test } from 'bun:test'
import { channelTypes } from '@sluice/contract/channel-types'
import { joinKey } from '@sluice/contract/key-forms'
import { isSecret, optionKeys } from '@sluice/contract/options/registry'
import { createLog } from './log.ts'

// A line of the log contains no secret of the product, in whatever field.

/** As random as real secrets, and the same in each run. */
const random = 'Zx9Kq2LmNp4RtVw8Yb7Hc5Jd3Fg6Ts1QeUa0'
const hex = '9f86d081884c7d659a2feaa0c55ad015'

/** Secrets whose form is recognised in any text. */
const secretsByKind: Record<string, string> = {
  'key of a caller': `sk-${random}${random.slice(0, 12)}`,
  'key of OpenAI': `sk-proj-${random}`,
  'key of Anthropic': `sk-ant-api03-${random}`,
  'key of Google': `AIza${random}`,
  'key of Groq': `gsk_${random}`,
  'key of Zhipu': `${hex}.${random.slice(0, 16)}`,
  'keys of AWS': `AKIAIOSFODNN7EXAMPLE|${random}/+x|us-east-1`,
  'keys of Spark': `4a5b6c7d|${random}|${hex}`,
  'private key of a service account': `-----BEGIN PRIVATE KEY-----\n${random}\n-----END PRIVATE KEY-----`,
  'signed token': `eyJhbGciOiJIUzI1NiJ9.${random}.${random}`,
  'system access token': random.slice(0, 32),
  'cookie of a session': `${random}${random.slice(0, 7)}`,
  'header of authorization': `Bearer ${random}`,
  'secret of a Stripe hook': `whsec_${random}`,
  'secret key of Stripe': `sk_live_${random}`,
  'client secret of Google': `GOCSPX-${random}`,
  'client secret of GitHub': `ghp_${random}`,
  'token of a bot': `123456789:AA${random}`,
  'password of a database': `postgres://sluice:${random}@db:5432/sluice`,
  'password with an @ and a /': `postgres://sluice:p@ss/${random}@db:5432/sluice`,
  'password in the form of Go': `sluice:${random}@tcp(db:3306)/sluice`,
  'password of Redis': `redis://:${random}@cache:6379/0`,
  'password in pairs': `host=db password=${random} dbname=sluice`,
  'key in an address': `https://host/v1beta/models?alt=sse&key=${random}&x=1`,
  'code in an address': `https://host/oauth/github?code=${random.slice(0, 20)}&state=1`,
  'address of a Slack hook': `https://hooks.slack.com/services/T0/B0/${random.slice(0, 24)}`,
  'address of a Discord hook': `https://discord.com/api/webhooks/123/${random}`,
  'address of a Lark hook': 'https://open.larksuite.com/open-apis/bot/v2/hook/9f86d081-884c-7d65-9a2f-eaa0c55ad015',
}

const places: Record<string, (secret: string) => [object, string] | [string]> = {
  message: (secret) => [`the upstream answered: ${secret}`],
  'a text field': (secret) => [{ url: secret }, 'called'],
  'a field within fields': (secret) => [{ answer: { detail: [`refused ${secret}`] } }, 'called'],
  headers: (secret) => [{ headers: new Headers({ 'x-other': secret.replaceAll('\n', '') }) }, 'called'],
  'a URL': (secret) => [{ at: new URL(`https://host/?key=${encodeURIComponent(secret)}`) }, 'called'],
  'an error': (secret) => [{ error: new Error(`refused ${secret}`) }, 'failed'],
  'the cause of an error': (secret) => [{ err: new Error('refused', { cause: new Error(secret) }) }, 'failed'],
  'the detail of an error': (secret) => [{ err: Object.assign(new Error('x'), { detail: secret }) }, 'failed'],
  'an error in another field': (secret) => [{ reason: new Error(secret) }, 'failed'],
}

function logLine(...args: [object, string] | [string]): string {
  const lines: string[] = []
  const log = createLog('info', null, (line) => lines.push(line))
  if (args.length === 1) log.info(args[0])
  else log.info(...args)
  expect(lines).toHaveLength(1)
  return lines[0] ?? ''
}

/** The parts of the secret that come from the constants above. */
const findTestParts = (secret: string): string[] =>
  [random.slice(0, 16), hex.slice(8), '884c-7d65'].filter((part) => secret.includes(part))

describe.each(Object.entries(places))('in %s', (_place, put) => {
  test.each(Object.entries(secretsByKind))('a %s is not logged', (_kind, secret) => {
    const line = logLine(...put(secret))
    expect(findTestParts(secret).filter((part) => line.includes(part))).toEqual([])
    expect(line).toContain('***')
  })
})

const expectFieldRedacted = (name: string, secret: string) => {
  for (const fields of [{ [name]: secret }, { channel: { [name]: [secret] } }])
    expect(logLine(fields, 'x')).not.toContain(secret)
}

test('a field with the name of a secret is not logged, whatever its text', () => {
  const names = ['key', 'apiKey', 'api_key', 'x-api-key', 'password', 'authorization', 'Proxy-Authorization']
  for (const name of [...names, 'cookie', 'set-cookie', 'accessToken', 'SQL_DSN', 'client_secret'])
    expectFieldRedacted(name, 'short one')
})

test('the keys of each type of channel are not logged in their field', () => {
  for (const { keyForms } of channelTypes)
    for (const form of keyForms) {
      const parts = form.parts.map(({ name }) => [name, `${name} ${random}`])
      expectFieldRedacted('key', joinKey(form, Object.fromEntries(parts)))
    }
})

test('no secret option is logged under its name', () => {
  const secrets = optionKeys.filter(isSecret)
  expect(secrets.length).toBeGreaterThan(5)
  for (const key of secrets) expectFieldRedacted(key, 'short one')
})

test('text that is no secret stays readable', () => {
  const facts = {
    requestId: '20261123093049209828827fqT3dm3E',
    channelId: 7,
    tokenId: 9,
    tokens: 120,
    model: 'DeepSeek-R1-Distill-Qwen-32B',
    url: 'http://host:8080/v1/models?limit=10',
    path: '/work/server/src/platform/log.ts:12:3',
    at: '2026-11-23T09:30:49.209Z',
    id: '0b6cf9e2-70a2-4f5b-9d35-0242ac120002',
    option: 'GroupRoutingStrategy',
    mail: 'ops@example.com',
    list: ['a|b', 'x'],
  }
  expect(
    JSON.parse(logLine(facts, 'GET https://api.example.com:443/v1 answered 401 (task-based, risk-free)')),
  ).toMatchObject({
    ...facts,
    level: 'info',
    msg: 'GET https://api.example.com:443/v1 answered 401 (task-based, risk-free)',
  })
})
