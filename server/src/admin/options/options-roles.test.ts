import { afterAll, beforeAll, expect, test } from 'bun:test'
import { isSecret, optionKeys } from '@sluice/contract/options/registry'
import { startTestApp, type TestApp, type TestClient } from '../test-app.ts'

let app: TestApp
let admin: TestClient
let user: TestClient
beforeAll(async () => {
  app = await startTestApp()
  admin = await app.addUser({ role: 10 })
  user = await app.addUser()
})
afterAll(() => app.close())

const routes = [
  ['GET', '/api/option/', 'admin'],
  ['PUT', '/api/option/', 'admin'],
  ['PUT', '/api/option/batch', 'admin'],
  ['POST', '/api/option/rest_model_ratio', 'admin'],
  ['GET', '/api/option/default_prices_diff', 'admin'],
  ['POST', '/api/option/apply_default_prices', 'admin'],
  ['GET', '/api/option/unset_models', 'admin'],
  ['POST', '/api/option/unpriced_models', 'admin'],
  ['POST', '/api/option/oidc_discovery', 'root'],
] as const

test.each(routes)('%s %s needs the role %s', async (method, path, role) => {
  expect((await app.send(path, { method })).status).toBe(401)
  const refusal = { success: false, code: 'insufficient_rights' }
  expect((await user.request(method, path)).body).toMatchObject(refusal)
  const byAdmin = await admin.request(method, path)
  if (role === 'root') expect(byAdmin.body).toMatchObject(refusal)
  else expect(byAdmin.body.code).not.toBe('insufficient_rights')
})

test('the list contains which secrets are set and who writes each option, but no secret', async () => {
  await app.root.put('/api/option/', { key: 'EpayKey', value: 'a secret' })
  const { body } = await admin.get('/api/option/')
  expect(body.secrets_set).toEqual(['EpayKey'])
  expect(body.root_only).toContain('ServerAddress')
  expect(body.root_only).not.toContain('RetryTimes')
  const listed = (body.data as { key: string }[]).map(({ key }) => key)
  // Beside what consoles of other gateways read.
  const own = listed.filter((key) => key !== 'payment_setting.compliance_confirmed')
  expect(own.toSorted()).toEqual(optionKeys.filter((key) => !isSecret(key)).toSorted())
  expect(JSON.stringify(body)).not.toContain('a secret')
  await app.root.put('/api/option/', { key: 'EpayKey', value: '' })
  expect((await admin.get('/api/option/')).body.secrets_set).toEqual([])
})

test('every option whose name ends in secret, token or key is declared a secret, except the one public key', () => {
  const named = optionKeys.filter((key) => /(secret|token|key)$/i.test(key))
  expect(named.filter((key) => !isSecret(key))).toEqual(['TurnstileSiteKey'])
})
