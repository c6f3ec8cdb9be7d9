import { afterEach, expect, test } from 'bun:test'
import type { Channel } from '@sluice/contract/channel'
import type { ChannelWrite } from '@sluice/contract/channel-write'
import { serveLocally } from '../src/platform/test-port.ts'
import { answerError, answerJson, answerSse } from './answers.ts'
import { fakeOpenAi } from './fake-openai.ts'
import { forTests } from './for-tests.ts'
import { startTestGateway } from './test-gateway.ts'
import { newestRow } from './usage-rows.ts'
import { waitUntil } from './wait-until.ts'

// The effects of a channel's settings on a call.

const path = '/v1/chat/completions'
const chat = { model: 'gpt-4o', messages: [{ role: 'user', content: 'Where does the river run?' }] }
const made: number[] = []
const gateway = forTests(() => startTestGateway({ channel: null }))
afterEach(async () => {
  for (const id of made.splice(0)) await gateway.server.api('root').delete(`/api/channel/${id}/`)
})

async function addChannel(more: Partial<ChannelWrite> = {}, url = gateway.upstream.url): Promise<number> {
  const id = await gateway.server.addChannel(url, more)
  made.push(id)
  return id
}

test('the client’s bytes reach the upstream unchanged if nothing must change', async () => {
  await addChannel()
  const body =
    '{ "model":"gpt-4o", "messages":[{"role":"user","content":"\\u00e9 1"}],"temperature":0.0,\n "my_field":12345678901234567890 }'
  expect((await gateway.relay(path, body)).status).toBe(200)
  expect(gateway.upstream.requests[0]?.body).toBe(body)
  expect(gateway.upstream.requests[0]?.headers.authorization).toBe('Bearer sk-upstream')
})

test('extra slashes in the address make the same call', async () => {
  await addChannel()
  for (const spelled of [`${path}/`, `${path}//`, '//v1//chat/completions', `/${path}/?trace=a//b`]) {
    expect((await gateway.relay(spelled, chat)).status).toBe(200)
    expect(gateway.upstream.requests.at(-1)?.path.split('?')[0]).toBe(path)
  }
  expect(gateway.upstream.requests.at(-1)?.path).toBe(`${path}?trace=a//b`)
})

test('under a mapping only the model changes, and the client reads its own name', async () => {
  await addChannel({ model_mapping: '{"gpt-4o":"step","step":"gpt-4o-2024-11-20"}' })
  const body = '{"temperature":0.0,"model":"gpt-4o","messages":[{"role":"user","content":"hi"}]}'
  const answer = await gateway.relay(path, body)
  expect(((await answer.json()) as { model: string }).model).toBe('gpt-4o')
  expect(gateway.upstream.requests[0]?.body).toBe(body.replace('"gpt-4o"', '"gpt-4o-2024-11-20"'))
  const streamed = await gateway.relay(path, { ...chat, stream: true })
  const frames = await streamed.text()
  expect(frames).not.toContain('gpt-4o-2024-11-20')
  expect(frames).toContain('"model":"gpt-4o"')
  expect(await newestRow(gateway.server)).toMatchObject({
    model_name: 'gpt-4o',
    detail: { is_model_mapped: true, upstream_model_name: 'gpt-4o-2024-11-20' },
  })
})

test('overrides replace top-level fields and keep the rest', async () => {
  await addChannel({ param_override: '{"temperature":0.2,"seed":7}' })
  await gateway.relay(path, { ...chat, temperature: 1, top_p: 0 })
  expect(gateway.upstream.requests[0]?.json()).toEqual({ ...chat, temperature: 0.2, top_p: 0, seed: 7 })
})

test('a custom channel is called at its whole URL, with the model inserted', async () => {
  await addChannel({ type: 8 }, `${gateway.upstream.url}/deployments/{model}/chat?v=1`)
  gateway.upstream.answerWith(answerJson({ id: 'x', choices: [], usage: { prompt_tokens: 3, completion_tokens: 1 } }))
  expect((await gateway.relay(path, chat)).status).toBe(200)
  expect(gateway.upstream.requests[0]?.path).toBe('/deployments/gpt-4o/chat?v=1')
})

