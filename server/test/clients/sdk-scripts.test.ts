import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { curl } from '@sluice/contract/client-recipes/curl'
import type { ChatFormat } from '@sluice/contract/client-recipes/recipe'
import { typescript } from '@sluice/contract/client-recipes/typescript'
import { type ClientGateway, startClientGateway } from './client-gateway.ts'
import { installProgram } from './install.ts'
import { type Library, modelOf, type UpstreamKind } from './program.ts'
import { libraries } from './programs/libraries.ts'
import { buildEnvironment, checkCharges, countModelCalls } from './run-clients.ts'
import { ownScript, placeScript, runLibrary } from './run-library.ts'
import { runProgram } from './run-program.ts'

const upstreamOf = {
  openai: 'OpenAI',
  'openai-response': 'OpenAI',
  anthropic: 'Anthropic',
  gemini: 'Gemini',
} as const satisfies Record<ChatFormat, UpstreamKind>

// The official packages, in the versions of this checkout; `npm run clients` runs the newest ones and whole programs.

const generated = findLibrary('generated-client')
/** The generator needs an older compiler than the checkout has, so it is installed in a separate folder. */
const generator = installProgram(generated)
const official = ['openai-js', 'anthropic-js', 'google-genai-js'].map(findLibrary)
let clientGateway: ClientGateway
beforeAll(async () => {
  clientGateway = await startClientGateway([...official, generated].map(({ id }) => id))
})
afterAll(() => clientGateway?.stop())

test.each(official)('$name: every operation with every upstream, and its charge', async (library) => {
  const before = countModelCalls(clientGateway)
  const results = await run(library, ownScript(library))
  results.push(await checkCharges(clientGateway, library, countModelCalls(clientGateway) - before))
  expect(results.filter(({ complaints }) => complaints.length > 0)).toEqual([])
  expect(results.length).toBeGreaterThan(15)
})

test.each([curl, typescript].flatMap((recipe) => recipe.formats.map((format) => ({ ...recipe, format }))))(
  'the console’s program in $name for $format prints an answer',
  async ({ id, code, format }) => {
    const { url, key } = clientGateway.gatewayFor('openai-js')
    const model = modelOf[upstreamOf[format]]
    const text = code?.({ url, key, model, format, models: [model], site: 'Gateway' }).text ?? ''
    // In a folder of the checkout, where it finds the official packages.
    const folder = mkdtempSync(join(import.meta.dir, 'recipe-'))
    const file = join(folder, 'program.mjs')
    writeFileSync(file, text)
    const command = id === 'curl' ? ['sh', '-c', text] : ['node', file]
    const environment = { ...buildEnvironment('http://127.0.0.1:9'), HOME: folder }
    const { code: status, output } = await runProgram({ command, environment, folder, timeoutMs: 60_000 })
    rmSync(folder, { recursive: true })
    expect(output).toContain('Gate')
    expect(status).toBe(0)
  },
)

// The last test: it calls the routes that change prices and revoke credentials.
test.skipIf(!generator.ok)('a client generated from the description compiles and calls every route', async () => {
  if (!generator.ok) throw new Error(generator.reason)
  const results = await run(generated, placeScript(generated, generator.folder))
  expect(results.filter(({ complaints }) => complaints.length > 0)).toEqual([])
  expect(results).toHaveLength(5)
})

function run(library: Library, command: readonly string[]) {
  const gateway = clientGateway.gatewayFor(library.id)
  // An unused port: requests to anything but the gateway are refused.
  const environment = buildEnvironment('http://127.0.0.1:9')
  return runLibrary(clientGateway, { library, command, gateway, environment })
}

function findLibrary(id: string): Library {
  const library = libraries.find((library) => library.id === id)
  if (!library) throw new Error(`no library ${id}`)
  return library
}
