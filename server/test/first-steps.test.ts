import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { type ChannelType, channelTypes } from '@sluice/contract/channel-types'
import { createDatabase, type TestDatabase } from './databases.ts'
import { fakeUpstreamPort } from './fake-upstream.ts'
import { startTestServer, type TestServer } from './test-server.ts'

// Follows the README's first steps: creates the objects that it names, and runs its commands.

const root = join(import.meta.dir, '../..')
const scripts = (await Bun.file(join(root, 'package.json')).json()).scripts as Record<string, string>

interface FirstSteps {
  /** Arguments of the script that serves the fake upstream. */
  upstream: string[]
  channelType: ChannelType
  baseUrl: string
  model: string
  curl: string
  program: string
}

/** Reads the steps of a README. Throws if it lacks one of them. */
async function readFirstSteps(page: string): Promise<FirstSteps> {
  const text = await Bun.file(join(root, page)).text()
  const find = (what: string, pattern: RegExp): string => {
    const found = pattern.exec(text)?.[1]
    if (found === undefined) throw new Error(`${page} names no ${what}`)
    return found
  }
  const script = find('script of the fake upstream', /^2\. [\s\S]*?`npm run ([\w:]+)`/m)
  const label = find('channel type', /^2\. [\s\S]*?\*(OpenAI|Custom)\*/m)
  const channelType = channelTypes.find((type) => type.label === label)
  if (channelType === undefined) throw new Error(`${page} names the type ${label}, which is not offered`)
  return {
    upstream: (scripts[script] ?? '').replace(/^node scripts\/with-bun\.mjs (--\S+ )*/, '').split(' '),
    channelType,
    baseUrl: find('base URL', /^2\. [\s\S]*?`(http:[^`]+)`/m),
    model: find('model', /^2\. [\s\S]*?`(gpt-[^`]+)`/m),
    curl: unindent(find('call', /```sh\n( *curl [\s\S]*?)```/)),
    program: unindent(find('program', /```ts\n([\s\S]*?)```/)),
  }
}

const unindent = (block: string): string => block.replace(/^ {3}/gm, '')

/** Runs a command to its end. Returns its output, both streams. */
async function run(command: string[], { input = '', env = {} }: { input?: string; env?: object }) {
  const child = Bun.spawn(command, {
    cwd: root,
    env: { ...process.env, ...env },
    stdin: new Blob([input]),
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [output, errors] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  return { code: await child.exited, output, errors }
}

/** The script of the README on a free port. Resolves with its address. */
async function serveUpstream([file = '', port = String(fakeUpstreamPort)]: string[]) {
  const child = Bun.spawn([process.execPath, file, '0'], { cwd: root, stdout: 'pipe', stderr: 'inherit' })
  let output = ''
  for await (const bytes of child.stdout) {
    output += new TextDecoder().decode(bytes)
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0]
    if (url !== undefined) return { url, port, stop: () => child.kill() }
  }
  throw new Error(`the fake upstream did not start: ${output}`)
}

describe.skipIf(Bun.which('curl') === null).each(['README.md', 'README.zh.md'])('the first steps of %s', (page) => {
  let database: TestDatabase
  let server: TestServer
  let steps: FirstSteps
  let upstream: Awaited<ReturnType<typeof serveUpstream>>
  let key: string

  beforeAll(async () => {
    steps = await readFirstSteps(page)
    upstream = await serveUpstream(steps.upstream)
    database = await createDatabase('SQLite')
    // Other tests of a large run start the executable.
    server = await startTestServer(database, {}, { checkout: root })
    const served = { type: steps.channelType.id, models: steps.model, key: 'any key' }
    await server.addChannel(steps.baseUrl.replace(`127.0.0.1:${upstream.port}`, new URL(upstream.url).host), served)
    key = await server.makeToken('root')
  })
  afterAll(async () => {
    upstream?.stop()
    await server?.stop()
  })

  const withServerUrl = (text: string) => text.replaceAll('http://localhost:3000', server.url)

  test('the README names the address that the script serves', () => {
    expect(new URL(steps.baseUrl).port).toBe(upstream.port ?? '')
  })

  test('the call by curl is answered', async () => {
    const { output, errors } = await run(['sh', '-c', withServerUrl(steps.curl)], { env: { SLUICE_KEY: key } })
    expect(output, errors).toContain('This answer comes from the fake upstream')
  })

  test('the program with the official client streams the answer', async () => {
    const program = withServerUrl(steps.program)
    const { code, output, errors } = await run([process.execPath, 'run', '-'], {
      input: program,
      env: { SLUICE_KEY: key },
    })
    expect(output, errors).toContain('This answer comes from the fake upstream')
    expect(code).toBe(0)
  })

  test('the usage log lists the calls with their tokens, charge and channel', async () => {
    const rows = await server.logs('type=2')
    expect(rows).toHaveLength(2)
    for (const row of rows) {
      expect(row).toMatchObject({ model_name: steps.model, prompt_tokens: 12 })
      expect(row.quota).toBeGreaterThan(0)
      expect(row.channel).toBeGreaterThan(0)
    }
  })
})
