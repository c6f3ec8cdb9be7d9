import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { answerError, answerJson } from './answers.ts'
import { type Answer, type FakeUpstream, startFakeUpstream } from './fake-upstream.ts'
import { forTests } from './for-tests.ts'
import { answers, buildKeyHeaders, startProtocolServer } from './protocol-fakes.ts'

// Signed thoughts are valid only for the account that made them. When another account answers, they are removed.

type Wire = Record<string, unknown>
const model = 'claude-opus-4-6'
const gateway = forTests(startProtocolServer)
let first: FakeUpstream
let second: FakeUpstream
const root = () => gateway.server.api('root')
const option = (key: string, value: string) => root().put('/api/option/', { key, value })

/** Answers with a thought signed by `name`. */
const answerSignedBy = (name: string): Answer =>
  answerJson({
    ...answers.anthropic,
    content: [
      { type: 'thinking', thinking: 'Hm.', signature: buildSignature(name) },
      { type: 'text', text: 'The gate opens.' },
    ],
  })
const buildSignature = (name: string) => Buffer.from(`signature of ${name}`).toString('base64')
const made = new Set<number>()

async function addChannel(fake: FakeUpstream, more: Wire = {}): Promise<void> {
  made.add(await gateway.server.addChannel(fake.url, { type: 14, models: model, auto_ban: 0, ...more }))
}

beforeAll(async () => {
  first = await startFakeUpstream(answerSignedBy('first'))
  second = await startFakeUpstream(answerSignedBy('second'))
  await option('ModelRatio', JSON.stringify({ [model]: 1 }))
  await option('RetryTimes', '2')
})
afterEach(async () => {
  for (const id of made) await root().delete(`/api/channel/${id}`)
  made.clear()
  for (const [fake, name] of [
    [first, 'first'],
    [second, 'second'],
  ] as const) {
    fake.answerWith(answerSignedBy(name))
    fake.requests.length = 0
  }
})
afterAll(async () => {
  await first?.close()
  await second?.close()
})

let conversations = 0

/** A conversation that a client of Anthropic's format continues turn by turn. */
function startConversation() {
  const messages: Wire[] = []
  const opening = `Talk ${++conversations}`
  return async (): Promise<number> => {
    messages.push({ role: 'user', content: messages.length === 0 ? opening : 'And then?' })
    const response = await fetch(`${gateway.server.url}/v1/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...buildKeyHeaders('anthropic', gateway.key) },
      body: JSON.stringify({ model, max_tokens: 2_000, messages }),
    })
    const answer = (await response.json()) as { content: Wire[] }
    messages.push({ role: 'assistant', content: answer.content })
    return response.status
  }
}

const lastBody = (fake: FakeUpstream) => fake.requests.at(-1)?.body ?? ''
const failing = answerError(500, 'broken')

describe('a conversation of signed thoughts', () => {
  test('keeps them for the account that made them', async () => {
    await addChannel(first, { priority: 5 })
    await addChannel(second)
    const talk = startConversation()
    await talk()
    await talk()
    expect(lastBody(first)).toContain(buildSignature('first'))
  })

  test('loses them when another account answers instead, and keeps those of that account', async () => {
    await addChannel(first, { priority: 5 })
    await addChannel(second)
    const talk = startConversation()
    await talk()
    first.answerWith(failing)
    expect(await talk()).toBe(200)
    expect(lastBody(first)).toContain(buildSignature('first'))
    expect(lastBody(second)).not.toContain('"signature"')
    expect(lastBody(second)).toContain('The gate opens.')
    expect(await talk()).toBe(200)
    expect(lastBody(second)).toContain(buildSignature('second'))
    expect(lastBody(second)).not.toContain(buildSignature('first'))
  })

  test('loses them when another key of its channel answers', async () => {
    await addChannel(first, { key: 'sk-one\nsk-two', multi_key_mode: 'random' })
    const talk = startConversation()
    await talk()
    const used = first.requests.at(-1)?.headers['x-api-key']
    await talk()
    expect(first.requests.at(-1)?.headers['x-api-key']).toBe(used as string)
    expect(lastBody(first)).toContain(buildSignature('first'))
    first.answerWith((exchange) =>
      (exchange.request.headers['x-api-key'] === used ? answerError(401, 'no') : answerSignedBy('first'))(exchange),
    )
    expect(await talk()).toBe(200)
    expect(first.requests.at(-1)?.headers['x-api-key']).not.toBe(used as string)
    expect(lastBody(first)).not.toContain('"signature"')
  })

  test('is sent again without them if the upstream refuses them', async () => {
    await addChannel(first)
    const refusal = answerError(400, 'messages.1.content.0: Invalid `signature` in `thinking` block')
    const talk = startConversation()
    await talk()
    first.answerWith((exchange) =>
      (exchange.request.body.includes('"signature"') ? refusal : answerSignedBy('first'))(exchange),
    )
    first.requests.length = 0
    expect(await talk()).toBe(200)
    expect(first.requests.map(({ body }) => body.includes('"signature"'))).toEqual([true, false])
  })

  test('is not sent again if it has none', async () => {
    await addChannel(first)
    first.answerWith(answerError(400, 'thinking is not for you'))
    expect(await startConversation()()).toBe(400)
    expect(first.requests).toHaveLength(1)
  })
})

test('a translated conversation loses its signed thoughts too', async () => {
  await addChannel(first, { priority: 5 })
  await addChannel(second)
  const ask = async (messages: Wire[]) =>
    (await gateway.call('openai', model, { body: { messages } })).json() as Promise<{
      choices: { message: Wire }[]
    }>
  const opening = { role: 'user', content: 'Translated talk' }
  const answer = (await ask([opening])).choices[0]?.message as Wire
  const more = [opening, answer, { role: 'user', content: 'And then?' }]
  await ask(more)
  expect(lastBody(first)).toContain(buildSignature('first'))
  first.answerWith(failing)
  await ask(more)
  expect(lastBody(second)).not.toContain('"signature"')
})