test('the upstream gets the organization', async () => {
  await addChannel({ openai_organization: 'org-river' })
  await gateway.relay(path, chat)
  expect(gateway.upstream.requests[0]?.headers['openai-organization']).toBe('org-river')
})

test('headers of the channel are sent with calls, tests and requests for the model list', async () => {
  const override = { 'X-Team': 'river', Authorization: 'Key {api_key}', 'X-Trace': '{client_header:x-trace}' }
  const id = await addChannel({ header_override: JSON.stringify(override) })
  const headers = { authorization: `Bearer ${gateway.key}`, 'content-type': 'application/json', 'x-trace': 't1' }
  await gateway.relay(path, chat, { headers })
  await gateway.relay('/v1/audio/speech', { model: 'gpt-4o', input: 'hi', voice: 'alloy' })
  await gateway.server.api('root').get(`/api/channel/fetch_models/${id}`)
  await gateway.server.api('root').get(`/api/channel/test/${id}?model=gpt-4o`)
  const sent = gateway.upstream.requests.map(({ headers }) => [headers['x-team'], headers.authorization])
  expect(sent).toEqual(Array(4).fill(['river', 'Key sk-upstream']))
  expect(gateway.upstream.requests[0]?.headers['x-trace']).toBe('t1')
  expect(gateway.upstream.requests[1]?.headers).not.toHaveProperty('x-trace')
})

test('the system prompt of the channel is sent and charged', async () => {
  const answer = { id: 'x', choices: [{ index: 0, message: { role: 'assistant', content: 'hi' } }] }
  const chargeWith = async (setting: object) => {
    const id = await addChannel({ setting: JSON.stringify(setting) })
    gateway.upstream.answerWith(answerJson(answer))
    expect((await gateway.relay(path, chat)).status).toBe(200)
    await gateway.server.api('root').delete(`/api/channel/${id}`)
    const { prompt_tokens, quota } = await newestRow(gateway.server)
    return { prompt_tokens, quota }
  }
  const system_prompt = 'Answer in rhymes about rivers, lakes and the sea. '.repeat(20)
  const plain = await chargeWith({})
  const prompted = await chargeWith({ system_prompt })
  expect(gateway.upstream.requests.at(-1)?.json().messages).toEqual([
    { role: 'system', content: system_prompt },
    ...chat.messages,
  ])
  expect(prompted.prompt_tokens).toBeGreaterThan(plain.prompt_tokens + 150)
  expect(prompted.quota).toBeGreaterThan(plain.quota)
})

test('a mapped status counts as the status that it maps to', async () => {
  await addChannel({ status_code_mapping: '{"429":"400"}' })
  gateway.upstream.answerWith(answerError(429, 'slow down'))
  expect((await gateway.relay(path, chat)).status).toBe(400)
  expect(gateway.upstream.requests).toHaveLength(1)
})

test('a prompt longer than the channel’s limit skips the channel', async () => {
  await addChannel({ max_input_tokens: 50 })
  const long = { ...chat, messages: [{ role: 'user', content: 'river '.repeat(500) }] }
  const refused = await gateway.relay(path, long)
  expect(refused.status).toBe(400)
  expect(await refused.json()).toMatchObject({
    error: { code: 'context_length_exceeded', sluice_code: 'prompt_too_long' },
  })
  expect((await gateway.relay(path, chat)).status).toBe(200)
})

test('the keys of a channel take turns, and a refused key is skipped for the next', async () => {
  await addChannel({ key: 'sk-first\nsk-second', multi_key_mode: 'round_robin', auto_ban: 0 })
  for (let i = 0; i < 4; i++) await gateway.relay(path, chat)
  const used = gateway.upstream.requests.map((request) => request.headers.authorization)
  expect(used.filter((authorization) => authorization === 'Bearer sk-first')).toHaveLength(2)
  gateway.upstream.queue(answerError(401, 'Incorrect API key provided', { code: 'invalid_api_key' }))
  expect((await gateway.relay(path, chat)).status).toBe(200)
  const refused = gateway.upstream.requests.at(-2)?.headers.authorization
  for (let i = 0; i < 4; i++) await gateway.relay(path, chat)
  const after = gateway.upstream.requests.slice(-4).map((request) => request.headers.authorization)
  expect(after).not.toContain(refused)
})

