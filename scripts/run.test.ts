import { afterAll, beforeAll, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './bun-path.mjs'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-run-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const withBun = `node ${join(root, 'scripts/with-bun.mjs')}`
const serve = `${withBun} ${join(root, 'server/src/main.ts')} serve`
const idle = `${withBun} -e 'setInterval(() => {}, 1000); console.log("up")'`
const giveUpMs = 50_000

/** A shell in a separate session with a command in the background, which writes a log. */
async function startFromShell(name: string, command: string, environment: Record<string, string> = {}) {
  const log = join(folder, `${name}.log`)
  const data = join(folder, name)
  const shell = Bun.spawn(['setsid', 'sh', '-c', `${command} > ${log} 2>&1 & echo $!; read end`], {
    env: {
      ...{ PATH: process.env.PATH ?? '', HOST: '127.0.0.1', PORT: '0', DATA_DIR: data, SHUTDOWN_DELAY: '0' },
      ...environment,
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const { value } = await shell.stdout.getReader().read()
  return {
    pid: Number(new TextDecoder().decode(value)),
    group: shell.pid,
    text: () => (existsSync(log) ? readFileSync(log, 'utf8') : ''),
    async endShell() {
      await shell.stdin.end()
      await shell.exited
    },
  }
}

/** Repeats until there is an answer. */
async function until<T>(look: () => T | undefined | false, what: () => string): Promise<T> {
  const giveUpAt = Date.now() + giveUpMs
  while (Date.now() < giveUpAt) {
    const found = look()
    if (found) return found
    await Bun.sleep(50)
  }
  throw new Error(what())
}

const isGone = (pid: number) => {
  try {
    process.kill(pid, 0)
    return false
  } catch {
    return true
  }
}

test('a server started by a shell survives it, but stops with npm; without a terminal a hang-up is ignored', async () => {
  const left = await startFromShell('left', `nohup ${serve}`)
  const url = await until(() => /http:\/\/\S+/.exec(left.text())?.[0], left.text)
  await left.endShell()
  // The second server starts and loses its shell later: once it has reacted, the first one has too.
  const byNpm = await startFromShell('npm', idle, { npm_lifecycle_event: 'start' })
  await until(() => byNpm.text().includes('up'), byNpm.text)
  await byNpm.endShell()
  await until(() => isGone(byNpm.pid), byNpm.text)
  process.kill(-left.group, 'SIGHUP')
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  process.kill(left.pid, 'SIGTERM')
  await until(() => isGone(left.pid), left.text)
  expect(left.text()).toContain('stopping')
}, 120_000)
