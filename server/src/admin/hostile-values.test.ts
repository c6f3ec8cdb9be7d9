import { expect, test } from 'bun:test'
import type { pageQuery } from '@sluice/contract/paging'
import { roles } from '@sluice/contract/roles'
import { isRouteKey, type RouteKey } from '@sluice/contract/routes'
import { engines } from '../store/test-databases.ts'
import { startTestApp, type TestApp, type TestClient, testPassword } from './test-app.ts'
import {
  buildSample,
  type DescribedOperation,
  type DescribedSchema,
  hostileValues,
  listFields,
  withValue,
} from './test-described-inputs.ts'

// Each field of each route gets values at its limits and beyond the limits of a database. Each value is accepted or
// refused; none causes a server error, and accepted values can be read.

/** What makes the body of a route valid, in addition to samples of its required fields. */
const valid: Partial<Record<RouteKey, object>> = {
  'POST /api/user/login': { username: 'root', password: testPassword },
  'POST /api/user/register': { username: 'new', password: testPassword },
  'POST /api/user/prove': { password: testPassword },
  'PUT /api/user/self': { original_password: testPassword },
  'POST /api/user/aff_transfer': { quota: 500_000 },
  'PUT /api/option/': { key: 'QuotaForNewUser', value: '1' },
  'PUT /api/option/batch': { options: [{ key: 'QuotaForNewUser', value: '1' }] },
  'POST /api/channel/': { name: 'channel', key: 'sk', models: 'gpt-4o', groups: ['default'] },
  'PUT /api/channel/': { id: 1 },
  'POST /api/channel/batch/edit': { ids: [1], priority: 1 },
  'POST /api/group/move': { from: 'default', to: 'vip' },
  'POST /api/token/': { name: 'token' },
  'PUT /api/token/': { id: 1 },
  'POST /api/redemption/': { name: 'code' },
  'PUT /api/redemption/': { id: 1 },
  'POST /api/user/': { username: 'other', password: testPassword },
  'PUT /api/user/': { id: 2 },
  'POST /api/user/manage': { id: 2, action: 'enable' },
}

interface Operation extends DescribedOperation {
  key: RouteKey
}

/** The operations of the OpenAPI description, writes first, so that reads find their results. */
async function readOperations(app: TestApp): Promise<Operation[]> {
  const { paths } = (await (await app.send('/api/openapi.json')).json()) as {
    paths: Record<string, Record<string, DescribedOperation>>
  }
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const key = `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`
      return isRouteKey(key) ? [{ ...operation, key }] : []
    }),
  )
  const isRead = ({ key }: Operation) => Number(key.startsWith('GET '))
  return operations.toSorted((first, second) => isRead(first) - isRead(second))
}

const buildBody = ({ key, requestBody }: Operation): { schema: DescribedSchema; body: unknown } | null => {
  const schema = requestBody?.content['application/json']?.schema
  return schema ? { schema, body: { ...(buildSample(schema) as object), ...valid[key] } } : null
}

/** Other names of `p` and `page_size`, which the same reader takes: each is tried on one list, those two on all. */
const otherPageNames: readonly string[] = ['page', 'ps', 'size', 'limit'] satisfies (keyof typeof pageQuery)[]
const triedNames = new Set<string>()

/** Whether a parameter is another name that an earlier call got with the same schema. */
function isTried(name: string, schema: DescribedSchema): boolean {
  if (!otherPageNames.includes(name)) return false
  const key = `${name} ${JSON.stringify(schema)}`
  if (triedNames.has(key)) return true
  triedNames.add(key)
  return false
}

interface HostileRequest {
  path: string
  body: unknown
}

