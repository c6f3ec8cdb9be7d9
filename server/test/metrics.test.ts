import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { recordOf, recordsOf, textOf } from '@sluice/contract/read-json'
import { answerError } from './answers.ts'
import { fakeOpenAi } from './fake-openai.ts'
import { responseDone, startFakeRealtime } from './fake-realtime.ts'
import { startFakeStorage } from './fake-storage.ts'
import { startFakeTaskUpstream } from './fake-task-upstream.ts'
import { type FakeUpstream, startFakeUpstream } from './fake-upstream.ts'
import { parsePromql } from './promql.ts'
import { disableTls, openRealtime } from './realtime-client.ts'
import { startTestServer, type TestServer } from './test-server.ts'
import { awaitRow } from './usage-rows.ts'
import { waitUntil } from './wait-until.ts'

const root = join(import.meta.dir, '../..')
const path = '/v1/chat/completions'
const chat = { model: 'gpt-4o', messages: [{ role: 'user', content: 'Where does the river run?' }] }
let server: TestServer
let upstream: FakeUpstream
let channel: number
let lines: string[]
beforeAll(async () => {
  upstream = await startFakeUpstream(fakeOpenAi({ usage: { prompt_tokens: 100, completion_tokens: 20 } }))
  // Nothing listens there: the counts of spans are reported in any case.
  server = await startTestServer('SQLite', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' })
  channel = await server.addChannel(upstream.url, { name: 'a "quoted" name' })
  const key = await server.makeToken('user')
  await (await server.relay(key, path, chat)).text()
  await (await server.relay(key, path, { ...chat, stream: true })).text()
  upstream.answerWith(answerError(500, 'boom'))
  await server.relay(key, path, chat)
  await server.relay('sk-nobody', path, chat)
  // A job in the background may be using a connection.
  await readLinesUntil('the node is idle', () => idleGauges.every((name) => readSample(name) === 0))
})
afterAll(async () => {
  await server?.stop()
  await upstream?.close()
})

const idleGauges = [
  'sluice_calls_in_flight',
  'sluice_ledger_waiting_operations',
  'sluice_ledger_open_holds',
  'sluice_database_connections_in_use',
]

const readLinesUntil = (what: string, isTrue: () => boolean) =>
  waitUntil(what, async () => {
    lines = (await (await fetch(`${server.url}/metrics`)).text()).split('\n')
    return isTrue()
  })

/** The value of the line with exactly these labels, in any order; undefined = there is none. */
function readSample(name: string, labels: Record<string, string> = {}): number | undefined {
  const expected = Object.entries(labels).map(([label, value]) => `${label}=${JSON.stringify(value)}`)
  const found = lines.find((line) => {
    const [, own = '', text = ''] = /^(\w+)(?:\{(.*)\})? \S+$/.exec(line) ?? []
    const pairs: string[] = text.match(/\w+="(?:[^"\\]|\\.)*"/g) ?? []
    return own === name && pairs.length === expected.length && expected.every((pair) => pairs.includes(pair))
  })
  return found === undefined ? undefined : Number(found.slice(found.lastIndexOf(' ') + 1))
}

test('calls are counted by channel, model and end, with their tokens, quota and times', () => {
  const labels = { channel: String(channel), model: 'gpt-4o' }
  expect(readSample('sluice_calls_total', { ...labels, end: 'complete' })).toBe(2)
  expect(readSample('sluice_calls_total', { ...labels, end: 'error' })).toBe(1)
  expect(readSample('sluice_tokens_total', { ...labels, kind: 'input' })).toBe(200)
  expect(readSample('sluice_tokens_total', { ...labels, kind: 'output' })).toBe(40)
  expect(readSample('sluice_charged_quota_total', labels)).toBe(450)
  expect(readSample('sluice_call_seconds_count', labels)).toBe(3)
  expect(readSample('sluice_first_token_seconds_count', labels)).toBe(1)
  // The wrong key did not get past the first stage.
  expect(readSample('sluice_call_stage_seconds_count', { stage: 'identify' })).toBe(3)
  expect(readSample('sluice_call_stage_seconds_count', { stage: 'answer' })).toBe(3)
  expect(readSample('sluice_calls_in_flight')).toBe(0)
})

