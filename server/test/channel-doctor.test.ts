import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import {
  type DoctorClient,
  type DoctorEstimate,
  type DoctorResult,
  type DoctorRun,
  doctorClients,
  doctorUsualChecks,
} from '@sluice/contract/channel-doctor'
import type { SystemState } from '@sluice/contract/system'
import { answerError, answerJson } from './answers.ts'
import { chatAnswer, fakeOpenAi, usageByDefault } from './fake-openai.ts'
import { type Answer, type FakeUpstream, startFakeUpstream } from './fake-upstream.ts'
import { startTestServer, type TestServer } from './test-server.ts'

/** A model that calls tools and answers by a schema. */
const able: Answer = (exchange) => {
  const body = exchange.request.json()
  if (body.tools !== undefined) {
    const call = { id: 'call_1', type: 'function', function: { name: 'get_weather', arguments: '{"city":"Oslo"}' } }
    const message = { role: 'assistant', content: null, tool_calls: [call] }
    const choices = [{ index: 0, message, finish_reason: 'tool_calls' }]
    return answerJson({ ...chatAnswer(body), choices, usage: usageByDefault })(exchange)
  }
  if (body.response_format !== undefined) return fakeOpenAi({ parts: ['{"colour":', '"blue"}'] })(exchange)
  return fakeOpenAi()(exchange)
}