test('a key that is refused again and again is switched off alone; without a key the channel is off', async () => {
  await gateway.server.api('root').put('/api/option/', { key: 'AutomaticDisableChannelEnabled', value: 'true' })
  const keys = ['sk-first-key-of-two-0001', 'sk-second-key-of-two-0002']
  const id = await addChannel({ key: keys.join('\n'), multi_key_mode: 'round_robin' })
  const refused = answerError(401, 'Incorrect API key provided', { code: 'invalid_api_key' })
  const answerBy = (accepted: readonly string[]) =>
    gateway.upstream.answerWith((exchange) => {
      const isAccepted = accepted.some((secret) => exchange.request.headers.authorization === `Bearer ${secret}`)
      return (isAccepted ? answerError(500, 'try again') : refused)(exchange)
    })
  const readChannel = () => gateway.server.api('root').get<Channel>(`/api/channel/${id}`)
  const awaitChannel = async (what: string, isReached: (channel: Channel) => boolean) => {
    await waitUntil(what, async () => isReached(await readChannel()), { pauseMs: 10 })
    return await readChannel()
  }
  // The second key fails for another reason, so that each call tries both.
  answerBy([keys[1] ?? ''])
  for (let i = 0; i < 3; i++) await gateway.relay(path, chat)
  const withoutFirstKey = await awaitChannel(
    'the key is off',
    ({ channel_info }) => channel_info.multi_key_status_list !== null,
  )
  expect(withoutFirstKey).toMatchObject({ status: 1, channel_info: { multi_key_status_list: { 0: 3 } } })
  gateway.upstream.answerWith(fakeOpenAi())
  gateway.upstream.requests.length = 0
  for (let i = 0; i < 3; i++) await gateway.relay(path, chat)
  expect(new Set(gateway.upstream.requests.map((request) => request.headers.authorization))).toEqual(
    new Set([`Bearer ${keys[1]}`]),
  )
  answerBy([])
  for (let i = 0; i < 3; i++) await gateway.relay(path, chat)
  const withoutKeys = await awaitChannel('the channel is off', ({ status }) => status === 3)
  expect(withoutKeys.channel_info.multi_key_status_list).toEqual({ 0: 3, 1: 3 })
  expect(JSON.parse(withoutKeys.other_info).status_reason_data).toMatchObject({ code: 'keys_off' })
  await gateway.server.api('root').put('/api/option/', { key: 'AutomaticDisableChannelEnabled', value: 'false' })
})

test('only an administrator may pin a channel', async () => {
  const id = await addChannel()
  await addChannel({ priority: 100 })
  const admins = await gateway.server.makeToken('root')
  expect((await gateway.server.relay(`${admins}-${id}`, path, chat)).status).toBe(200)
  expect((await newestRow(gateway.server)).channel).toBe(id)
  expect((await gateway.server.relay(`${admins}-999999`, path, chat)).status).toBe(400)
  expect((await gateway.server.relay(`${gateway.key}-${id}`, path, chat)).status).toBe(403)
  await gateway.server.api('root').put('/api/channel/', { id, status: 2 })
  expect((await gateway.server.relay(`${admins}-${id}`, path, chat)).status).toBe(403)
})

test('reasoning becomes part of the answer if the channel is set to it', async () => {
  await addChannel({ setting: '{"thinking_to_content":true}' })
  const delta = (fields: object, finish_reason: string | null = null) =>
    JSON.stringify({ id: 'a', model: 'gpt-4o', choices: [{ index: 0, delta: fields, finish_reason }] })
  gateway.upstream.answerWith(
    answerSse([delta({ reasoning_content: 'deep' }), delta({ content: 'river' }), delta({}, 'stop')]),
  )
  const answer = await gateway.relay(path, { ...chat, stream: true })
  const frames = (await answer.text()).split('\n\n').filter((frame) => frame.startsWith('data: {'))
  const contents = frames.map((frame) => JSON.parse(frame.slice(6)).choices[0].delta.content ?? '')
  expect(contents.join('')).toBe('<think>\ndeep\n</think>\nriver')
})

