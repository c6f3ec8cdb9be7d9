import { expect, test } from 'bun:test'
import { dirname, join } from 'node:path'
import { clientTargetOf, formatOfPath } from '../protocols/client-target.ts'
import { isModelApiPath, unservedPathError } from './served-paths.ts'

const findPackageFolder = (name: string) => dirname(Bun.resolveSync(`${name}/package.json`, import.meta.dir))

/** Method and path of every call of an official package. */
async function readCalls(name: string): Promise<[method: string, path: string][]> {
  const calls: [string, string][] = []
  for await (const file of new Bun.Glob('resources/**/*.mjs').scan(findPackageFolder(name)))
    for (const [, method = '', path = ''] of (await Bun.file(join(findPackageFolder(name), file)).text()).matchAll(
      /_client\s*\.(get|post|put|patch|delete|getAPIList)\(\s*(?:path)?\s*[`'](\/[^`'?]*)/g,
    ))
      calls.push([method === 'getAPIList' ? 'GET' : method.toUpperCase(), path.replaceAll(/\$\{[^}]*\}/g, 'x')])
  return calls
}

/** The calls that are neither served by the relay or by stored objects nor answered 501. */
function listUnknown(calls: readonly [string, string][]): string[] {
  return calls
    .filter(([method, path]) => {
      const isServed = method === 'POST' && clientTargetOf(path, '') !== null
      const isList = method === 'GET' && /^\/v1(beta)?\/models(\/|$)/.test(path)
      return !isServed && !isList && unservedPathError(method, path).code !== 'api_not_implemented'
    })
    .map((call) => call.join(' '))
}

test.each([
  ['/v1/vector_stores/vs_1/search', '/v1/embeddings'],
  ['/v1/containers', 'your own environment'],
  ['/v1/fine_tuning/jobs', 'tune the model at its provider'],
  ['/v1beta/tunedModels/x', 'tune the model at its provider'],
  ['/v1/assistants', '/v1/responses'],
  ['/v1/videos/characters', 'POST /v1/videos'],
  ['/v1/organization/costs', '/docs/api'],
])('the refusal of %s says what to do instead', (path, part) => {
  expect(unservedPathError('POST', path).message).toContain(part)
})

test("every address of OpenAI's package is served or answered as not implemented", async () => {
  const calls = await readCalls('openai')
  expect(calls.length).toBeGreaterThan(150)
  expect(listUnknown(calls.map(([method, path]) => [method, `/v1${path}`]))).toEqual([])
})

test("every address of Anthropic's package is served or answered as not implemented", async () => {
  const calls = await readCalls('@anthropic-ai/sdk')
  expect(calls.length).toBeGreaterThan(100)
  expect(listUnknown(calls)).toEqual([])
})

test("every address of Google's package is served or answered as not implemented", async () => {
  const source = await Bun.file(join(findPackageFolder('@google/genai'), 'dist/node/index.mjs')).text()
  const names = new Set([...source.matchAll(/formatMap\('([^']+)'/g)].map(([, name = '']) => name.split('?')[0] ?? ''))
  // A path that starts with a resource name belongs to another call, or to Vertex.
  const relativePaths = [...names]
    .filter((name) => !/^\{(?!model\}:)/.test(name))
    .map((name) => name.replace('{model}', 'models/x'))
  expect(relativePaths.length).toBeGreaterThan(15)
  const paths = relativePaths.map((path) => (path.startsWith('upload/') ? `/${path}` : `/v1beta/${path}`))
  expect(listUnknown(paths.map((path) => ['POST', path.replaceAll(/\{\w+\}/g, 'x')]))).toEqual([])
  expect(paths.filter((path) => !isModelApiPath(path))).toEqual([])
  // Since its version 3 the package calls the same under `/v1`.
  const newer = paths.map((path) => path.replace('/v1beta', '/v1'))
  expect(listUnknown(newer.map((path) => ['POST', path.replaceAll(/\{\w+\}/g, 'x')]))).toEqual([])
})

test.each([
  ['/upload/v1/files', 'gemini'],
  ['/upload/v1beta/files', 'gemini'],
  ['/v1/cachedContents/x', 'gemini'],
  ['/v1/interactions', 'gemini'],
  ['/v1beta/nothing', 'gemini'],
  ['/v1/messages/nothing', 'anthropic'],
  ['/v1/nothing', 'openai'],
  ['/v2/nothing', 'openai'],
] as const)('%s is answered in the format %s', (path, format) => {
  expect(isModelApiPath(path)).toBe(true)
  expect(formatOfPath('POST', path)).toBe(format)
})

test('an unknown address is not found', () => {
  expect(unservedPathError('GET', '/v1/nothing').code).toBe('invalid_url')
  expect(unservedPathError('POST', '/v1beta/models/x:doubt').code).toBe('invalid_url')
})