describe('the doctor of endpoints', () => {
  let server: TestServer
  const upstreams: FakeUpstream[] = []
  const add = async (answer: Answer, more: object = {}) => {
    const upstream = await startFakeUpstream(answer)
    upstreams.push(upstream)
    return await server.addChannel(upstream.url, { models: 'gpt-4o', ...more })
  }
  beforeAll(async () => {
    server = await startTestServer('SQLite')
  })
  afterAll(async () => {
    await server?.stop()
    for (const upstream of upstreams) await upstream.close()
  })

  const read = (id: number) => server.api('root').get<DoctorRun>(`/api/channel/${id}/doctor`)
  const begin = (id: number, more: object = {}) =>
    server.api('root').post<DoctorRun>(`/api/channel/${id}/doctor`, { models: ['gpt-4o'], ...more })
  /** The run goes on without the page that began it. */
  async function untilEnd(id: number): Promise<DoctorRun> {
    for (;;) {
      const run = await read(id)
      if (run.state !== 'running') return run
      await Bun.sleep(20)
    }
  }
  async function run(id: number, client: DoctorClient, more: object = {}): Promise<DoctorResult[]> {
    await begin(id, { clients: [client], ...more })
    const { pairs } = await untilEnd(id)
    return pairs.flatMap(({ results }) => results)
  }
  const wordsOf = (results: DoctorResult[]) =>
    Object.fromEntries(
      results.map(({ check, outcome, finding, detail }) => [check, finding ? [finding, detail] : outcome]),
    )

  test('a channel that works answers clients of every format', async () => {
    const id = await add(able)
    // The other channel of the model is not asked.
    await add(answerError(500, 'the wrong channel'), { priority: 10 })
    const begun = await begin(id)
    expect(begun).toMatchObject({ state: 'running', started_by: 'root', checks: doctorUsualChecks })
    expect(begun.pairs.map(({ client, model }) => `${client} ${model}`)).toEqual(
      doctorClients.map((client) => `${client} gpt-4o`),
    )
    const { state, pairs } = await untilEnd(id)
    expect(state).toBe('finished')
    for (const { client, results } of pairs) {
      const passed = Object.fromEntries(doctorUsualChecks.map((check) => [check, 'passed']))
      if (client === 'openai') passed.count = 'absent'
      expect({ client, ...wordsOf(results) }).toEqual({ client, ...passed })
    }
    const { tasks } = await server.api('root').get<SystemState>('/api/system/')
    expect(tasks.filter(({ kind }) => kind === 'doctor')).toMatchObject([
      { id, state: 'finished', done: 4, total: 4, failed: 0, started_by: 'root' },
    ])
  })

  test('what a model cannot do is found, and the calls are rows of the log', async () => {
    const id = await add(fakeOpenAi())
    const found = wordsOf(await run(id, 'anthropic', { checks: ['plain', 'tools', 'schema'] }))
    expect(found).toEqual({
      plain: 'passed',
      tools: ['no_tool_call', 'The river runs through the gate.'],
      schema: ['not_schema', 'The river runs through the gate.'],
    })
    const rows = await server.logs(`channel=${id}`)
    expect(rows.map(({ token_name }) => token_name)).toEqual(['channel-doctor', 'channel-doctor', 'channel-doctor'])
  })

  test('a refusal of the upstream is what the client sees', async () => {
    const id = await add(answerError(400, 'no such model'))
    expect(wordsOf(await run(id, 'gemini', { checks: ['stream', 'error'] }))).toEqual({
      stream: ['status', expect.stringContaining('no such model')],
      error: 'passed',
    })
  })

  test('the cost is said first: calls, and the charge at most', async () => {
    const id = await add(able)
    const plan = {
      models: ['gpt-4o', 'nobody-prices-it'],
      clients: ['openai', 'anthropic'],
      checks: ['plain', 'tools', 'count'],
    }
    const estimate = await server.api('root').post<DoctorEstimate>(`/api/channel/${id}/doctor/estimate`, plan)
    expect(estimate.calls).toBe(12)
    expect(estimate.unpriced).toEqual(['nobody-prices-it'])
    const { quota: before } = await server.self('root')
    await run(id, 'openai', { checks: plan.checks })
    await run(id, 'anthropic', { checks: plan.checks })
    const { quota: after } = await server.self('root')
    expect(before - after).toBeGreaterThan(0)
    expect(before - after).toBeLessThanOrEqual(estimate.quota)
  })

  test('a run is cancelled, keeps what it found, and one of a channel runs at a time', async () => {
    let isHeld = false
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const slow: Answer = async (exchange) => {
      isHeld = true
      await released
      return fakeOpenAi()(exchange)
    }
    const id = await add(slow)
    await begin(id, { checks: ['plain'] })
    await expect(begin(id, { checks: ['plain'] })).rejects.toThrow('already running')
    while (!isHeld) await Bun.sleep(10)
    expect(await server.api('root').post<boolean>(`/api/channel/${id}/doctor/cancel`)).toBe(true)
    const { state, pairs } = await untilEnd(id)
    release()
    expect(state).toBe('cancelled')
    expect(pairs.map((pair) => pair.state)).toEqual(['waiting', 'waiting', 'waiting', 'waiting'])
    expect(await server.api('root').post<boolean>(`/api/channel/${id}/doctor/cancel`)).toBe(false)
    await server.api('root').delete(`/api/channel/${id}`)
    await expect(read(id)).rejects.toThrow()
  })

  test('a long prompt is sent on request, where context and price are known, and its cost is said', async () => {
    const lengths: number[] = []
    const recalling: Answer = (exchange) => {
      const { messages } = exchange.request.json() as { messages: { content: string }[] }
      const [{ content = '' } = {}] = messages
      lengths.push(content.length)
      return fakeOpenAi({ parts: [content.includes('heron') ? 'Heron.' : 'I do not know.'] })(exchange)
    }
    const id = await add(recalling, { models: 'gpt-4o,of-nobody' })
    const plan = { models: ['gpt-4o', 'of-nobody'], clients: ['openai'], checks: ['plain', 'long'] }
    const estimate = await server.api('root').post<DoctorEstimate>(`/api/channel/${id}/doctor/estimate`, plan)
    expect(estimate).toMatchObject({ calls: 3, not_long: ['of-nobody'] })
    const short = await server
      .api('root')
      .post<DoctorEstimate>(`/api/channel/${id}/doctor/estimate`, { ...plan, checks: ['plain'] })
    expect(estimate.quota).toBeGreaterThan(short.quota * 20)
    await begin(id, plan)
    const { pairs } = await untilEnd(id)
    expect(pairs.map(({ model, results }) => `${model}: ${results.at(-1)?.outcome}`)).toEqual([
      'gpt-4o: passed',
      'of-nobody: unknown',
    ])
    // 128 000 tokens of context.
    expect(Math.max(...lengths)).toBeGreaterThan(4 * 110_000)
  })

  test('a run ends when its administrator may run none any more', async () => {
    const asked = Promise.withResolvers<void>()
    const mayAnswer = Promise.withResolvers<void>()
    let calls = 0
    const id = await add(async (exchange) => {
      calls += 1
      asked.resolve()
      await mayAnswer.promise
      return await able(exchange)
    })
    const admin = await server.self('admin')
    await server.api('root').put('/api/user/', { id: admin.id, quota: 10_000_000 })
    await server.api('admin').post(`/api/channel/${id}/doctor`, { models: ['gpt-4o'], clients: ['openai'] })
    await asked.promise
    await server.api('root').post('/api/user/manage', { id: admin.id, action: 'demote' })
    mayAnswer.resolve()
    const { state, pairs } = await untilEnd(id)
    expect([state, calls]).toEqual(['cancelled', 1])
    expect(pairs.map(({ state: of }) => of)).toEqual(['waiting'])
  })

  test('an unknown channel is not found, and only administrators may ask', async () => {
    await expect(begin(99_999)).rejects.toThrow()
    await expect(read(99_999)).rejects.toThrow()
    await expect(server.api('user').post('/api/channel/1/doctor', { models: ['gpt-4o'] })).rejects.toThrow()
    await expect(server.api('user').get('/api/channel/1/doctor')).rejects.toThrow()
  })
})
