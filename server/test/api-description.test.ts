import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Validator } from '@seriousme/openapi-schema-validator'
import { startTestServer, type TestRole, type TestServer } from './test-server.ts'

// The management API matches its description: a client that knows only the description calls a real server.

const program = process.env.TEST_SCHEMATHESIS
/** The checker keeps its tables of characters here. The first run makes them, the others read them. */
const tables = mkdtempSync(join(tmpdir(), 'sluice-schemathesis-tables-'))
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
}, 60_000)
afterAll(async () => {
  await server.stop()
  rmSync(tables, { recursive: true })
})

interface Description extends Record<string, unknown> {
  paths: Record<string, Record<string, { operationId: string; description: string }>>
}

const describe = async (version = '3.1') =>
  (await (await fetch(`${server.url}/api/openapi.json?version=${version}`)).json()) as Description
const operationsOf = ({ paths }: Description) => Object.values(paths).flatMap((methods) => Object.values(methods))

test.each(['3.0', '3.1'])(
  'the description is valid OpenAPI %s, and each operation has a unique name',
  async (version) => {
    const document = await describe(version)
    const validator = new Validator()
    const { valid, errors } = await validator.validate(document)
    expect(errors ?? []).toEqual([])
    expect([valid, validator.version]).toEqual([true, version])
    const names = operationsOf(document).map(({ operationId }) => operationId)
    expect(names.length).toBeGreaterThan(150)
    expect(new Set(names).size).toBe(names.length)
  },
)

/** Routes that revoke the credential of the test, or send data to addresses that the checker generates. */
const excludedPaths = [
  '/api/user/token',
  '/api/user/self/sessions',
  '/api/user/logout',
  '/api/status/update',
  '/api/option/oidc_discovery',
  '/api/option/test_mail',
  '/api/user/notification/test',
  '/api/channel/test',
  '/api/channel/test/{id}',
  '/api/channel/update_balance',
  '/api/channel/update_balance/{id}',
  '/api/channel/fetch_models',
  '/api/channel/fetch_models/{id}',
  '/api/oauth/github',
  '/api/oauth/oidc',
  '/api/oauth/linuxdo',
  '/api/oauth/wechat',
  '/api/oauth/wechat/bind',
]
const checks = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
]

const { PATH, HOME, LANG } = process.env
/** Nothing else: before each call the checker searches all variables twice for a proxy. */
const environment = { PATH, HOME, LANG, TMPDIR: tmpdir(), HYPOTHESIS_STORAGE_DIRECTORY: tables }

/** The report of the checker, called as `role` with `flags`; '' = it finds no fault. */
async function findFaults(role: TestRole | 'stranger', flags: readonly string[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-schemathesis-'))
  const child = Bun.spawn(
    [
      program ?? '',
      '--no-color',
      'run',
      `${server.url}/api/openapi.json`,
      '--checks',
      checks.join(','),
      '--generation-deterministic',
      '--continue-on-failure',
      '--max-failures',
      '20',
      '--no-shrink',
      '--warnings',
      'off',
      '--request-timeout',
      '30',
      ...(await createCredentials(role)),
      ...flags,
      ...excludedPaths.flatMap((path) => ['--exclude-path', path]),
      ...(await outOfReach(role)).flatMap((name) => ['--exclude-operation-id', name]),
    ],
    { cwd: folder, env: environment, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
  rmSync(folder, { recursive: true })
  return code === 0 ? '' : `${out}\n${err}`
}

const audiences = ['super administrators', 'administrators', 'every account']
const shutOut = { stranger: audiences, user: audiences.slice(0, 2), admin: audiences.slice(0, 1), root: [] }

/** The operations that refuse the role, which `route-access.test.ts` calls. */
async function outOfReach(role: TestRole | 'stranger'): Promise<string[]> {
  const closed = shutOut[role].map((audience) => `For ${audience}.`)
  return operationsOf(await describe())
    .filter(({ description }) => closed.includes(description))
    .map(({ operationId }) => operationId)
}

async function createCredentials(role: TestRole | 'stranger'): Promise<string[]> {
  if (role === 'stranger') return []
  const { user, post } = server.api(role)
  const token = await post<string>('/api/user/token')
  return ['--header', `Authorization: Bearer ${token}`, '--header', `New-Api-User: ${user.id}`]
}

/** Least rights first: the other roles could delete their accounts. */
const runs = [
  ['stranger', ['--phases', 'fuzzing', '--max-examples', '1']],
  ['user', ['--phases', 'fuzzing', '--max-examples', '2', '--exclude-method', 'DELETE']],
  ['admin', ['--phases', 'fuzzing', '--max-examples', '1', '--exclude-path', '/api/user/self']],
  ['root', ['--phases', 'coverage,fuzzing', '--mode', 'positive', '--max-examples', '1']],
] as const

for (const [role, flags] of runs)
  test.skipIf(!program)(
    `for the role ${role} the server has no fault, and every answer matches the description`,
    async () => expect(await findFaults(role, flags)).toBe(''),
    300_000,
  )
