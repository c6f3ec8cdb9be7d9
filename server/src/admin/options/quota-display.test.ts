import { beforeAll, expect, test } from 'bun:test'
import { forTests } from '../../../test/for-tests.ts'
import { startTestApp, type TestClient } from '../test-app.ts'

const app = forTests(startTestApp)
let admin: TestClient
beforeAll(async () => {
  admin = await app.addUser({ role: 10 })
})

const type = 'general_setting.quota_display_type'
const write = (key: string, value: string) => admin.put('/api/option/', { key, value })
const readDisplay = async () => {
  const { display_in_currency, quota_display_type } = (await admin.get('/api/status')).body.data as Record<
    string,
    unknown
  >
  return [display_in_currency, quota_display_type]
}

test('the older switch and the newer display type agree, whichever is written', async () => {
  expect(await readDisplay()).toEqual([true, 'USD'])
  await write('DisplayInCurrencyEnabled', 'false')
  expect(await readDisplay()).toEqual([false, 'TOKENS'])
  await write(type, 'CNY')
  expect(await readDisplay()).toEqual([true, 'CNY'])
  await write('DisplayInCurrencyEnabled', 'true')
  expect(await readDisplay()).toEqual([true, 'CNY'])
  await write(type, 'TOKENS')
  expect(await readDisplay()).toEqual([false, 'TOKENS'])
  await write('DisplayInCurrencyEnabled', 'true')
  expect(await readDisplay()).toEqual([true, 'USD'])
})

test('an imported display type of raw units takes effect without the switch', async () => {
  const { db } = app.store
  const row = { name: type, value: 'TOKENS', updated_at: 1 }
  await db.deleteFrom('options').where('name', 'in', [type, 'DisplayInCurrencyEnabled']).execute()
  await db.insertInto('options').values(row).execute()
  await app.state.publish({ kind: 'options' })
  expect(await readDisplay()).toEqual([false, 'TOKENS'])
})

test('an unknown display type and an exchange rate of 0 are refused', async () => {
  expect((await write(type, 'EUR')).status).toBe(400)
  expect((await write('USDExchangeRate', '0')).status).toBe(400)
})