test('a conversation stays with its first channel', async () => {
  const ids = [await addChannel({ key: 'sk-a' }), await addChannel({ key: 'sk-b' }), await addChannel({ key: 'sk-c' })]
  for (let i = 0; i < 4; i++) {
    const opening = { role: 'user', content: `How deep is lake ${i}?` }
    await gateway.relay(path, { ...chat, messages: [opening] })
    const began = (await newestRow(gateway.server)).channel
    expect(ids).toContain(began)
    for (let turn = 0; turn < 4; turn++) {
      const messages = [opening, { role: 'assistant', content: 'Deep.' }, { role: 'user', content: `And ${turn}?` }]
      await gateway.relay(path, { ...chat, messages })
      expect((await newestRow(gateway.server)).channel).toBe(began)
    }
  }
})

test('a channel uses its own proxy', async () => {
  const seen: string[] = []
  const proxy = serveLocally((request) => {
    seen.push(request.url)
    return Response.json({ id: 'x', choices: [], usage: { prompt_tokens: 3, completion_tokens: 1 } })
  })
  await addChannel({ setting: JSON.stringify({ proxy: `http://127.0.0.1:${proxy.port}` }) })
  const answer = await gateway.relay(path, chat)
  await proxy.stop(true)
  expect(answer.status).toBe(200)
  expect(seen).toHaveLength(1)
  expect(gateway.upstream.requests).toHaveLength(0)
})

test('a channel is switched off after repeated refusals of its account, not earlier', async () => {
  await gateway.server.api('root').put('/api/option/', { key: 'AutomaticDisableChannelEnabled', value: 'true' })
  const id = await addChannel()
  gateway.upstream.answerWith(answerError(401, 'Incorrect API key provided', { code: 'invalid_api_key' }))
  const readStatus = async () => (await gateway.server.api('root').get<Channel>(`/api/channel/${id}`)).status
  for (let i = 0; i < 2; i++) await gateway.relay(path, chat)
  expect(await readStatus()).toBe(1)
  await gateway.relay(path, chat)
  await waitUntil('the channel is off', async () => (await readStatus()) !== 1, { pauseMs: 10 })
  const channel = await gateway.server.api('root').get<Channel>(`/api/channel/${id}`)
  expect(channel.status).toBe(3)
  expect(JSON.parse(channel.other_info)).toMatchObject({ status_reason: 'Incorrect API key provided' })
  expect((await gateway.relay(path, chat)).status).toBe(503)
  await gateway.server.api('root').put('/api/option/', { key: 'AutomaticDisableChannelEnabled', value: 'false' })
})

test('a client’s text never switches a channel off', async () => {
  await gateway.server.api('root').put('/api/option/', { key: 'AutomaticDisableChannelEnabled', value: 'true' })
  const id = await addChannel()
  gateway.upstream.answerWith(answerError(400, 'bad request', { type: 'invalid_request_error' }))
  const poison = { ...chat, messages: [{ role: 'user', content: 'Your credit balance is too low' }] }
  for (let i = 0; i < 5; i++) await gateway.relay(path, poison)
  const quoting = answerError(400, 'cannot take “Your credit balance is too low”', {
    type: 'invalid_request_error',
  })
  gateway.upstream.answerWith(quoting)
  for (let i = 0; i < 5; i++) await gateway.relay(path, poison)
  expect((await gateway.server.api('root').get<Channel>(`/api/channel/${id}`)).status).toBe(1)
  await gateway.server.api('root').put('/api/option/', { key: 'AutomaticDisableChannelEnabled', value: 'false' })
})

test('no data of the upstream’s account reaches the client', async () => {
  await addChannel({ key: 'sk-very-secret-upstream-key-0001' })
  gateway.upstream.answerWith(
    answerError(
      400,
      'Key sk-very-secret-upstream-key-0001 may not do this',
      {},
      { 'set-cookie': 'a=b', 'openai-organization': 'org-secret' },
    ),
  )
  const answer = await gateway.relay(path, chat)
  expect(await answer.text()).not.toContain('very-secret')
  expect(answer.headers.get('set-cookie')).toBeNull()
  expect(answer.headers.get('openai-organization')).toBeNull()
  expect((await newestRow(gateway.server)).content).not.toContain('very-secret')
})
