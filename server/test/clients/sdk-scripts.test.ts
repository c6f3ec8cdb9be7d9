import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type ClientGateway, startClientGateway } from './client-gateway.ts'
import type { Library } from './program.ts'
import { libraries } from './programs/libraries.ts'
import { checkCharges, environmentOf, modelCalls } from './run-clients.ts'
import { ownScript, runLibrary } from './run-library.ts'

// The official packages, in the versions of this checkout; `npm run clients` runs the newest ones and whole programs.

const official = ['openai-js', 'anthropic-js', 'google-genai-js'].map(named)
let it: ClientGateway
beforeAll(async () => {
  it = await startClientGateway(official.map(({ id }) => id))
})
afterAll(() => it?.stop())

test.each(official)('$name: every operation with every upstream, and its charge', async (library) => {
  const gateway = it.gatewayFor(library.id)
  const before = modelCalls(it)
  // An unused port: requests to anything but the gateway are refused.
  const environment = environmentOf('http://127.0.0.1:9')
  const results = await runLibrary(it, { library, command: ownScript(library), gateway, environment })
  results.push(await checkCharges(it, library, modelCalls(it) - before))
  expect(results.filter(({ complaints }) => complaints.length > 0)).toEqual([])
  expect(results.length).toBeGreaterThan(15)
})

function named(id: string): Library {
  const library = libraries.find((one) => one.id === id)
  if (!library) throw new Error(`no library ${id}`)
  return library
}
