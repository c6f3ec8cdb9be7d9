import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import type { Reason } from '@sluice/contract/error-reasons'
import { neededOptions, optionFeatures } from '@sluice/contract/options/needs'
import { isOptionKey, optionOf } from '@sluice/contract/options/registry'
import { optionTabs } from '@sluice/contract/options/tabs'
import { startTestApp, type TestApp } from './test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterEach(async () => {
  await app.store.db.deleteFrom('options').where('name', 'not like', '$%').execute()
  await app.state.publish({ kind: 'options' })
})
afterAll(() => app.close())

const write = async (texts: Record<string, string>) => {
  const options = Object.entries(texts).map(([key, value]) => ({ key, value }))
  return (await app.root.put('/api/option/batch', { options })).body
}
const put = async (key: string, value: string) => (await app.root.put('/api/option/', { key, value })).body

/** A value that the option accepts. */
const sampleValue = (key: string): string => {
  if (key === 'EmailDomainWhitelist') return 'mail.example'
  if (/SMTPFrom|SMTPAccount/.test(key)) return 'gate@mail.example'
  if (/Address|URL|Url|well_known/.test(key)) return 'https://site.example/x'
  return 'x'
}
const sampleValues = (keys: readonly string[]) => Object.fromEntries(keys.map((key) => [key, sampleValue(key)]))
const isSwitch = (key: string): boolean => isOptionKey(key) && typeof optionOf(key).default === 'boolean'
const enabledValue = (key: string): string => (isSwitch(key) ? 'true' : sampleValue(key))
const disabledValue = (key: string): string => (isSwitch(key) ? 'false' : '')

test('the table names only options, and no switch twice', () => {
  const names = optionFeatures.flatMap(({ switch: name, with: parts = [], needs }) => [
    name,
    ...parts,
    ...neededOptions(needs),
  ])
  expect(names.filter((name) => !isOptionKey(name))).toEqual([])
  expect(new Set(optionFeatures.map((feature) => feature.switch)).size).toBe(optionFeatures.length)
})

test('every switch of the system options is in the table or needs nothing', () => {
  const free = [
    'PasswordLoginEnabled',
    'RegisterEnabled',
    'PasswordRegisterEnabled',
    'LoginAfterRegisterEnabled',
    'EmailAliasRestrictionEnabled',
    'SMTPSSLEnabled',
    'WorkerAllowHttpImageRequestEnabled',
  ]
  const known = new Set([...free, ...optionFeatures.map((feature) => feature.switch)])
  const switches = optionTabs.system.flatMap(({ options }) => Object.keys(options)).filter(isSwitch)
  expect(switches.filter((key) => !known.has(key))).toEqual([])
})

for (const { switch: name, with: parts = [], needs } of optionFeatures) {
  const plain = needs.filter((need) => typeof need === 'string')
  const first = needs.flatMap((need) => (typeof need === 'string' ? [need] : (need.oneOf[0] ?? [])))
  const all = { ...sampleValues([...parts, ...first]), [name]: enabledValue(name) }

  describe(name, () => {
    test.each(plain)('is refused without %s', async (need) => {
      const { [need]: _, ...rest } = all
      // An option with a default value has to be set to empty.
      const answer = await write({ ...rest, ...(need === 'EmailDomainWhitelist' && { [need]: '' }) })
      expect(answer).toMatchObject({ success: false, code: 'option_invalid' })
      expect((answer.fields as Record<string, string>)[name]).toBe(`fill in ${need} first`)
    })

    test.each([...parts, ...plain])(
      'refuses to clear %s while it is on, and may be cleared together with it',
      async (need) => {
        expect(await write(all)).toMatchObject({ success: true })
        const answer = await put(need, '')
        expect(answer).toMatchObject({
          success: false,
          field_reasons: { [need]: { code: 'neededBy', params: { name } } },
        })
        expect(await write({ [need]: '', Footer: 'x' })).toMatchObject({ success: false })
        expect(await write({ [need]: '', [name]: disabledValue(name) })).toMatchObject({ success: true })
      },
    )

    test('is switched off without other changes', async () => {
      expect(await write(all)).toMatchObject({ success: true })
      expect(await put(name, disabledValue(name))).toMatchObject({ success: true })
    })
  })
}

