import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { isRecord } from '@sluice/contract/read-json'
import { Secret, TOTP } from 'otpauth'
import { send } from './api-client.ts'
import { createDatabase, engineNames, type TestDatabase } from './databases.ts'
import { fakeOpenAi } from './fake-openai.ts'
import { type FakeUpstream, startFakeUpstream } from './fake-upstream.ts'
import {
  copySample,
  importSamples,
  type SampleAccount,
  type SampleFigures,
  type SampleToken,
  sampleFigures,
} from './import-samples.ts'
import { runCommand, type ServerProcess, startServerProcess } from './server-process.ts'

const settings = {
  LOG_LEVEL: 'warn',
  SESSION_SECRET: 'a session secret that only tests know 4711',
  CRYPTO_SECRET: 'a crypto secret that only tests know 4711',
  CRITICAL_RATE_LIMIT_ENABLE: 'false',
  GLOBAL_API_RATE_LIMIT_ENABLE: 'false',
}

let upstream: FakeUpstream
beforeAll(async () => {
  upstream = await startFakeUpstream(fakeOpenAi())
})
afterAll(() => upstream.close())

/** Each sample on another engine. The tests of the importer cover every pair of source and engine. */
const samples = importSamples.map((sample, index) => ({
  sample,
  engine: engineNames[index % engineNames.length] ?? ('SQLite' as const),
}))

for (const { sample, engine } of samples) {
  describe(`a gateway on ${engine} with the data of ${sample}`, () => {
    let database: TestDatabase
    let server: ServerProcess
    let figures: SampleFigures

    beforeAll(async () => {
      figures = await sampleFigures(sample)
      database = await createDatabase(engine)
      const from = await copySample(sample, database.environment.DATA_DIR)
      const dryRun = await runCommand(['import', '--from', from, '--dry-run'], commandSettings())
      expect(dryRun).toMatchObject({ code: 0, output: expect.stringContaining('nothing was written') })
      const imported = await runCommand(['import', '--from', from], commandSettings())
      expect(imported).toMatchObject({
        code: 0,
        output: expect.stringContaining('Every count and sum agrees.'),
      })
      await moveChannels(database, upstream.url)
      server = await startServerProcess(commandSettings())
    })
    afterAll(async () => {
      expect(await server.terminate()).toBe(0)
      const audit = await runCommand(['ledger', 'audit'], commandSettings())
      expect(audit).toMatchObject({ code: 0 })
      await database.drop()
    })
    const commandSettings = () => ({ ...settings, ...database.environment })

    const signIn = ({ username, password }: SampleAccount) =>
      send<unknown>(server.url, 'POST', '/api/user/login', { body: { username, password } })

    test('signs each account in only with its own password', async () => {
      const answers = new Map<string, unknown>()
      const expected = new Map<string, unknown>()
      for (const account of figures.credentials.users.filter(({ password }) => password !== null)) {
        const { body } = await signIn(account)
        const needsCode = isRecord(body.data) && body.data.require_2fa === true
        answers.set(account.username, needsCode ? '2fa' : body.success)
        expected.set(account.username, account.login)
      }
      expect(answers.size).toBeGreaterThan(10)
      expect(answers).toEqual(expected)
    })

    test('answers calls with its keys as the other program did', async () => {
      const answers = new Map<string, number | undefined>()
      const expected = new Map<string, number | undefined>()
      for (const token of figures.credentials.tokens) {
        const name = `${token.username}: ${token.name}`
        answers.set(name, (await call(token)).status)
        // A key without quota is valid: agents would ask for another one after a 401.
        expected.set(name, token.name === 'exhausted' ? 403 : token['call_gpt_4o_mini_from_203.0.113.77'])
      }
      expect(answers).toEqual(expected)
    })

    const call = ({ key }: SampleToken) =>
      fetch(`${server.url}/v1/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model: 'gpt-4o-mini', messages: [{ role: 'user', content: 'Hello' }] }),
      })

    test('shows an account its balance by its system access token', async () => {
      const [holder] = figures.credentials.access_tokens
      const account = figures.credentials.users.find(({ username }) => username === holder?.username)
      const headers = { authorization: `Bearer ${holder?.access_token}` }
      const { body } = await send<{ id: number; group: string }>(server.url, 'GET', '/api/user/self', {
        headers,
      })
      expect(body).toMatchObject({ success: true, data: { id: account?.id, username: account?.username } })
    })

    test('redeems an unused code once', async () => {
      const account = figures.credentials.users.find(({ login, username }) => login === true && username === 'ivo')
      const [code] = figures.credentials.redemption_codes_unused
      const { headers } = await signIn(account ?? missing('ivo'))
      const cookie = /\bsession=[^;]+/.exec(headers.get('set-cookie') ?? '')?.[0] ?? ''
      const redeem = () =>
        send<number>(server.url, 'POST', '/api/user/topup', {
          body: { key: code },
          headers: { cookie, 'new-api-user': String(account?.id) },
        })
      expect((await redeem()).body).toMatchObject({ success: true })
      expect((await redeem()).body).toMatchObject({ success: false })
    })

    const secrets = () => Object.entries(figures.credentials.totp_secrets ?? {})
    test('requires the codes of the accounts’ authenticator apps', async () => {
      for (const [username, secret] of secrets()) {
        const account = figures.credentials.users.find((user) => user.username === username) ?? missing(username)
        const { flow } = (await signIn(account)).body as { flow?: string }
        const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
        const { body } = await send(server.url, 'POST', '/api/user/login/2fa', { body: { flow, code } })
        expect(body).toMatchObject({ success: true })
      }
    })
  })
}

function missing(name: string): never {
  throw new Error(`no account ${name} in the sample`)
}

/** Points the channels of the sample at `url`: it was recorded with an upstream on a fixed port. */
async function moveChannels(database: TestDatabase, url: string): Promise<void> {
  const store = await database.open({ readOnly: false })
  const channels = await store.db.selectFrom('channels').select(['id', 'base_url']).execute()
  for (const { id, base_url } of channels)
    await store.db
      .updateTable('channels')
      .set({ base_url: base_url?.replace('http://127.0.0.1:18080', url) ?? null })
      .where('id', '=', id)
      .execute()
  await store.close()
}
