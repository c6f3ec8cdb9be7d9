import { afterEach, beforeEach, expect, test } from 'bun:test'
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { noteChange } from '../state/state.ts'
import { openDatabase } from '../store/open-database.ts'
import { writeOptionText } from '../store/options.ts'

const main = join(import.meta.dir, '../main.ts')
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-cli-'))
})
const started: Bun.Subprocess[] = []
afterEach(async () => {
  // Processes that a failed test left running.
  for (const child of started.splice(0)) {
    child.kill('SIGKILL')
    await child.exited
  }
  rmSync(folder, { recursive: true, force: true })
})

function run(words: string[], environment: Record<string, string> = {}) {
  const child = Bun.spawn([process.execPath, main, ...words], {
    cwd: folder,
    env: {
      ...{ PATH: process.env.PATH ?? '', HOST: '127.0.0.1', PORT: '0', DATA_DIR: folder },
      // Without it the server restarts itself, which takes time.
      ...{ BUN_CONFIG_MAX_HTTP_REQUESTS: '65535', SHUTDOWN_DELAY: '0', ...environment },
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started.push(child)
  return child
}

async function outcome(child: ReturnType<typeof run>) {
  const [out, error, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  return { out, error, code }
}

/** A started server. Its output is read up to the line with its address. */
async function serve(environment: Record<string, string> = {}) {
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
  expect(await outcome(run(['help']))).toMatchObject({
    code: 0,
    out: expect.stringContaining('sluice serve'),
  })
  expect((await outcome(run(['version']))).out).toMatch(/^sluice \d+\.\d+\.\d+\n$/)
  expect(await outcome(run(['fly']))).toMatchObject({ code: 2, error: expect.stringContaining('fly') })
})

test('a server starts, answers, and stops in order on SIGTERM', async () => {
  const { child, url } = await serve()
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  expect((await fetch(`${url}/api/status`)).status).toBe(200)
  child.kill('SIGTERM')
  expect(await child.exited).toBe(0)
}, 60_000)

test('the server’s files belong to its own user, even in a folder that others may read', async () => {
  chmodSync(folder, 0o755)
  const kept = ['crypto-secret', 'session-secret', 'sluice.db', 'sluice.db-shm', 'sluice.db-wal', 'sluice.db.spill']
  const expectOwn = () => {
    const names = readdirSync(folder)
    expect(names).toEqual(expect.arrayContaining(kept))
    expect(names.filter((name) => (statSync(join(folder, name)).mode & 0o777) !== 0o600)).toEqual([])
  }
  const { child } = await serve()
  expectOwn()
  // As after a power cut, and as earlier versions created it.
  child.kill('SIGKILL')
  await child.exited
  for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o644)
  const again = await serve()
  expectOwn()
  again.child.kill('SIGTERM')
  expect(await again.child.exited).toBe(0)
}, 30_000)

test('however it is started, more upstream calls can run at once than MAX_INFLIGHT, in the process that was started', async () => {
  const limitIn = async (child: Bun.Subprocess) => {
    const variables = await Bun.file(`/proc/${child.pid}/environ`).text()
    return /(?:^|\0)BUN_CONFIG_MAX_HTTP_REQUESTS=(\d+)/.exec(variables)?.[1]
  }
  const { child } = await serve({ BUN_CONFIG_MAX_HTTP_REQUESTS: '300' })
  expect(await limitIn(child)).toBe('65535')
  child.kill('SIGTERM')
  expect(await child.exited).toBe(0)
}, 30_000)

test('a start without disk space names the place, and the next one with space succeeds', async () => {
  const full = Bun.spawn(['sh', '-c', `trap '' XFSZ; ulimit -f 0; exec "$@"`, 'sh', process.execPath, main, 'serve'], {
    cwd: folder,
    env: {
      PATH: process.env.PATH ?? '',
      PORT: '0',
      DATA_DIR: folder,
      BUN_CONFIG_MAX_HTTP_REQUESTS: '65535',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started.push(full)
  const { code, error } = await outcome(full)
  expect(code).toBe(1)
  expect(error).toContain(`not enough disk space for files in ${folder}, whose disk has`)
  const { child } = await serve()
  child.kill('SIGTERM')
  expect(await child.exited).toBe(0)
}, 60_000)

test('the ledger of a running server can be audited', async () => {
  const { child, url } = await serve()
  const body = JSON.stringify({ username: 'root', password: 'a password', confirmPassword: 'a password' })
  expect((await fetch(`${url}/api/setup`, { method: 'POST', body })).status).toBe(200)
  const { code, out } = await outcome(run(['ledger', 'audit', '--json']))
  expect({ code, ...JSON.parse(out) }).toMatchObject({ code: 0, isClean: true, users: 1, entries: 1 })
  child.kill('SIGTERM')
  expect(await child.exited).toBe(0)
}, 60_000)

test('the doctor reports in the language of its reader, or as JSON, and its exit code says whether all is well', async () => {
  const { code, out } = await outcome(run(['doctor', '--json', '--lang=zh']))
  expect({ code, ...JSON.parse(out) }).toMatchObject({ code: 0, isSound: true })
  expect(out).toContain('还没有数据库')
  const wrong = await outcome(run(['doctor'], { PORT: 'many', LANG: 'zh_CN.UTF-8' }))
  expect(wrong.code).toBe(1)
  expect(wrong.out).toMatch(/✗ 设置: [\s\S]*PORT[\s\S]*→ 请更正设置/)
}, 60_000)

test('settings are read from .env, the environment overrides it, and settings without effect are reported', async () => {
  await Bun.write(join(folder, '.env'), 'TRUSTED_PROXIES=*\nNODE_TYPE=slave\n')
  expect(await outcome(run(['serve']))).toMatchObject({
    code: 1,
    error: expect.stringContaining('TRUSTED_PROXIES'),
  })
  const { child, output } = await serve({ TRUSTED_PROXIES: '127.0.0.1' })
  expect(output).toContain('"settings":["NODE_TYPE"]')
  child.kill('SIGTERM')
  expect(await child.exited).toBe(0)
}, 60_000)

test('the reason of a failed start is one line', async () => {
  const refused = async (environment: Record<string, string>, words: string) => {
    const { code, error } = await outcome(run(['serve'], environment))
    expect({ code, error }).toEqual({ code: 1, error: expect.stringContaining(words) })
    expect(error).not.toContain('    at ')
  }
  await refused({ PORT: 'many' }, 'PORT')
  await refused({ TRUSTED_PROXIES: '*' }, 'TRUSTED_PROXIES')
  await refused({ MAX_INFLIGHT: '65536' }, 'MAX_INFLIGHT')
  await refused({ SESSION_SECRET: 'changeme' }, 'SESSION_SECRET')
  await refused({ SQL_DSN: 'postgres://u:p@127.0.0.1:1/x' }, 'SESSION_SECRET must be set')
  await refused({ LOG_SQL_DSN: 'host=db name=logs' }, 'LOG_SQL_DSN is neither a mysql:// address')
  await refused({ LOG_SQL_DSN: 'clickhouse://db/logs' }, 'which is not supported')

  const { child } = await serve()
  await refused({}, 'another server is using')
  child.kill('SIGTERM')
  await child.exited
  await refused({ CRYPTO_SECRET: 'Zx9Kq2LmNp4RtVw8Yb' }, 'CRYPTO_SECRET differs from the one')
}, 90_000)

test('access is restored on the host while a server runs', async () => {
  const { child, url } = await serve({ SYNC_FREQUENCY: '1', CRITICAL_RATE_LIMIT_ENABLE: 'false' })
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
  const self = () => fetch(`${url}/api/user/self`, { headers: { cookie: cookie ?? '', 'new-api-user': '1' } })
  expect((await self()).status).toBe(200)

  expect(await outcome(run(['reset-password', 'nobody']))).toMatchObject({
    code: 1,
    error: expect.stringContaining('nobody'),
  })
  const { code, out } = await outcome(run(['reset-password', 'root']))
  expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining('The password of root is now ') })
  const password = /is now (\S+)/.exec(out)?.[1] ?? ''
  expect((await login('a password')).code).toBe('login_failed')
  expect((await login(password)).code).toBeUndefined()
  while ((await self()).status !== 401) await Bun.sleep(50)

  // As after an import, or with a lost passkey.
  const store = await openDatabase({
    dsn: '',
    sqlitePath: join(folder, 'sluice.db'),
    poolMax: 1,
    access: 'write',
  })
  await writeOptionText(store.db, { name: 'PasswordLoginEnabled', value: 'false', updatedAt: 1 })
  await noteChange(store.db, 'options', 1)
  await store.close()
  while ((await login(password)).code !== 'login_disabled') await Bun.sleep(50)
  expect((await outcome(run(['enable-password-login']))).code).toBe(0)
  while ((await login(password)).code !== undefined) await Bun.sleep(50)

  child.kill('SIGTERM')
  expect(await child.exited).toBe(0)
  expect(await outcome(run(['ledger', 'audit', '--json']))).toMatchObject({ code: 0 })
}, 60_000)
