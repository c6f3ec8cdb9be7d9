import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import {
  type DoctorClient,
  type DoctorEstimate,
  type DoctorResult,
  doctorChecks,
  doctorClients,
} from '@sluice/contract/channel-doctor'
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

  const run = (id: number, client: DoctorClient, more: object = {}) =>
    server.api('root').post<DoctorResult[]>(`/api/channel/${id}/doctor`, { model: 'gpt-4o', client, ...more })
  const wordsOf = (results: DoctorResult[]) =>
    Object.fromEntries(
      results.map(({ check, outcome, finding, detail }) => [check, finding ? [finding, detail] : outcome]),
    )

  test('a channel that works answers clients of every format', async () => {
    const id = await add(able)
    // The other channel of the model is not asked.
    await add(answerError(500, 'the wrong channel'), { priority: 10 })
    for (const client of doctorClients) {
      const passed = Object.fromEntries(doctorChecks.map((check) => [check, 'passed']))
      if (client === 'openai') passed.count = 'absent'
      expect({ client, ...wordsOf(await run(id, client)) }).toEqual({ client, ...passed })
    }
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

  test('an unknown channel is not found, and only administrators may ask', async () => {
    await expect(run(99_999, 'openai')).rejects.toThrow()
    await expect(
      server.api('user').post('/api/channel/1/doctor', { model: 'gpt-4o', client: 'openai' }),
    ).rejects.toThrow()
  })
})