/** Requests that are valid except for one place, once for each place and each of its hostile values. */
function* buildRequests(operation: Operation): Generator<HostileRequest> {
  const path = operation.key.slice(operation.key.indexOf(' ') + 1)
  const { schema, body } = buildBody(operation) ?? {}
  const parameters = operation.parameters ?? []
  const required = parameters.filter((parameter) => parameter.in === 'query' && parameter.required)
  const query = Object.fromEntries(required.map(({ name, schema }) => [name, String(buildSample(schema))]))
  const at = (more: Record<string, string>, id = '1') =>
    `${path.replace(/:\w+/, id)}?${new URLSearchParams({ ...query, ...more })}`

  for (const { path: place, schema: field } of schema ? listFields(schema) : [])
    for (const value of hostileValues(field)) yield { path: at({}), body: withValue(body, place, value) }
  for (const { name, in: place, schema: field } of parameters.filter(({ name, schema }) => !isTried(name, schema)))
    if (place === 'query')
      for (const value of new Set(
        hostileValues({ anyOf: [{ ...field, type: 'string' }, { type: 'integer' }] }).map(String),
      ))
        yield { path: at({ [name]: value }), body }
    else
      for (const id of ['9007199254740991', '9999999999999999', '%00', '%ed%a0%80', '9'.repeat(9_999)])
        yield { path: at({}, id), body }
}

/** Adds what the requests refer to: accounts and the first three channels, tokens and codes. */
async function addRecords(app: TestApp): Promise<void> {
  const root = await app.addUser({ role: roles.root })
  await app.addUser()
  for (let count = 0; count < 3; count++) {
    await root.post('/api/channel/', valid['POST /api/channel/'])
    await root.post('/api/token/', valid['POST /api/token/'])
    await root.post('/api/redemption/', { name: 'code', quota: 1 })
  }
  await root.put('/api/option/', { key: 'GroupRatio', value: '{"default":1,"vip":1}' })
}

/** A super administrator who owns the first token and has earnings to transfer. */
async function addCaller({ store: { db }, addUser }: TestApp): Promise<TestClient> {
  const caller = await addUser({ role: roles.root })
  await db
    .updateTable('users')
    .set({ aff_quota: 2 ** 53 - 1 })
    .where('id', '=', caller.id)
    .execute()
  await db.updateTable('api_tokens').set({ user_id: caller.id }).where('id', '=', 1).execute()
  return caller
}

/** Requests refused before any database call: they are sent on the first engine only. */
const refusedEarly = new Set<string>()

for (const engine of engines)
  test(`${engine.name}: no value of a field causes a server error`, async () => {
    const app = await startTestApp({ engine })
    await addRecords(app)
    const faults: string[] = []
    const refused: string[] = []
    for (const operation of await readOperations(app)) {
      const [method = ''] = operation.key.split(' ')
      const caller = await addCaller(app)
      const send = async ({ path, body }: HostileRequest) => {
        const answer = await caller.request(method, path, body).catch(() => null)
        if (answer && answer.status >= 500)
          faults.push(`${operation.key} ${path} ${JSON.stringify(body)}`.slice(0, 400))
        return answer
      }
      if (valid[operation.key]) {
        const { key } = operation
        const plain = await send({ path: key.slice(key.indexOf(' ') + 1), body: buildBody(operation)?.body })
        if (plain?.body.success !== true) refused.push(`${operation.key} ${plain?.body.message}`)
      }
      const sendOnce = async (request: HostileRequest, index: number) => {
        const name = `${operation.key} ${index}`
        if (refusedEarly.has(name)) return
        const answer = await send(request)
        if (String(answer?.body.code).startsWith('invalid_')) refusedEarly.add(name)
      }
      // Reads do not affect each other. Four leave half of the pool of connections free.
      const queue = buildRequests(operation).map((request, index) => () => sendOnce(request, index))
      const sendNext = async () => {
        for (const next of queue) await next()
      }
      await Promise.all(Array.from({ length: method === 'GET' ? 4 : 1 }, sendNext))
    }
    await app.close()
    expect(refused).toEqual([])
    expect(faults).toEqual([])
  }, 240_000)
