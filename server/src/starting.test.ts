import { expect, test } from 'bun:test'
import { createLog } from './platform/log.ts'
import { createManualClock } from './platform/test-clock.ts'
import { createStarting } from './starting.ts'

const step = { name: '0002-objects-by-id', number: 1, count: 2, isRepeated: false }

function start() {
  const clock = createManualClock()
  const lines: Record<string, unknown>[] = []
  const log = createLog('info', null, (line) => void lines.push(JSON.parse(line) as Record<string, unknown>))
  const starting = createStarting({ clock, log, requestIds: () => 'r1', basePath: '/ai' })
  const ask = (path: string, init?: RequestInit) => starting.answer(new Request(`http://localhost${path}`, init))
  return { clock, lines, ask, watch: starting.watch }
}

test('a starting server is alive and not ready, and says what it does', async () => {
  const { clock, ask, watch } = start()
  expect(await ask('/healthz').json()).toEqual({ status: 'starting' })
  expect(await ask('/ai/healthz').json()).toEqual({ status: 'starting' })
  const since = new Date(clock.now()).toISOString()
  watch.waits()
  expect(await ask('/healthz').json()).toEqual({ status: 'waiting', since })
  watch.begins(step)
  const migrating = { status: 'migrating', step: 1, of: 2, name: '0002-objects-by-id', since }
  expect(ask('/healthz').status).toBe(200)
  expect(await ask('/healthz').json()).toEqual(migrating)
  const readiness = ask('/readyz?probe=1')
  expect({ status: readiness.status, retryAfter: readiness.headers.get('retry-after') }).toEqual({
    status: 503,
    retryAfter: '5',
  })
  expect(await readiness.json()).toEqual({ ready: false, ...migrating })
  watch.ends(step)
  expect(await ask('/healthz').json()).toEqual({ status: 'starting' })
})

test('the log has the begin and the end of each migration with its length, and that one waits or repeats', () => {
  const { clock, lines, watch } = start()
  watch.waits()
  watch.begins(step)
  clock.advance(72_500)
  watch.ends(step)
  watch.begins({ ...step, isRepeated: true })
  const named = { migration: '0002-objects-by-id', step: 1, of: 2 }
  expect(lines).toMatchObject([
    { level: 'info', msg: 'another process migrates the database; this one waits for it' },
    { level: 'info', msg: 'a migration begins', ...named },
    { level: 'info', msg: 'a migration is done', ...named, seconds: 72.5 },
    { level: 'warn', msg: 'an earlier start was ended within this migration; it is repeated', ...named },
  ])
})

const chat = { method: 'POST', body: '{}' }

test.each<[string, RequestInit, unknown]>([
  ['/v1/chat/completions', chat, { error: { type: 'new_api_error', code: 'starting' } }],
  ['/v1/messages', chat, { type: 'error', error: { message: expect.stringContaining('starting') } }],
  ['/v1beta/models/gemini-3-pro:generateContent', chat, { error: { code: 503, status: 'UNAVAILABLE' } }],
  ['/v1/models', {}, { error: { code: 'starting' } }],
  ['/api/status', {}, { success: false, code: 'starting', request_id: 'r1' }],
  ['/', {}, { success: false, code: 'starting' }],
])('%s is answered 503 in its own format, with a time to come back', async (path, init, body) => {
  const answer = start().ask(path, init)
  expect({ status: answer.status, retryAfter: answer.headers.get('retry-after') }).toEqual({
    status: 503,
    retryAfter: '5',
  })
  expect(await answer.json()).toMatchObject(body as object)
})

test('a browser gets a page in its language that loads itself again', async () => {
  const headers = { accept: 'text/html,*/*', 'accept-language': 'zh-CN' }
  const answer = start().ask('/console', { headers })
  expect(answer.status).toBe(503)
  const page = await answer.text()
  expect(page).toContain('lang="zh"')
  expect(page).toContain('正在启动')
  expect(page).toContain('http-equiv="refresh"')
})
