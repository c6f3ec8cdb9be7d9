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

/** Starts a shell in a separate session, which runs a command in the background with its output in a file. */
async function startFromShell(name: string, command: string, environment: Record<string, string> = {}) {
  const log = join(folder, `${name}.log`)
  const data = join(folder, name)
  const shell = Bun.spawn(['setsid', 'sh', '-c', `${command} > ${log} 2>&1 & echo $!; read end`], {
    env: {
      PATH: process.env.PATH ?? '',
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: data,
      SHUTDOWN_DELAY: '0',
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

/** Polls until `read` returns a value, and returns it. After the time limit throws the text of `describe`. */
async function poll<T>(read: () => T | undefined | false, describe: () => string): Promise<T> {
  const giveUpAt = Date.now() + giveUpMs
  while (Date.now() < giveUpAt) {
    const found = read()
    if (found) return found
    await Bun.sleep(50)
  }
  throw new Error(describe())
}

const hasExited = (pid: number) => {
  try {
    process.kill(pid, 0)
    return false
  } catch {
    return true
  }
}

test('a server outlives the shell that started it and ignores SIGHUP without a terminal, but stops with npm', async () => {
  const survivor = await startFromShell('survivor', `nohup ${serve}`)
  const url = await poll(() => /http:\/\/\S+/.exec(survivor.text())?.[0], survivor.text)
  await survivor.endShell()
  // The second command loses its shell later than the first server: once it has reacted, the first one would have too.
  const byNpm = await startFromShell('npm', idle, { npm_lifecycle_event: 'start' })
  await poll(() => byNpm.text().includes('up'), byNpm.text)
  await byNpm.endShell()
  await poll(() => hasExited(byNpm.pid), byNpm.text)
  process.kill(-survivor.group, 'SIGHUP')
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  process.kill(survivor.pid, 'SIGTERM')
  await poll(() => hasExited(survivor.pid), survivor.text)
  expect(survivor.text()).toContain('stopping')
}, 120_000)
