import { afterEach, beforeEach, expect, test } from 'bun:test'
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { noteChange } from '../state/state.ts'
import { openDatabase } from '../store/open-database.ts'
import { writeOptionText } from '../store/options.ts'

const { TEST_EXECUTABLE: built } = process.env
const program = built ? [built] : [process.execPath, join(import.meta.dir, '../main.ts')]
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-cli-'))
})
const started: Bun.Subprocess[] = []
afterEach(async () => {
  // A failed test may leave processes running.
  for (const child of started.splice(0)) {
    child.kill('SIGKILL')
    await child.exited
  }
  rmSync(folder, { recursive: true, force: true })
})

/** Starts the command line in the folder of the test. */
function run(words: string[], environment: Record<string, string> = {}) {
  const child = Bun.spawn([...program, ...words], {
    cwd: folder,
    env: {
      PATH: process.env.PATH ?? '',
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: folder,
      // Without it the server restarts itself, which takes time.
      BUN_CONFIG_MAX_HTTP_REQUESTS: '65535',
      SHUTDOWN_DELAY: '0',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started.push(child)
  return child
}

/** Waits for the process to exit and returns its output and exit code. */
async function readOutcome(child: ReturnType<typeof run>) {
  const [out, error, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  return { out, error, code }
}

/** Starts a server and reads its output up to the line with its address. */
async function startServer(environment: Record<string, string> = {}) {
  const child = run(['serve'], environment)
  let output = ''
  for await (const bytes of child.stdout as ReadableStream<Uint8Array>) {
    output += new TextDecoder().decode(bytes)
    const url = /http:\/\/\S+/.exec(output)?.[0]
    if (url) return { child, url, output }
  }
  throw new Error(`no address in: ${output}${await new Response(child.stderr).text()}`)
}

test('help and version are printed, and an unknown command is reported', async () => {
  expect(await readOutcome(run(['help']))).toMatchObject({
    code: 0,
    out: expect.stringContaining('sluice serve'),
  })
  expect((await readOutcome(run(['version']))).out).toMatch(/^sluice \d+\.\d+\.\d+( \(commit [0-9a-f]{12}\))?\n$/)
  expect(await readOutcome(run(['fly']))).toMatchObject({ code: 2, error: expect.stringContaining('command: fly') })
  expect(await readOutcome(run(['backup', '--help']))).toMatchObject({ code: 0, error: '' })
}, 60_000)

test('a command without its argument is not called unknown', async () => {
  for (const words of [['backup'], ['import', '--from'], ['ledger'], ['serve', '--fast']])
    expect(await readOutcome(run(words))).toMatchObject({
      code: 2,
      error: expect.stringContaining(`Missing or unknown arguments: ${words.join(' ')}`),
    })
}, 60_000)

test('a command in the wrong folder names the place where it looked, and what to set', async () => {
  const { error } = await readOutcome(run(['ledger', 'audit'], { DATA_DIR: 'data' }))
  expect(error).toContain(`There is no database at ${join(folder, 'data/sluice.db')}.`)
  expect(error).toContain('Set DATA_DIR')
  expect((await readOutcome(run(['serve'], { DATA_DIR: '/proc/none' }))).error).toContain('The folder cannot be made.')
}, 60_000)

test('a server starts, answers, and stops in order on SIGTERM', async () => {
  const { child, url, output } = await startServer()
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  expect((await fetch(`${url}/api/status`)).status).toBe(200)
  // From this machine set-up needs no token; the start says so, and has one for others.
  expect(await (await fetch(`${url}/api/setup`)).json()).toMatchObject({ data: { setup_token_required: false } })
  const proxied = await fetch(`${url}/api/setup`, { headers: { 'x-forwarded-for': '127.0.0.1' } })
  expect(await proxied.json()).toMatchObject({ data: { setup_token_required: true } })
  expect(output).toMatch(/^set-up token: [\w-]{24}$/m)
  child.kill('SIGTERM')
  expect(await child.exited).toBe(0)
}, 60_000)

test.skipIf(!process.env.TEST_REDIS_URL)(
  'a server with Redis starts and stops without a warning',
  async () => {
    const { child } = await startServer({ REDIS_CONN_STRING: process.env.TEST_REDIS_URL ?? '' })
    child.kill('SIGTERM')
    expect(await child.exited).toBe(0)
    expect(await new Response(child.stderr).text()).toBe('')
  },
  60_000,
)

test('the files of the server are readable only by its user, even in a folder that others may read', async () => {
  chmodSync(folder, 0o755)
  const fileNames = [
    'crypto-secret',
    'session-secret',
    'sluice.db',
    'sluice.db-shm',
    'sluice.db-wal',
    'sluice.db.spill',
  ]
  const expectPrivateFiles = () => {
    const names = readdirSync(folder)
    expect(names).toEqual(expect.arrayContaining(fileNames))
    expect(names.filter((name) => (statSync(join(folder, name)).mode & 0o777) !== 0o600)).toEqual([])
  }
  const { child } = await startServer()
  expectPrivateFiles()
  // The state after a power cut, with the file modes of earlier versions.
  child.kill('SIGKILL')
  await child.exited
  for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o644)
  const again = await startServer()
  expectPrivateFiles()
  again.child.kill('SIGTERM')
  expect(await again.child.exited).toBe(0)
}, 30_000)

test('the started process itself allows more upstream calls than MAX_INFLIGHT, whatever its environment sets', async () => {
  const given = { BUN_CONFIG_MAX_HTTP_REQUESTS: '300', MIMALLOC_PURGE_DELAY: '200' }
  const { child } = await startServer(given)
  const variables = (await Bun.file(`/proc/${child.pid}/environ`).text()).split('\0')
  expect(variables).toContain('BUN_CONFIG_MAX_HTTP_REQUESTS=65535')
  // Those of the allocator are an offer.
  expect(variables).toContain('MIMALLOC_PURGE_DELAY=200')
  expect(variables).toContain('MIMALLOC_PURGE_HOLES_MIN_INTERVAL=5000')
  child.kill('SIGTERM')
  expect(await child.exited).toBe(0)
}, 30_000)

test('a start without disk space fails with the folder in its message, and the next start with space succeeds', async () => {
  const withoutSpace = Bun.spawn(['sh', '-c', `trap '' XFSZ; ulimit -f 0; exec "$@"`, 'sh', ...program, 'serve'], {
    cwd: folder,
    env: {
      PATH: process.env.PATH ?? '',
      PORT: '0',
      DATA_DIR: folder,
      BUN_CONFIG_MAX_HTTP_REQUESTS: '65535',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started.push(withoutSpace)
  const { code, error } = await readOutcome(withoutSpace)
  expect(code).toBe(1)
  expect(error).toContain(`not enough disk space for files in ${folder}, whose disk has`)
  const { child } = await startServer()
  child.kill('SIGTERM')
  expect(await child.exited).toBe(0)
}, 60_000)

test('the ledger of a running server can be audited', async () => {
  const { child, url } = await startServer()
  const body = JSON.stringify({ username: 'root', password: 'a password', confirmPassword: 'a password' })
  expect((await fetch(`${url}/api/setup`, { method: 'POST', body })).status).toBe(200)
  const { code, out } = await readOutcome(run(['ledger', 'audit', '--json']))
  expect({ code, ...JSON.parse(out) }).toMatchObject({ code: 0, isClean: true, users: 1, entries: 1 })
  child.kill('SIGTERM')
  expect(await child.exited).toBe(0)
}, 60_000)

test('a backup names the secret that it lacks, and one that asks for a missing secret fails', async () => {
  const CRYPTO_SECRET = 'Zx9Kq2LmNp4RtVw8Yb'
  const { child } = await startServer({ CRYPTO_SECRET })
  child.kill('SIGTERM')
  await child.exited
  const backUp = (name: string, words: string[], environment: Record<string, string> = {}) =>
    readOutcome(run(['backup', join(folder, name), ...words], environment))
  const sealed = { BACKUP_PASSPHRASE: 'a long passphrase of people' }
  expect((await backUp('a', [], { CRYPTO_SECRET })).out).toContain('It does not contain CRYPTO_SECRET: keep a copy')
  expect(await backUp('b', [])).toMatchObject({ code: 0, out: expect.stringContaining('No secret was found') })
  const failed = await backUp('c', ['--with-secrets'], sealed)
  expect(failed).toMatchObject({ code: 1, out: '', error: expect.stringContaining('No secret was found') })
  expect(readdirSync(folder)).not.toContain('c')
}, 60_000)

test('the doctor reports in the language of the user, or as JSON, and its exit code is 1 if it finds a problem', async () => {
  const { code, out } = await readOutcome(run(['doctor', '--json', '--lang=zh']))
  expect({ code, ...JSON.parse(out) }).toMatchObject({ code: 0, isSound: true })
  expect(out).toContain('还没有数据库')
  const failed = await readOutcome(run(['doctor'], { PORT: 'many', LANG: 'zh_CN.UTF-8' }))
  expect(failed.code).toBe(1)
  expect(failed.out).toMatch(/✗ 设置: [\s\S]*PORT[\s\S]*→ 请更正设置/)
}, 60_000)

test('settings are read from .env, the environment overrides it, and settings without effect are reported', async () => {
  await Bun.write(join(folder, '.env'), 'TRUSTED_PROXIES=*\nNODE_TYPE=slave\n')
  expect(await readOutcome(run(['serve']))).toMatchObject({
    code: 1,
    error: expect.stringContaining('TRUSTED_PROXIES'),
  })
  const { child, output } = await startServer({ TRUSTED_PROXIES: '127.0.0.1' })
  expect(output).toContain('"settings":["NODE_TYPE"]')
  child.kill('SIGTERM')
  expect(await child.exited).toBe(0)
}, 60_000)

test('a failed start prints its reason without a stack trace', async () => {
  const expectRefused = async (environment: Record<string, string>, text: string) => {
    const { code, error } = await readOutcome(run(['serve'], environment))
    expect({ code, error }).toEqual({ code: 1, error: expect.stringContaining(text) })
    expect(error).not.toContain('    at ')
  }
  await expectRefused({ PORT: 'many' }, 'PORT')
  await expectRefused({ TRUSTED_PROXIES: '*' }, 'TRUSTED_PROXIES')
  await expectRefused({ MAX_INFLIGHT: '65536' }, 'MAX_INFLIGHT')
  await expectRefused({ SESSION_SECRET: 'changeme' }, 'SESSION_SECRET')
  await expectRefused({ SQL_DSN: 'postgres://u:p@127.0.0.1:1/x' }, 'SESSION_SECRET must be set')
  await expectRefused({ SQL_DSN: 'postgres://u:p/w@127.0.0.1:1/x' }, 'the password contains /, ? or #')
  await expectRefused({ LOG_SQL_DSN: 'host=db name=logs' }, 'LOG_SQL_DSN is not a database address that can be read')
  await expectRefused({ LOG_SQL_DSN: 'clickhouse://db:9000/logs' }, "of ClickHouse's native protocol")

  const { child } = await startServer()
  await expectRefused({}, 'Stop it, or set another DATA_DIR. Nothing was changed.')
  child.kill('SIGTERM')
  await child.exited
  await expectRefused({ CRYPTO_SECRET: 'Zx9Kq2LmNp4RtVw8Yb' }, 'CRYPTO_SECRET differs from the one')
}, 90_000)

test('access can be restored on the host while a server runs', async () => {
  const { child, url } = await startServer({ SYNC_FREQUENCY: '1', CRITICAL_RATE_LIMIT_ENABLE: 'false' })
  const send = (path: string, body: object, more: RequestInit = {}) =>
    fetch(`${url}${path}`, { method: 'POST', body: JSON.stringify(body), ...more })
  const login = async (password: string) => {
    const answer = await send('/api/user/login', { username: 'root', password })
    return {
      code: ((await answer.json()) as { code?: string }).code,
      cookie: answer.headers.get('set-cookie'),
    }
  }
  await send('/api/setup', { username: 'root', password: 'a password', confirmPassword: 'a password' })
  const { cookie } = await login('a password')
  const readSelf = () => fetch(`${url}/api/user/self`, { headers: { cookie: cookie ?? '', 'new-api-user': '1' } })
  expect((await readSelf()).status).toBe(200)

  expect(await readOutcome(run(['reset-password', 'nobody']))).toMatchObject({
    code: 1,
    error: expect.stringContaining('nobody'),
  })
  const { code, out } = await readOutcome(run(['reset-password', 'root']))
  expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining('The password of root is now ') })
  const password = /is now (\S+)/.exec(out)?.[1] ?? ''
  expect((await login('a password')).code).toBe('login_failed')
  expect((await login(password)).code).toBeUndefined()
  while ((await readSelf()).status !== 401) await Bun.sleep(50)

  // Password login is disabled, as after an import or if a passkey is lost.
  const open = { dsn: '', sqlitePath: join(folder, 'sluice.db'), poolMax: 1, access: 'write' } as const
  const store = await openDatabase(open)
  await writeOptionText(store.db, { name: 'PasswordLoginEnabled', value: 'false', updatedAt: 1 })
  await noteChange(store.db, 'options', 1)
  await store.close()
  while ((await login(password)).code !== 'login_disabled') await Bun.sleep(50)
  expect((await readOutcome(run(['enable-password-login']))).code).toBe(0)
  while ((await login(password)).code !== undefined) await Bun.sleep(50)

  // The security check is on with a wrong key.
  const check = await openDatabase(open)
  for (const [name, value] of [
    ['TurnstileSiteKey', 'wrong'],
    ['TurnstileCheckEnabled', 'true'],
  ] as const)
    await writeOptionText(check.db, { name, value, updatedAt: 1 })
  await noteChange(check.db, 'options', 1)
  await check.close()
  while ((await login(password)).code !== 'turnstile_required') await Bun.sleep(50)
  expect((await readOutcome(run(['disable-turnstile']))).code).toBe(0)
  while ((await login(password)).code !== undefined) await Bun.sleep(50)

  child.kill('SIGTERM')
  expect(await child.exited).toBe(0)
  expect(await readOutcome(run(['ledger', 'audit', '--json']))).toMatchObject({ code: 0 })
}, 60_000)
