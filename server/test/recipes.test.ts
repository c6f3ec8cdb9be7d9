import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { startTestServer, type TestServer } from './test-server.ts'

// The blocks of the recipes that are marked `sh run`, as they stand there, against a real server.

const folder = join(import.meta.dir, '../../docs/recipes')

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startTestServer()
  token = await server.api('root').post<string>('/api/user/token')
})
afterAll(() => server?.stop())

async function runBlocks(page: string): Promise<{ code: number; output: string }> {
  const text = await Bun.file(join(folder, page)).text()
  const blocks = [...text.matchAll(/^ *```sh run\n([\s\S]*?)^ *```/gm)].map(([, body = '']) => body)
  expect(blocks.length).toBeGreaterThan(0)
  const child = Bun.spawn(['sh', '-eu', '-c', blocks.join('\n')], {
    env: { PATH: process.env.PATH, SITE: server.url, ADMIN_TOKEN: token },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
  return { code, output: out + err }
}

async function readOptions(): Promise<Record<string, string>> {
  const rows = await server.api('root').get<{ key: string; value: string }[]>('/api/option/')
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]))
}

test('the commands for a reseller set what they say', async () => {
  expect(await runBlocks('reseller.md')).toMatchObject({ code: 0 })
  const status = await server.api('root').get<Record<string, unknown>>('/api/status')
  expect(status).toMatchObject({ system_name: 'Acme AI', email_verification: true, enable_stripe_topup: true })
  expect(JSON.parse((await readOptions()).GroupRatio ?? '')).toEqual({ default: 1.2, vip: 1.1 })
  // The cheaper group is for those who are in it.
  expect(JSON.parse((await readOptions()).UserUsableGroups ?? '')).toEqual({ default: '' })
})

test("the commands for a company's teams set what they say", async () => {
  expect(await runBlocks('company-teams.md')).toMatchObject({ code: 0 })
  const status = await server.api('root').get<Record<string, unknown>>('/api/status')
  expect(status).toMatchObject({ oidc_enabled: true })
  const options = await readOptions()
  expect(JSON.parse(options.GroupLimits ?? '')).toEqual({ research: { rpm: 600, spend_month: 100_000_000 } })
  expect(options.PasswordRegisterEnabled).toBe('false')
})
