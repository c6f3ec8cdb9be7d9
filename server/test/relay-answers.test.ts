import { describe, expect, test } from 'bun:test'
import { engineNames } from './databases.ts'
import { chatAnswer, fakeOpenAi } from './fake-openai.ts'
import { forTests } from './for-tests.ts'
import { startTestGateway } from './test-gateway.ts'
import { newestRow } from './usage-rows.ts'

// gpt-4o: ratio 1.25, output × 4. 100 tokens in and 20 out are (100 + 20 × 4) × 1.25.
const chargeOfDefault = 225
const messages = [{ role: 'user' as const, content: 'Where does the river run?' }]

describe.each([...engineNames])('answers relayed on %s', (engine) => {
  const gateway = forTests(() => startTestGateway({ engine }))

  test.each(['text/html', 'image/svg+xml', 'application/xhtml+xml; charset=utf-8', null])(
    'an answer of type %p is not served as a page of this site, and reveals no key',
    async (type) => {
      const body = JSON.stringify(chatAnswer({ model: 'gpt-4o' }, { parts: ['<script>alert(1)</script>'] }))
      const head = [
        'HTTP/1.1 200 OK',
        `content-length: ${Buffer.byteLength(body)}`,
        'x-request-id: of sk-upstream',
        ...(type === null ? [] : [`content-type: ${type}`]),
      ]
      gateway.upstream.answerWith(({ write }) => write(`${[...head, '', ''].join('\r\n')}${body}`))
      const { status, headers } = await gateway.relay('/v1/chat/completions', {
        model: 'gpt-4o',
        messages,
      })
      expect(status).toBe(200)
      expect(headers.get('content-type') ?? '').not.toMatch(/html|xml/)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('x-upstream-request-id')).toBeNull()
    },
  )

  test('a plain chat arrives, is charged exactly and appears in the log', async () => {
    const before = await gateway.server.self('user')
    const answer = await gateway.openai().chat.completions.create({ model: 'gpt-4o', messages })
    expect(answer.choices[0]?.message.content).toBe('The river runs through the gate.')
    expect(answer.usage).toMatchObject({ prompt_tokens: 100, completion_tokens: 20 })

    const after = await gateway.server.self('user')
    expect(before.quota - after.quota).toBe(chargeOfDefault)
    expect(after.used_quota - before.used_quota).toBe(chargeOfDefault)
    expect(after.request_count - before.request_count).toBe(1)
    const row = await newestRow(gateway.server)
    expect(row).toMatchObject({
      type: 2,
      username: 'ulf',
      model_name: 'gpt-4o',
      quota: chargeOfDefault,
      channel: gateway.channelId,
      prompt_tokens: 100,
      completion_tokens: 20,
      is_stream: false,
      group: 'default',
    })
    expect(row.detail).toMatchObject({
      model_ratio: 1.25,
      completion_ratio: 4,
      group_ratio: 1,
      end: 'complete',
    })
  })

  test('the upstream gets the client’s request with the channel’s key', async () => {
    const body = {
      model: 'gpt-4o',
      messages,
      temperature: 0.5,
      seed: 7,
      a_field_of_tomorrow: { x: [1, null] },
    }
    await (await gateway.relay('/v1/chat/completions', body)).json()
    const [request] = gateway.upstream.requests
    expect(request?.json()).toEqual(body)
    expect(request?.headers.authorization).toBe('Bearer sk-upstream')
    expect(JSON.stringify(request?.headers)).not.toContain(gateway.key.slice(3))
  })

  test('a stream arrives frame by frame and is charged by the usage at its end', async () => {
    const before = await gateway.server.self('user')
    const stream = await gateway.openai().chat.completions.create({
      model: 'gpt-4o',
      messages,
      stream: true,
      stream_options: { include_usage: true },
    })
    let text = ''
    let usage: unknown = null
    for await (const chunk of stream) {
      text += chunk.choices[0]?.delta.content ?? ''
      usage = chunk.usage ?? usage
    }
    expect(text).toBe('The river runs through the gate.')
    expect(usage).toMatchObject({ prompt_tokens: 100, completion_tokens: 20 })
    expect(before.quota - (await gateway.server.self('user')).quota).toBe(chargeOfDefault)
    expect(await newestRow(gateway.server)).toMatchObject({ quota: chargeOfDefault, is_stream: true })
  })

  test('usage that the client did not request is requested, charged and withheld', async () => {
    const body = { model: 'gpt-4o', messages, stream: true }
    const text = await (await gateway.relay('/v1/chat/completions', body)).text()
    expect(gateway.upstream.requests[0]?.json()).toMatchObject({ stream_options: { include_usage: true } })
    expect(text).not.toContain('prompt_tokens')
    expect(text).toEndWith('data: [DONE]\n\n')
    expect(await newestRow(gateway.server)).toMatchObject({ quota: chargeOfDefault, prompt_tokens: 100 })
  })

  test('the client has the first frame before the upstream sends the last', async () => {
    const gate = Promise.withResolvers<void>()
    gateway.upstream.answerWith(fakeOpenAi({ before: { 2: () => gate.promise } }))
    const response = await gateway.relay('/v1/chat/completions', {
      model: 'gpt-4o',
      messages,
      stream: true,
    })
    const reader = response.body?.getReader()
    const first = await reader?.read()
    expect(new TextDecoder().decode(first?.value)).toContain('"role":"assistant"')
    gate.resolve()
    while (!(await reader?.read())?.done);
  })

  test('frames pass unchanged for any chunk boundaries', async () => {
    const body = { model: 'gpt-4o', messages, stream: true, stream_options: { include_usage: true } }
    const direct = await fetch(`${gateway.upstream.url}/v1/chat/completions`, {
      method: 'POST',
      body: JSON.stringify(body),
    })
    gateway.upstream.answerWith(fakeOpenAi({ bytesPerWrite: 1 }))
    const relayed = await gateway.relay('/v1/chat/completions', body)
    expect(relayed.headers.get('content-type')).toStartWith('text/event-stream')
    expect(await relayed.text()).toBe(await direct.text())
  })

  test('an embedding is charged only for its input', async () => {
    const answer = await gateway.server
      .openai(gateway.key)
      .embeddings.create({ model: 'text-embedding-3-small', input: ['one', 'two'] })
    expect(answer.data.map((item) => item.embedding)).toEqual([
      [0.25, -0.5, 0.125],
      [0.25, -0.5, 0.125],
    ])
    // Ratio 0.01: 100 tokens are one unit.
    expect(await newestRow(gateway.server)).toMatchObject({ quota: 1, prompt_tokens: 100, completion_tokens: 0 })
  })

  test('a completion of the older kind is relayed, plain and streamed', async () => {
    const client = gateway.openai()
    const request = { model: 'gpt-3.5-turbo-instruct', prompt: 'The river' }
    const plain = await client.completions.create(request)
    expect(plain.choices[0]?.text).toBe('The river runs through the gate.')
    const first = await newestRow(gateway.server)
    expect(first).toMatchObject({ prompt_tokens: 100, completion_tokens: 20, is_stream: false })
    let text = ''
    for await (const chunk of await client.completions.create({ ...request, stream: true }))
      text += chunk.choices[0]?.text ?? ''
    expect(text).toBe('The river runs through the gate.')
    expect(await newestRow(gateway.server)).toMatchObject({
      quota: first.quota,
      completion_tokens: 20,
      is_stream: true,
    })
  })

  test('the models of the group are listed', async () => {
    const list = await gateway.openai().models.list()
    expect(list.data.map((model) => model.id).sort()).toEqual(
      ['gpt-3.5-turbo-instruct', 'gpt-4o', 'gpt-4o-mini', 'text-embedding-3-small'].sort(),
    )
  })

  test('a limited key also pays from its own quota', async () => {
    const limited = await gateway.server.makeToken('user', {
      name: 'limited',
      unlimited_quota: false,
      remain_quota: 5_000,
    })
    await gateway.server.openai(limited).chat.completions.create({ model: 'gpt-4o', messages, max_tokens: 50 })
    const tokens = await gateway.server
      .api('user')
      .get<{ name: string; remain_quota: number; used_quota: number }[]>('/api/token/?p=0&size=100')
    expect(tokens.find((token) => token.name === 'limited')).toMatchObject({
      remain_quota: 5_000 - chargeOfDefault,
      used_quota: chargeOfDefault,
    })
  })
})
