import { afterAll, beforeAll, expect, test } from 'bun:test'
import { parseUserSetting, webhookSecretSealContext } from '../../notify/user-setting.ts'
import { createSecretBox } from '../../platform/secret-box.ts'
import { startTestApp, type TestApp, type TestClient } from '../test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const put = (user: TestClient, body: unknown) => user.put('/api/user/setting', body)
const readShown = async (user: TestClient) =>
  JSON.parse(((await user.get('/api/user/self')).body.data as { setting: string }).setting)
const readStored = async (user: TestClient) => {
  const query = app.store.db.selectFrom('users').select('setting').where('id', '=', user.id)
  return (await query.executeTakeFirstOrThrow()).setting
}

test('the given settings are changed, and the others stay unchanged', async () => {
  const user = await app.addUser({})
  expect(await readShown(user)).toEqual({ notify_type: 'email', accept_unset_model_ratio_model: false })
  const all = {
    notify_type: 'webhook',
    quota_warning_threshold: 100_000,
    webhook_url: 'https://hooks.example/a?b=c',
    notification_email: 'Ana@Example.org',
    accept_unset_model_ratio_model: true,
  }
  expect((await put(user, { ...all, webhook_secret: 'hush hush' })).body.success).toBe(true)
  const shown = { ...all, notification_email: 'ana@example.org', webhook_secret_set: true }
  expect(await readShown(user)).toEqual(shown)
  expect((await put(user, { notify_type: 'email' })).body.success).toBe(true)
  expect(await readShown(user)).toEqual({ ...shown, notify_type: 'email' })
})

test('alerts are off until they are asked for, and are shown only while they are on', async () => {
  const user = await app.addUser({})
  const alerts = { alert_key_limit: true, alert_month_quota: 5_000_000, alert_unusual_spend: true }
  expect((await put(user, alerts)).body.success).toBe(true)
  expect(await readShown(user)).toMatchObject(alerts)
  await put(user, { alert_key_limit: false, alert_month_quota: 0, alert_unusual_spend: false })
  expect(await readShown(user)).toEqual({ notify_type: 'email', accept_unset_model_ratio_model: false })
  for (const wrong of [{ alert_month_quota: -1 }, { alert_month_quota: 0.5 }, { alert_key_limit: 'yes' }])
    expect((await put(user, wrong)).body.success).toBe(false)
})

test('the webhook secret is encrypted for its account, kept unless a new one is sent, and never returned', async () => {
  const user = await app.addUser({})
  await put(user, { webhook_secret: 'hush hush' })
  for (const body of [{}, { webhook_secret: '' }, { quota_warning_threshold: 5 }]) await put(user, body)
  const { webhook_secret_box: sealedSecret } = parseUserSetting(await readStored(user))
  expect(await readStored(user)).not.toContain('hush')
  expect(JSON.stringify((await user.get('/api/user/self')).body)).not.toContain(sealedSecret)
  const secretBox = createSecretBox('a crypto secret that only tests know')
  expect(secretBox.open(sealedSecret, webhookSecretSealContext(user.id))).toBe('hush hush')
  expect(() => secretBox.open(sealedSecret, webhookSecretSealContext(user.id + 1))).toThrow()
  await put(user, { webhook_secret: null })
  expect(await readShown(user)).not.toHaveProperty('webhook_secret_set')
})

test('parallel writes do not undo each other', async () => {
  const user = await app.addUser({})
  const answers = await Promise.all([
    put(user, { notification_email: 'ana@example.org' }),
    put(user, { accept_unset_model_ratio_model: true }),
    put(user, { quota_warning_threshold: 7 }),
  ])
  expect(answers.map(({ body }) => body.success)).toEqual([true, true, true])
  expect(await readShown(user)).toMatchObject({
    notification_email: 'ana@example.org',
    accept_unset_model_ratio_model: true,
    quota_warning_threshold: 7,
  })
})

test('an invalid value is refused by field, and nothing is changed', async () => {
  const user = await app.addUser({})
  const refused = [
    [{ notify_type: 'pigeon' }, 'notify_type'],
    [{ quota_warning_threshold: 0 }, 'quota_warning_threshold'],
    [{ quota_warning_threshold: 1.5 }, 'quota_warning_threshold'],
    [{ notification_email: 'nobody' }, 'notification_email'],
    [{ notify_type: 'webhook' }, 'webhook_url'],
    [{ notify_type: 'webhook', webhook_url: 'http://hooks.example' }, 'webhook_url'],
    [{ webhook_url: 'https://169.254.169.254/' }, 'webhook_url'],
    // These cannot be sent in a header.
    [{ webhook_secret: 'a\r\nX-Other: b' }, 'webhook_secret'],
    [{ webhook_secret: '密钥' }, 'webhook_secret'],
    [{ webhook_secret: 'secret ' }, 'webhook_secret'],
    [{ accept_unset_model_ratio_model: 'yes' }, 'accept_unset_model_ratio_model'],
  ] as const
  for (const [body, field] of refused)
    expect({ field, fields: Object.keys((await put(user, body)).body.fields ?? {}) }).toEqual({
      field,
      fields: [field],
    })
  expect(await readStored(user)).toBe('{}')
})
