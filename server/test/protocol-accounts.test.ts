import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { answerError, answerJson } from './answers.ts'
import { type Answer, type FakeUpstream, startFakeUpstream } from './fake-upstream.ts'
import { answers, type ProtocolServer, signed, startProtocolServer } from './protocol-fakes.ts'

// Signed thoughts are valid only for the account that made them. When another account answers, they are removed.

type Wire = Record<string, unknown>
const model = 'claude-opus-4-6'
let it: ProtocolServer
let first: FakeUpstream
let second: FakeUpstream
const root = () => it.server.api('root')
const option = (key: string, value: string) => root().put('/api/option/', { key, value })

/** Answers with a thought signed by `name`. */
const signedBy = (name: string): Answer =>
  answerJson({
    ...answers.anthropic,
    content: [
      { type: 'thinking', thinking: 'Hm.', signature: signatureOf(name) },
      { type: 'text', text: 'The gate opens.' },
    ],
  })
const signatureOf = (name: string) => Buffer.from(`signature of ${name}`).toString('base64')
const made = new Set<number>()

async function channel(fake: FakeUpstream, more: Wire = {}): Promise<void> {
  made.add(await it.server.addChannel(fake.url, { type: 14, models: model, auto_ban: 0, ...more }))
}

beforeAll(async () => {
  it = await startProtocolServer()
  first = await startFakeUpstream(signedBy('first'))
  second = await startFakeUpstream(signedBy('second'))
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
    fake.answerWith(signedBy(name))
    fake.requests.length = 0
  }
})
afterAll(async () => {
  await it?.stop()
  await first?.close()
  await second?.close()
})

let talks = 0

/** A conversation that a client of Anthropic's format continues turn by turn. */
function startTalk() {
  const messages: Wire[] = []
  const opening = `Talk ${++talks}`
  return async (): Promise<number> => {
    messages.push({ role: 'user', content: messages.length === 0 ? opening : 'And then?' })
    const response = await fetch(`${it.server.url}/v1/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...signed('anthropic', it.key) },
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
    await channel(first, { priority: 5 })
    await channel(second)
    const talk = startTalk()
    await talk()
    await talk()
    expect(lastBody(first)).toContain(signatureOf('first'))
  })

  test('loses them when its account fails and another one answers, and keeps the new ones there', async () => {
    await channel(first, { priority: 5 })
    await channel(second)
    const talk = startTalk()
    await talk()
    first.answerWith(failing)
    expect(await talk()).toBe(200)
    expect(lastBody(first)).toContain(signatureOf('first'))
    expect(lastBody(second)).not.toContain('"signature"')
    expect(lastBody(second)).toContain('The gate opens.')
    expect(await talk()).toBe(200)
    expect(lastBody(second)).toContain(signatureOf('second'))
    expect(lastBody(second)).not.toContain(signatureOf('first'))
  })

  test('loses them when another key of its channel answers', async () => {
    await channel(first, { key: 'sk-one\nsk-two', multi_key_mode: 'random' })
    const talk = startTalk()
    await talk()
    const used = first.requests.at(-1)?.headers['x-api-key']
    await talk()
    expect(first.requests.at(-1)?.headers['x-api-key']).toBe(used as string)
    expect(lastBody(first)).toContain(signatureOf('first'))
    first.answerWith((exchange) =>
      (exchange.request.headers['x-api-key'] === used ? answerError(401, 'no') : signedBy('first'))(exchange),
    )
    expect(await talk()).toBe(200)
    expect(first.requests.at(-1)?.headers['x-api-key']).not.toBe(used as string)
    expect(lastBody(first)).not.toContain('"signature"')
  })

  test('is repeated without them if the upstream refuses them', async () => {
    await channel(first)
    const refusal = answerError(400, 'messages.1.content.0: Invalid `signature` in `thinking` block')
    const talk = startTalk()
    await talk()
    first.answerWith((exchange) =>
      (exchange.request.body.includes('"signature"') ? refusal : signedBy('first'))(exchange),
    )
    first.requests.length = 0
    expect(await talk()).toBe(200)
    expect(first.requests.map(({ body }) => body.includes('"signature"'))).toEqual([true, false])
  })

  test('is not repeated if there are none', async () => {
    await channel(first)
    first.answerWith(answerError(400, 'thinking is not for you'))
    expect(await startTalk()()).toBe(400)
    expect(first.requests).toHaveLength(1)
  })
})

test('a translated conversation loses them too', async () => {
  await channel(first, { priority: 5 })
  await channel(second)
  const ask = async (messages: Wire[]) =>
    (await it.call('openai', model, { body: { messages } })).json() as Promise<{
      choices: { message: Wire }[]
    }>
  const opening = { role: 'user', content: 'Translated talk' }
  const said = (await ask([opening])).choices[0]?.message as Wire
  const more = [opening, said, { role: 'user', content: 'And then?' }]
  await ask(more)
  expect(lastBody(first)).toContain(signatureOf('first'))
  first.answerWith(failing)
  await ask(more)
  expect(lastBody(second)).not.toContain('"signature"')
})