test('attempts and errors are counted by their cause, channels have their names and breakers', () => {
  const labels = { channel: String(channel) }
  expect(readSample('sluice_upstream_attempts_total', { ...labels, end: 'answered' })).toBe(2)
  expect(readSample('sluice_upstream_attempts_total', { ...labels, end: 'fault' })).toBe(1)
  expect(readSample('sluice_call_errors_total', { code: 'invalid_api_key', owner: 'caller' })).toBe(1)
  expect(readSample('sluice_call_errors_total', { code: 'bad_response_status_code', owner: 'upstream' })).toBe(1)
  expect(readSample('sluice_channel_info', { ...labels, name: 'a "quoted" name', status: '1' })).toBe(1)
  expect(readSample('sluice_channel_breakers', { ...labels, state: 'closed' })).toBe(1)
  expect(readSample('sluice_channel_calls_in_flight', labels)).toBe(0)
})

test('the state of the node is measured', () => {
  expect(readSample('sluice_ledger_healthy')).toBe(1)
  expect(readSample('sluice_ledger_waiting_operations')).toBe(0)
  expect(readSample('sluice_ledger_open_holds')).toBe(0)
  expect(readSample('sluice_database_connections_in_use')).toBe(0)
  expect(readSample('sluice_event_loop_lag_seconds_count')).toBeGreaterThan(0)
  expect(readSample('process_resident_memory_bytes')).toBeGreaterThan(1e6)
})

test('neither keys, prompts nor names of accounts are in the metrics', () => {
  const text = lines.join('\n')
  for (const secret of ['sk-', 'river', 'root', 'nobody']) expect(text).not.toContain(secret)
})

test('tasks, batches and realtime sessions are counted as model calls are', async () => {
  const restoreSocket = disableTls()
  const [drawings, storage, voices] = [await startFakeTaskUpstream(), await startFakeStorage(), startFakeRealtime()]
  try {
    const ratios = { 'gpt-rt': 1, 'claude-a': 1 }
    await server.api('root').put('/api/option/', { key: 'ModelRatio', value: JSON.stringify(ratios) })
    const ids = {
      mj_imagine: await server.addChannel(drawings.url, { type: 2, key: 'mj', models: 'mj_imagine' }),
      'claude-a': await server.addChannel(storage.url, { type: 14, key: 'sk-ant', models: 'claude-a' }),
      'gpt-rt': await server.addChannel(voices.url, { models: 'gpt-rt' }),
    }
    const key = await server.makeToken('user')
    expect((await server.relay(key, '/mj/submit/imagine', { prompt: 'a river' })).status).toBe(200)
    const params = { model: 'claude-a', max_tokens: 10, messages: chat.messages }
    const batch = { requests: [{ custom_id: 'one', params }] }
    expect((await server.relay(key, '/v1/messages/batches', batch)).status).toBe(200)
    const session = await openRealtime({ server, upstream: voices }, key, 'gpt-rt')
    session.connection.send(responseDone({ text: 10, audio: 0, outputText: 5, outputAudio: 0 }))
    await session.waitForEvent('response.done')
    session.client.close()
    await session.connection.closed
    await awaitRow(server, ({ model_name, type }) => model_name === 'gpt-rt' && type === 2)
    // The row is written before the call is over.
    await readLinesUntil('no call is running', () => readSample('sluice_calls_in_flight') === 0)
    const before = { identify: 3, admit: 3, attempt: 3, answer: 3 }
    for (const [model, id] of Object.entries(ids)) {
      const labels = { channel: String(id), model }
      expect(readSample('sluice_calls_total', { ...labels, end: 'complete' })).toBe(1)
      expect(readSample('sluice_upstream_attempts_total', { channel: String(id), end: 'answered' })).toBe(1)
      expect(readSample('sluice_call_seconds_count', labels)).toBe(1)
    }
    for (const [stage, count] of Object.entries(before))
      expect(readSample('sluice_call_stage_seconds_count', { stage })).toBe(count + 3)
    const readQuota = (model: keyof typeof ids) =>
      readSample('sluice_charged_quota_total', { channel: String(ids[model]), model })
    expect([readQuota('mj_imagine'), readQuota('claude-a'), readQuota('gpt-rt')]).toEqual([50_000, 0, 15])
    const input = { channel: String(ids['gpt-rt']), model: 'gpt-rt', kind: 'input' }
    expect(readSample('sluice_tokens_total', input)).toBe(10)
  } finally {
    restoreSocket()
    await Promise.all([drawings.close(), storage.close(), voices.close()])
  }
}, 60_000)

