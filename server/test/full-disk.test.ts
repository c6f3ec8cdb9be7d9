import { afterAll, expect, test } from 'bun:test'
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../src/store/open-database.ts'
import type { TestDatabase } from './databases.ts'
import { fakeOpenAi } from './fake-openai.ts'
import { startFakeUpstream } from './fake-upstream.ts'
import { until } from './fleet.ts'
import { readUntil } from './read-until.ts'
import { startTestServer } from './test-server.ts'

const chat = { model: 'gpt-4o', messages: [{ role: 'user', content: 'Where does the river run?' }] }
const path = '/v1/chat/completions'

/** A disk of its own, of 32 MB. Only root may mount one, and not in every container. */
const folder = mkdtempSync(join(tmpdir(), 'sluice-full-disk-'))
const mount = Bun.spawnSync(['mount', '-t', 'tmpfs', '-o', 'size=32m', 'tmpfs', folder])
const isMounted = mount.exitCode === 0
if (!isMounted)
  process.stdout.write(
    `full-disk.test.ts does not run: no small disk here (${mount.stderr.toString().trim()})\n`,
  )

afterAll(() => {
  if (isMounted) Bun.spawnSync(['umount', folder])
  rmSync(folder, { recursive: true, force: true })
})

const ballast = join(folder, 'ballast')
/** Takes the space that is left, down to the last bytes. */
function fillDisk(): void {
  const file = openSync(ballast, 'w')
  for (let size = 1_048_576; size >= 1; )
    try {
      writeSync(file, Buffer.alloc(size))
    } catch {
      size = Math.floor(size / 2)
    }
  closeSync(file)
}

const database: TestDatabase = {
  engine: 'SQLite',
  environment: { SQL_DSN: '', DATA_DIR: folder },
  open: ({ readOnly = true } = {}) =>
    openDatabase({
      ...{ dsn: '', sqlitePath: join(folder, 'sluice.db'), poolMax: 1 },
      access: readOnly ? 'read' : 'serve',
    }),
  drop: async () => {},
}

if (isMounted)
  test('on a full disk calls are refused and streams end; with space again everything is charged once', async () => {
    const upstream = await startFakeUpstream(fakeOpenAi())
    const server = await startTestServer(database)
    await server.addChannel(upstream.url)
    const key = await server.makeToken('user')
    const call = () => server.relay(key, path, chat)
    expect((await call()).status).toBe(200)
    const gate = Promise.withResolvers<void>()
    upstream.answerWith(fakeOpenAi({ before: { 4: () => gate.promise } }))
    const stream = await server.relay(key, path, { ...chat, stream: true })
    upstream.answerWith(fakeOpenAi())

    fillDisk()
    const refusals: unknown[] = []
    await until('a call is refused', async () => {
      const answer = await call()
      const body = await answer.json()
      if (answer.status === 503) refusals.push(body)
      return answer.status === 503
    })
    expect(refusals).toMatchObject([{ error: { code: 'storage_unavailable' } }])
    expect((await fetch(`${server.url}/readyz`)).status).toBe(503)
    gate.resolve()
    expect(await readUntil(stream)).toContain('[DONE]')
    expect(server.process.output()).toContain('disk is full')

    rmSync(ballast)
    await until('calls are served', async () => (await call()).status === 200)
    const id = stream.headers.get('x-oneapi-request-id')
    const charged = (await server.logs('type=2')).filter(({ request_id }) => request_id === id)
    expect(charged).toHaveLength(1)
    // Its audit compares balances, entries, sums and rows.
    await server.stop()
    await upstream.close()
  }, 180_000)
