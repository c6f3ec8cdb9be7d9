import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { OptionKey } from '../state/option-registry.ts'
import { engines } from '../store/test-databases.ts'
import { startTestApp, type TestApp, type TestClient } from './test-app.ts'

for (const engine of engines) {
  describe(engine.name, () => {
    let app: TestApp
    let admin: TestClient
    beforeAll(async () => {
      app = await startTestApp({ engine })
      admin = await app.addUser({ role: 10 })
    })
    afterAll(() => app.close())

    const put = (client: TestClient, options: Record<string, unknown>) =>
      client.put('/api/option/batch', {
        options: Object.entries(options).map(([key, value]) => ({ key, value })),
      })
    const current = () => app.state.current().options
    const countAuditLines = async () =>
      ((await admin.get('/api/audit/?p=1&page_size=100')).body.data as { total: number }).total

    test('several options are written together, and the answer lists the changed ones', async () => {
      const answer = await put(admin, { ModelPrice: '{"a":1}', ModelRatio: '{"b":2}', RetryTimes: 2 })
      expect(answer.body).toMatchObject({
        success: true,
        data: { changed: ['ModelPrice', 'ModelRatio'] },
      })
      expect(current()).toMatchObject({ ModelPrice: { a: 1 }, ModelRatio: { b: 2 }, RetryTimes: 2 })
    })

    test.each([
      ['a value that cannot be read', { ModelPrice: '{"c":1}', CompletionRatio: '{"c":-1}' }, 'option_invalid'],
      ['an unknown option', { ModelPrice: '{"c":1}', Nothing: '1' }, 'option_unknown'],
      [
        'an option that only a super administrator writes',
        { ModelPrice: '{"c":1}', ServerAddress: '' },
        'insufficient_rights',
      ],
    ])('a batch with %s is refused, and none of it is written', async (_, options, code) => {
      const [before, count] = [current(), await countAuditLines()]
      expect((await put(admin, options)).body).toMatchObject({ success: false, code })
      expect(current()).toEqual(before)
      expect(await countAuditLines()).toBe(count)
    })

    test('every wrong value is reported at its option', async () => {
      const answer = await put(admin, { RetryTimes: 'x', GroupRatio: '{"vip":-1}', Logo: '' })
      expect(answer).toMatchObject({ status: 400, body: { code: 'option_invalid' } })
      expect(answer.body.fields).toEqual({
        RetryTimes: 'must be a number',
        GroupRatio: 'vip must not be less than 0',
      })
    })

    test('a value changed since the form was opened is not overwritten', async () => {
      await put(admin, { ModelRatio: '{"a":1,"b":1}', RetryTimes: 1 })
      const other = await app.addUser({ role: 10 })
      await put(other, { ModelRatio: '{"a":2,"b":1}' })
      const stale = { key: 'ModelRatio', was: '{ "a": 1, "b": 1 }' }
      const [before, count] = [current(), await countAuditLines()]
      const otherChange = { key: 'RetryTimes', value: '3', was: '1' }
      const refused = await admin.put('/api/option/batch', {
        options: [otherChange, { ...stale, value: '{"a":1,"b":5}' }],
      })
      expect(refused).toMatchObject({ status: 409, body: { code: 'option_conflict' } })
      expect(refused.body.field_reasons).toEqual({ ModelRatio: { code: 'changedMeanwhile', params: {} } })
      expect([current(), await countAuditLines()]).toEqual([before, count])
      // The same value from two administrators is not a conflict, nor is a value sent without the old value.
      const same = await admin.put('/api/option/', { ...stale, value: '{"a":2,"b":1}' })
      expect(same.body.success).toBe(true)
      const known = { key: 'ModelRatio', was: '{"a":2,"b":1}', value: '{"a":2,"b":5}' }
      expect((await admin.put('/api/option/', known)).body.success).toBe(true)
      expect(current().ModelRatio).toEqual({ a: 2, b: 5 })
      expect((await put(admin, { ModelRatio: '{"c":1}' })).body.success).toBe(true)
    })

    test('an option given twice, and an empty batch, are refused', async () => {
      const twice = [
        { key: 'Logo', value: '/a.png' },
        { key: 'Logo', value: '/b.png' },
      ]
      expect(await admin.put('/api/option/batch', { options: twice })).toMatchObject({ status: 400 })
      expect(await admin.put('/api/option/batch', { options: [] })).toMatchObject({ status: 400 })
    })

    test('a switch and its needs may be set together, and cleared together', async () => {
      const on = { GitHubOAuthEnabled: true, GitHubClientId: 'id', GitHubClientSecret: 'secret' }
      expect((await put(app.root, on)).body.success).toBe(true)
      const clear = await app.root.put('/api/option/', { key: 'GitHubClientId', value: '' })
      expect(clear.body).toMatchObject({
        code: 'option_invalid',
        field_reasons: { GitHubClientId: { code: 'neededBy', params: { name: 'GitHubOAuthEnabled' } } },
      })
      expect(current().GitHubClientId).toBe('id')
      expect((await put(app.root, { GitHubOAuthEnabled: false, GitHubClientId: '' })).body.success).toBe(true)
    })

    test('a stored switch without its needed options does not block writes of other options', async () => {
      const row = { name: 'oidc.enabled' satisfies OptionKey, value: 'true', updated_at: 1 }
      await app.store.db.insertInto('options').values(row).execute()
      await app.state.publish({ kind: 'options' })
      expect((await put(app.root, { WeChatServerToken: 'x' })).body.success).toBe(true)
      expect((await put(app.root, { 'oidc.enabled': false })).body.success).toBe(true)
    })

    test('the audit trail has only the changed entries of a table, and no value of a secret', async () => {
      await put(admin, { ModelRatio: '{"same":1,"old":1,"moved":1}' })
      await put(admin, { ModelRatio: '{"same":1,"new":2,"moved":3}' })
      await put(app.root, { SMTPToken: 'open sesame' })
      const answer = await admin.get('/api/audit/?p=1&page_size=2&action=option.set')
      expect((answer.body.data as { items: unknown[] }).items).toMatchObject([
        { actor_id: app.root.id, object_id: 'SMTPToken', before: null, after: null },
        { object_id: 'ModelRatio', before: '{"old":1,"moved":1}', after: '{"moved":3,"new":2}' },
      ])
    })

    test('parallel changes are made one after another, and none is lost', async () => {
      const models = ['gpt-4o', 'gpt-4o-mini', 'gpt-4.1', 'gpt-4.1-mini', 'o3', 'gpt-5']
      await put(admin, { ModelRatio: '{}', ModelPrice: '{}' })
      await Promise.all(models.map((model) => admin.post('/api/option/apply_default_prices', { models: [model] })))
      expect(Object.keys(current().ModelRatio).sort()).toEqual(models.toSorted())
    })

    test('a list of 60,000 words is accepted', async () => {
      const words = Array.from({ length: 60_000 }, (_, index) => `敏感词${index}`)
      expect((await put(admin, { SensitiveWords: words.join('\n') })).body.success).toBe(true)
      expect(current().SensitiveWords).toHaveLength(60_000)
    })
  })
}