describe('the files for Prometheus and Grafana', () => {
  /** What the program reports, and what Prometheus itself adds to each target. */
  const readMetricNames = () => new Set(lines.flatMap((line) => /^# TYPE (\S+) /.exec(line)?.[1] ?? []))
  const targetLabels = ['instance', 'job', 'le']
  const readLabels = () => new Set(lines.flatMap((line) => [...line.matchAll(/(\w+)="/g)].map(([, label]) => label)))

  function expectKnown(expression: string, recorded: readonly string[]): void {
    const { metrics, labels } = parsePromql(expression)
    expect(metrics.length).toBeGreaterThan(0)
    const known = readMetricNames()
    const unknown = metrics.filter(
      (name) =>
        !known.has(name) &&
        !known.has(name.replace(/_(?:bucket|sum|count)$/, '')) &&
        !recorded.includes(name) &&
        name !== 'up',
    )
    expect({ expression, unknown }).toEqual({ expression, unknown: [] })
    const foreign = labels.filter((label) => !targetLabels.includes(label) && !readLabels().has(label))
    expect({ expression, foreign }).toEqual({ expression, foreign: [] })
  }

  test('rules read metrics and labels that exist, and each alert says what is wrong and what to do', async () => {
    const file = recordOf(Bun.YAML.parse(await Bun.file(join(root, 'deploy/prometheus/sluice.rules.yaml')).text()))
    const rules = recordsOf(file.groups).flatMap((group) => recordsOf(group.rules))
    expect(rules.length).toBeGreaterThan(10)
    const recorded = rules.flatMap(({ record }) => (typeof record === 'string' ? [record] : []))
    for (const rule of rules) {
      expectKnown(textOf(rule.expr), recorded)
      if (rule.alert === undefined) continue
      expect(recordOf(rule.labels).severity).toMatch(/^(critical|warning|info)$/)
      const { summary, description } = recordOf(rule.annotations)
      expect([textOf(summary), textOf(description)].every((text) => text.length > 20)).toBe(true)
    }
  })

  test('panels read metrics and labels that exist, and do not overlap', async () => {
    const dashboard = recordOf(await Bun.file(join(root, 'deploy/grafana/sluice.json')).json())
    const panels = recordsOf(dashboard.panels)
    const expressions = panels.flatMap(({ targets }) => recordsOf(targets).map(({ expr }) => textOf(expr)))
    expect(expressions.length).toBeGreaterThan(20)
    // Variables of Grafana are durations or texts.
    for (const expression of expressions) expectKnown(expression.replaceAll('$__rate_interval', '5m'), [])
    const cells = panels.flatMap(({ gridPos }) => {
      const { x, y, w, h } = recordOf(gridPos)
      return Array.from({ length: Number(w) * Number(h) }, (_, index) => {
        const column = Number(x) + (index % Number(w))
        return `${column},${Number(y) + Math.floor(index / Number(w))}`
      })
    })
    expect(new Set(cells).size).toBe(cells.length)
    const variables = recordsOf(recordOf(dashboard.templating).list).map(({ name }) => textOf(name))
    const used = new Set([...expressions.join(' ').matchAll(/\$(\w+)/g)].map(([, name]) => name))
    used.delete('__rate_interval')
    expect([...used].sort()).toEqual(variables.filter((name) => name !== 'datasource').sort())
  })

  test('the page about operations lists each metric, and no other', async () => {
    const page = await Bun.file(join(root, 'docs/operations.md')).text()
    const table = page.slice(page.indexOf('## Metrics'), page.indexOf('\n## ', page.indexOf('## Metrics') + 4))
    const listed = [...table.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name ?? '')
    // Only a process that is one of several workers of a host reports the last one.
    expect(listed.sort()).toEqual([...readMetricNames(), 'sluice_worker_up'].sort())
  })
})
