import { afterAll, beforeAll, expect, test } from 'bun:test'
import { tmpdir } from 'node:os'
import { roles } from '@sluice/contract/roles'
import type { SystemCheckup, SystemState } from '@sluice/contract/system'
import { createLog } from '../../platform/log.ts'
import { nodeName } from '../../platform/node-name.ts'
import { addToken, setOptions, startTestApp, type TestApp, type TestClient, testOrigin } from '../test-app.ts'

const secrets = {
  SESSION_SECRET: 'session-secret-of-the-site-1',
  CRYPTO_SECRET: 'a crypto secret that only tests know',
  METRICS_TOKEN: 'metrics-token-of-the-site',
}
const secretOptions = {
  EpayKey: 'epay-key-of-the-site',
  StripeApiSecret: 'sk_test_of-the-site',
  StripeWebhookSecret: 'whsec_of-the-site',
  SMTPToken: 'mail-password-of-the-site',
  GitHubClientSecret: 'github-secret-of-the-site',
  TurnstileSecretKey: 'turnstile-secret-of-the-site',
}
const content = {
  'claude.model_headers_settings': '{"claude-x":{"authorization":["header-secret-of-the-site"]}}',
  Notice: 'a notice that people wrote',
  SensitiveWords: 'word-of-the-site',
}

const log = createLog('info', null, () => undefined)
let app: TestApp
let admin: TestClient
beforeAll(async () => {
  app = await startTestApp({ environment: { ...secrets, DATA_DIR: tmpdir() }, log })
  admin = await app.addUser({ role: roles.admin })
})
afterAll(() => app.close())

const readState = async (client: TestClient) => (await client.get('/api/system/')).body.data as SystemState

test('administrators see nodes, queues, jobs, sizes, caches and tasks; the machine only the super administrator', async () => {
  app.jobRuns.schedule('usage sums', () => 1_800_000)
  app.jobRuns.begin('usage sums', 1_000_000)
  app.jobRuns.end('usage sums', false, 1_000_250)
  app.jobRuns.begin('sessions', 1_000_000)
  app.jobRuns.end('notices', true, 1_000_000)
  const state = await readState(admin)
  expect(state).toMatchObject({ version: '0.0.0-test', commit: 'c0ffee012345', log_store: null, disk: null })
  // The ledger of tests has a process of another name.
  expect(state.nodes[0]).toMatchObject({ name: nodeName, is_own: true })
  expect(state.nodes.filter(({ figures }) => figures === null)).toHaveLength(state.nodes.length - 1)
  expect(state.nodes[0]?.figures?.memory_bytes).toBeGreaterThan(1_000_000)
  expect(state.jobs).toEqual([
    { name: 'usage sums', outcome: 'passed', started_at: 1_000, time_ms: 250, failed_since: 0, next_at: 1_800 },
    { name: 'sessions', outcome: 'running', started_at: 1_000, time_ms: null, failed_since: 0, next_at: 0 },
    { name: 'notices', outcome: 'failed', started_at: 0, time_ms: null, failed_since: 1_000, next_at: 0 },
  ])
  expect(state.tasks.map(({ kind, state: its }) => `${kind} ${its}`)).toEqual([
    'test idle',
    'balance idle',
    'models idle',
  ])
  expect(state.database.bytes).toBeGreaterThan(0)
  expect(state.caches).toMatchObject({ redis: 'none' })
  expect((await readState(app.root)).disk?.total_bytes).toBeGreaterThan(0)
})

test('the checks are those of the doctor, in the language of the reader, for the super administrator', async () => {
  const { body } = await app.root.request('POST', '/api/system/check', undefined, { 'accept-language': 'zh' })
  const { findings } = body.data as SystemCheckup
  const byCode = new Map(findings.map((finding) => [finding.code, finding]))
  expect(byCode.get('no_channel')).toMatchObject({ check: '渠道', level: 'problem' })
  expect(byCode.get('database_fits')).toMatchObject({ level: 'ok' })
  expect(byCode.get('no_channel')?.found).toMatch(/\p{Script=Han}/u)
  expect((await admin.post('/api/system/check')).body.code).toBe('insufficient_rights')
})

test('a file for support has no secret of the site, and no content', async () => {
  await setOptions(app, { ServerAddress: 'https://gateway.test', ...secretOptions, ...content })
  const made = await app.root.post('/api/channel/', { name: 'up', key: 'channel-key-of-the-site', models: 'm' })
  expect(made.body.success).toBe(true)
  const { key } = await addToken(app.root, 'mine')
  log.error({ error: new Error('the prompt of a customer'), body: 'content of a call', job: 'usage sums' }, 'failed')
  const answer = await app.send('/api/system/bundle', {
    headers: { cookie: app.root.cookie, origin: testOrigin, 'new-api-user': String(app.root.id) },
  })
  const text = await answer.text()
  const hidden = [
    ...Object.values(secrets),
    ...Object.values(secretOptions),
    'header-secret-of-the-site',
    'a notice that people wrote',
    'word-of-the-site',
    'channel-key-of-the-site',
    key,
    'the prompt of a customer',
    'content of a call',
  ]
  expect(hidden.filter((secret) => text.includes(secret))).toEqual([])
  const file = JSON.parse(text) as Record<string, Record<string, unknown> & unknown[]>
  expect(file.environment).toMatchObject({ SESSION_SECRET: 'set', METRICS_TOKEN: 'set' })
  expect(file.options).toMatchObject({ EpayKey: 'set', SMTPToken: 'set', RegisterEnabled: 'true' })
  expect(file.log).toMatchObject([{ level: 'error', msg: 'failed', job: 'usage sums', error: { name: 'Error' } }])
  expect(file.checks).toBeDefined()
  expect(answer.headers.get('content-disposition')).toMatch(/sluice-support-\d{4}-\d\d-\d\d\.json/)
})
