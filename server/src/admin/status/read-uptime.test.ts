import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'bun:test'
import type { UptimeStatus } from '@sluice/contract/site-content'
import { createManualClock } from '../../platform/test-clock.ts'
import { startTestApp, type TestApp } from '../test-app.ts'

/** As Uptime Kuma 2 answers, shortened. */
const page = {
  config: { slug: 'api', title: 'API' },
  incident: null,
  publicGroupList: [
    {
      ...{ id: 1, name: 'Services', weight: 1 },
      monitorList: [
        { id: 10, name: 'Chat', sendUrl: 0, type: 'http' },
        { id: 20, name: 'Images', sendUrl: 0, type: 'http' },
      ],
    },
    { id: 2, name: '', weight: 2, monitorList: [{ id: 30, name: 'New', sendUrl: 0, type: 'ping' }] },
  ],
  maintenanceList: [],
}
const beats = {
  heartbeatList: {
    '10': [
      { status: 0, time: '2026-11-20 08:00:00.000', msg: '', ping: null },
      { status: 1, time: '2026-11-20 08:01:00.000', msg: '', ping: 12 },
    ],
    '20': [{ status: 3, time: '2026-11-20 08:00:00.000', msg: '', ping: 30 }],
    '30': [],
  },
  uptimeList: { '10_24': 0.9987, '20_24': 1, '30_24': null },
}

const asked: string[] = []
let answer: (path: string) => Response
const clock = createManualClock()
let kuma: Bun.Server<undefined>
let app: TestApp
beforeAll(async () => {
  kuma = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request) {
      const { pathname } = new URL(request.url)
      asked.push(pathname)
      return answer(pathname)
    },
  })
  app = await startTestApp({ clock, environment: { OUTBOUND_ALLOW: `127.0.0.1:${kuma.port}` } })
})
afterAll(async () => {
  await app.close()
  await kuma.stop(true)
})
beforeEach(() => {
  answer = (path) => Response.json(path.includes('heartbeat') ? beats : page)
  asked.length = 0
})
// After the cached value of an earlier test has expired.
afterEach(() => clock.advance(60_000))

const write = async (key: string, value: unknown) =>
  await app.root.put('/api/option/', {
    key,
    value: typeof value === 'string' ? value : JSON.stringify(value),
  })
const groupAt = (url: string, slug = 'api') => ({ categoryName: 'API', url, slug, description: 'By region' })
const show = (...groups: object[]) => write('console_setting.uptime_kuma_groups', groups)
const readStatus = async () => ((await (await app.send('/api/uptime/status')).json()) as { data: UptimeStatus }).data
const own = () => `http://127.0.0.1:${kuma.port}/`

test('there is nothing to show, and nothing to ask, until a status page is set', async () => {
  expect(await readStatus()).toEqual([])
  expect((await app.root.get('/api/status')).body.data).toMatchObject({ uptime_kuma_enabled: false })
  expect(asked).toEqual([])
})

test('monitors are read with their group, newest state and share of the last day', async () => {
  await show(groupAt(own()))
  expect((await app.root.get('/api/status')).body.data).toMatchObject({ uptime_kuma_enabled: true })
  expect(await readStatus()).toEqual([
    {
      ...{ categoryName: 'API', description: 'By region' },
      monitors: [
        { name: 'Chat', uptime: 0.9987, status: 1, group: 'Services' },
        { name: 'Images', uptime: 1, status: 3, group: 'Services' },
        { name: 'New', uptime: 0, status: 2 },
      ],
    },
  ])
  expect(asked.toSorted()).toEqual(['/api/status-page/api', '/api/status-page/heartbeat/api'])
})

test('a page is loaded at most once a minute, for all callers together; the switch stops it', async () => {
  await Promise.all([readStatus(), readStatus(), readStatus()])
  clock.advance(59_000)
  await readStatus()
  expect(asked).toHaveLength(2)
  clock.advance(1_000)
  await readStatus()
  expect(asked).toHaveLength(4)
  await write('console_setting.uptime_kuma_enabled', 'false')
  clock.advance(60_000)
  expect(await readStatus()).toEqual([])
  expect((await app.root.get('/api/status')).body.data).toMatchObject({ uptime_kuma_enabled: false })
  expect(asked).toHaveLength(4)
  await write('console_setting.uptime_kuma_enabled', 'true')
})

test.each([
  ['an error', () => new Response('', { status: 500 })],
  ['a page that is not JSON', () => new Response('<p>', { headers: { 'content-type': 'text/html' } })],
  ['another shape', () => Response.json({ ok: true })],
])('%s marks only its group, and is not loaded again within the minute', async (_, failure) => {
  answer = (path) => (path.endsWith('/broken') ? failure() : Response.json(path.includes('heartbeat') ? beats : page))
  await show(groupAt(own(), 'broken'), groupAt(own()))
  const groups = await readStatus()
  expect(groups[0]).toMatchObject({ monitors: [], unreachable: true })
  expect(groups[1]?.monitors).toHaveLength(3)
  expect(groups[1]).not.toHaveProperty('unreachable')
  await readStatus()
  expect(asked).toHaveLength(4)
})

test('an address that this server must not call is not called', async () => {
  await show(groupAt('http://169.254.169.254'), groupAt('http://127.0.0.1:1'))
  expect(await readStatus()).toMatchObject([{ unreachable: true }, { unreachable: true }])
})

test.each([
  ['a slug with a slash', { ...groupAt('https://status.example'), slug: '../x' }],
  ['an address of another kind', groupAt('ftp://status.example')],
  ['no name', { ...groupAt('https://status.example'), categoryName: '' }],
])('%s is refused', async (_, group) => {
  expect((await show(group)).status).toBe(400)
})
