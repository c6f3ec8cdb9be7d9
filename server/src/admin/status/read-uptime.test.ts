import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'bun:test'
import type { UptimeStatus } from '@sluice/contract/site-content'
import { createManualClock } from '../../platform/test-clock.ts'
import { serveLocally } from '../../platform/test-port.ts'
import { startTestApp, type TestApp } from '../test-app.ts'

/** A shortened answer of Uptime Kuma 2. */
const page = {
  config: { slug: 'api', title: 'API' },
  incident: null,
  publicGroupList: [
    {
      id: 1,
      name: 'Services',
      weight: 1,
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

const requestedPaths: string[] = []
let answer: (path: string) => Response
const clock = createManualClock()
let kuma: Bun.Server<undefined>
let app: TestApp
beforeAll(async () => {
  kuma = serveLocally((request) => {
    const { pathname } = new URL(request.url)
    requestedPaths.push(pathname)
    return answer(pathname)
  })
  app = await startTestApp({ clock, environment: { OUTBOUND_ALLOW: `127.0.0.1:${kuma.port}` } })
})
afterAll(async () => {
  await app.close()
  await kuma.stop(true)
})
beforeEach(() => {
  answer = (path) => Response.json(path.includes('heartbeat') ? beats : page)
  requestedPaths.length = 0
})
// The cached value of the test expires.
afterEach(() => clock.advance(60_000))

const write = async (key: string, value: unknown) =>
  await app.root.put('/api/option/', {
    key,
    value: typeof value === 'string' ? value : JSON.stringify(value),
  })
const buildGroup = (url: string, slug = 'api') => ({ categoryName: 'API', url, slug, description: 'By region' })
const setGroups = (...groups: object[]) => write('console_setting.uptime_kuma_groups', groups)
const readStatus = async () => ((await (await app.send('/api/uptime/status')).json()) as { data: UptimeStatus }).data
const kumaUrl = () => `http://127.0.0.1:${kuma.port}/`

test('without a status page nothing is shown and nothing is requested', async () => {
  expect(await readStatus()).toEqual([])
  expect((await app.root.get('/api/status')).body.data).toMatchObject({ uptime_kuma_enabled: false })
  expect(requestedPaths).toEqual([])
})

test('monitors are read with their group, newest status and uptime of the last day', async () => {
  await setGroups(buildGroup(kumaUrl()))
  expect((await app.root.get('/api/status')).body.data).toMatchObject({ uptime_kuma_enabled: true })
  expect(await readStatus()).toEqual([
    {
      categoryName: 'API',
      description: 'By region',
      monitors: [
        { name: 'Chat', uptime: 0.9987, status: 1, group: 'Services' },
        { name: 'Images', uptime: 1, status: 3, group: 'Services' },
        { name: 'New', uptime: 0, status: 2 },
      ],
    },
  ])
  expect(requestedPaths.toSorted()).toEqual(['/api/status-page/api', '/api/status-page/heartbeat/api'])
})

test('a page is loaded at most once a minute for all callers, and not at all while disabled', async () => {
  await Promise.all([readStatus(), readStatus(), readStatus()])
  clock.advance(59_000)
  await readStatus()
  expect(requestedPaths).toHaveLength(2)
  clock.advance(1_000)
  await readStatus()
  expect(requestedPaths).toHaveLength(4)
  await write('console_setting.uptime_kuma_enabled', 'false')
  clock.advance(60_000)
  expect(await readStatus()).toEqual([])
  expect((await app.root.get('/api/status')).body.data).toMatchObject({ uptime_kuma_enabled: false })
  expect(requestedPaths).toHaveLength(4)
  await write('console_setting.uptime_kuma_enabled', 'true')
})

test.each([
  ['an error', () => new Response('', { status: 500 })],
  ['a page that is not JSON', () => new Response('<p>', { headers: { 'content-type': 'text/html' } })],
  ['another shape', () => Response.json({ ok: true })],
])('%s marks only its group as unreachable, and the page is not loaded again within the minute', async (_, failure) => {
  answer = (path) => (path.endsWith('/broken') ? failure() : Response.json(path.includes('heartbeat') ? beats : page))
  await setGroups(buildGroup(kumaUrl(), 'broken'), buildGroup(kumaUrl()))
  const groups = await readStatus()
  expect(groups[0]).toMatchObject({ monitors: [], unreachable: true })
  expect(groups[1]?.monitors).toHaveLength(3)
  expect(groups[1]).not.toHaveProperty('unreachable')
  await readStatus()
  expect(requestedPaths).toHaveLength(4)
})

test('a forbidden address is not called', async () => {
  await setGroups(buildGroup('http://169.254.169.254'), buildGroup('http://127.0.0.1:1'))
  expect(await readStatus()).toMatchObject([{ unreachable: true }, { unreachable: true }])
})

test.each([
  ['a slug with a slash', { ...buildGroup('https://status.example'), slug: '../x' }],
  ['an address with another scheme', buildGroup('ftp://status.example')],
  ['no name', { ...buildGroup('https://status.example'), categoryName: '' }],
])('%s is refused', async (_, group) => {
  expect((await setGroups(group)).status).toBe(400)
})