test('the options of a payment method may be written one by one, in any order', async () => {
  await put('ServerAddress', 'https://site.example')
  for (const [key, value] of Object.entries({ PayAddress: 'https://pay.example', EpayId: '1', EpayKey: 'k' }))
    expect(await put(key, value)).toMatchObject({ success: true })
  // A part is replaced while the method is on.
  expect(await put('EpayKey', 'another')).toMatchObject({ success: true })
})

test('the part that completes a payment method is refused without an address of the site', async () => {
  await write({ PayAddress: 'https://pay.example', EpayId: '1' })
  expect(await put('EpayKey', 'k')).toMatchObject({ fields: { EpayKey: 'fill in ServerAddress first' } })
})

test('one of two sender options is enough, and one without a mail address does not count', async () => {
  const mail = { SMTPServer: 'mail.example', EmailVerificationEnabled: 'true' }
  const insufficient: Record<string, string>[] = [{}, { SMTPAccount: 'apikey' }]
  for (const sender of insufficient)
    expect(await write({ ...mail, ...sender })).toMatchObject({
      fields: { EmailVerificationEnabled: 'fill in SMTPFrom first' },
    })
  expect(await write({ ...mail, SMTPAccount: 'apikey', SMTPFrom: 'Gate <gate@mail.example>' })).toMatchObject({
    success: true,
  })
  expect(await put('SMTPFrom', '')).toMatchObject({ success: false })
  expect(await put('SMTPAccount', 'gate@mail.example')).toMatchObject({ success: true })
  expect(await put('SMTPFrom', '')).toMatchObject({ success: true })
})

describe('password login', () => {
  const provider = { GitHubClientId: 'x', GitHubClientSecret: 'x', GitHubOAuthEnabled: 'true' }
  const bind = (github_id: string | null) =>
    app.store.db.updateTable('users').set({ github_id }).where('id', '=', app.root.id).execute()
  afterEach(async () => {
    await bind(null)
    await app.store.db.deleteFrom('passkeys').execute()
  })
  const readReasonCode = async (texts: Record<string, string>, at: string) => {
    const { field_reasons: fields } = (await write(texts)) as { field_reasons?: Record<string, Reason> }
    return fields?.[at]?.code ?? null
  }

  test('cannot be switched off while no super administrator has another way to sign in', async () => {
    expect(await readReasonCode({ PasswordLoginEnabled: 'false' }, 'PasswordLoginEnabled')).toBe('noOtherWayIn')
    // A provider that is enabled but not bound, then one that is bound but not enabled.
    await write(provider)
    expect(await readReasonCode({ PasswordLoginEnabled: 'false' }, 'PasswordLoginEnabled')).toBe('noOtherWayIn')
    await bind('42')
    const off = { GitHubOAuthEnabled: 'false', PasswordLoginEnabled: 'false' }
    expect(await readReasonCode(off, 'PasswordLoginEnabled')).toBe('noOtherWayIn')
    expect(await put('PasswordLoginEnabled', 'false')).toMatchObject({ success: true })
    expect(await readReasonCode({ GitHubOAuthEnabled: 'false' }, 'GitHubOAuthEnabled')).toBe('onlyWayInOfRoot')
    expect((await app.root.delete('/api/oauth/github/bind')).body.code).toBe('only_way_in')
  })

  test('may be off if the super administrator has a passkey, and the last passkey cannot be deleted', async () => {
    const row = { user_id: app.root.id, name: 'key', public_key: 'k', counter: 0, transports: '' }
    const more = { created_at: 1, last_used_at: null }
    await app.store.db
      .insertInto('passkeys')
      .values(['a', 'b'].map((credential_id) => ({ ...row, ...more, credential_id })))
      .execute()
    expect(await put('PasswordLoginEnabled', 'false')).toMatchObject({ success: true })
    const keys = await app.store.db.selectFrom('passkeys').select('id').execute()
    const answers = await Promise.all(keys.map(({ id }) => app.root.delete(`/api/user/passkeys/${id}`)))
    expect(answers.map(({ body }) => body.code ?? 'removed').toSorted()).toEqual(['only_way_in', 'removed'])
  })
})
