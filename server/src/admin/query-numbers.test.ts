import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { queryNumberNote } from '@sluice/contract/query-number'
import { startTestApp, type TestApp, type TestClient } from './test-app.ts'

interface Parameter {
  in: string
  name: string
  description?: string
  schema?: { description?: string; enum?: unknown[] }
}
type Paths = Record<string, Record<string, { parameters?: Parameter[] }>>

let app: TestApp
let client: TestClient
let paths: Paths = {}
beforeAll(async () => {
  app = await startTestApp()
  client = app.root
  paths = ((await (await app.send('/api/openapi.json')).json()) as { paths: Paths }).paths
})
afterAll(() => app.close())

/** Every query parameter, with its route. */
const listQueryParameters = (): { path: string; method: string; parameter: Parameter }[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { parameters = [] }]) =>
      parameters.filter((parameter) => parameter.in === 'query').map((parameter) => ({ path, method, parameter })),
    ),
  )

const isNumber = ({ description, schema }: Parameter): boolean =>
  (description ?? schema?.description) === queryNumberNote

const numericName = /timestamp$|^(p|page|page_size|ps|size|type|channel|channel_id|actor_id|results|utc_offset|limit)$/

test('every parameter that is a number is parsed by the shared schema', () => {
  // An enum of words is not a number.
  const numeric = listQueryParameters().filter(
    ({ parameter }) => numericName.test(parameter.name) && parameter.schema?.enum === undefined,
  )
  expect(numeric.length).toBeGreaterThan(50)
  expect(
    numeric.filter(({ parameter }) => !isNumber(parameter)).map(({ path, parameter }) => [path, parameter.name]),
  ).toEqual([])
})

/** Streams a file: its answer is no JSON, and one account gets one at a time. */
const isExport = (path: string): boolean => path.endsWith('/export')

/** The parameters that the route requires. */
const requiredQuery = (path: string): string => {
  if (path === '/api/channel/dry_run') return 'model=gpt-4o&'
  return path.startsWith('/api/data/') ? 'username=root&' : ''
}

describe('an unreadable number is treated as absent', () => {
  test.each(['NaN', '', 'undefined', 'null', 'Infinity', '1e3', '0x10', '-', ' ', '%F0%9F%92%A9'])(
    '%j',
    async (text) => {
      for (const { path, method, parameter } of listQueryParameters()) {
        if (
          method !== 'get' ||
          !isNumber(parameter) ||
          path.includes('{') ||
          path === '/api/log/token' ||
          isExport(path)
        )
          continue
        const { status, body } = await client.get(`${path}?${requiredQuery(path)}${parameter.name}=${text}`)
        expect([path, parameter.name, status, body.code]).toEqual([path, parameter.name, 200, undefined])
      }
    },
  )
})

test('no number, however large, causes a server error', async () => {
  for (const text of ['999999999999999', '-999999999999999', '-1', '1.5', '9'.repeat(400)])
    for (const { path, method, parameter } of listQueryParameters()) {
      if (method !== 'get' || !isNumber(parameter) || path.includes('{') || isExport(path)) continue
      const { status } = await client.get(`${path}?${parameter.name}=${text}`)
      expect([path, parameter.name, status < 500]).toEqual([path, parameter.name, true])
    }
})

test('deleting old rows requires a readable time', async () => {
  for (const text of ['NaN', '', '0'])
    expect((await client.delete(`/api/log/?target_timestamp=${text}`)).body).toMatchObject({
      success: false,
      code: 'invalid_parameters',
    })
})
