import type { ApiTokenWrite } from '@sluice/contract/api-token'
import type { Channel } from '@sluice/contract/channel'
import type { ChannelWrite } from '@sluice/contract/channel-write'
import type { PagedList } from '@sluice/contract/envelope'
import type { UsageLog } from '@sluice/contract/usage-log'
import type { User } from '@sluice/contract/user'
import OpenAI from 'openai'
import { auditLedger } from '../src/cli/ledger-audit.ts'
import { openDatabase, type Store } from '../src/store/open-database.ts'
import { accounts, insertAccounts, password, rootName } from './accounts.ts'
import { type ApiClient, createToken, login, send } from './api-client.ts'
import { auditMoney } from './audit-money.ts'
import { createDatabase, type EngineName, type TestDatabase } from './databases.ts'
import { runCommand, type ServerProcess, type StartOptions, startServerProcess } from './server-process.ts'

export type TestRole = 'root' | 'admin' | 'user'

/** A set-up server on a separate database, with a logged-in account of each role. */
export interface TestServer {
  readonly url: string
  readonly database: TestDatabase
  readonly process: ServerProcess
  /** The console API as this role. */
  api(role: TestRole): ApiClient
  /** Adds an enabled channel to `upstreamUrl` for the models of the fake; returns its id. */
  addChannel(upstreamUrl: string, more?: Partial<ChannelWrite>): Promise<number>
  /** An API token of that role's account, by default unlimited, as callers send it. */
  makeToken(role: TestRole, more?: Partial<ApiTokenWrite>): Promise<string>
  /** The official client. It does not retry. */
  openai(key: string): OpenAI
  /** A raw relayed call. */
  relay(key: string, path: string, body: unknown, init?: RequestInit): Promise<Response>
  /** Balance and used amounts of that role's account, as the account sees them. */
  self(role: TestRole): Promise<User>
  /** The usage log as the super administrator sees it, newest first. */
  logs(query?: string): Promise<UsageLog[]>
  /** Kills the server like a power failure, and restarts it on the same data. Sessions survive. */
  crashAndRestart(): Promise<void>
  /** SIGTERM; the exit code must be 0, the audit clean and no reservation open. Drops the database. */
  stop(): Promise<void>
}

const models = ['gpt-4o', 'gpt-4o-mini', 'gpt-3.5-turbo-instruct', 'text-embedding-3-small']

/** Tests make far more calls from one address than these limits allow. */
export const limitsOff = {
  CRITICAL_RATE_LIMIT_ENABLE: 'false',
  GLOBAL_API_RATE_LIMIT_ENABLE: 'false',
  GLOBAL_WEB_RATE_LIMIT_ENABLE: 'false',
}
/** The secrets of every test server. */
export const testSecrets = {
  SESSION_SECRET: 'a session secret that only tests know 4711',
  CRYPTO_SECRET: 'a crypto secret that only tests know 4711',
}

/** `engine`: the kind of database, or an existing one. */
export async function startTestServer(
  engine: EngineName | TestDatabase = 'SQLite',
  environment: Record<string, string> = {},
  options: StartOptions = {},
): Promise<TestServer> {
  // Another version migrates its database itself.
  const isMigrated = options.checkout === undefined
  const database = typeof engine === 'string' ? await createDatabase(engine, { isMigrated }) : engine
  const settings = { LOG_LEVEL: 'warn', ...limitsOff, ...testSecrets, ...database.environment, ...environment }
  await withStore(database, { readOnly: false }, (store) => insertAccounts(store, Object.values(accounts)))
  let server = await startServerProcess(settings, options)
  await setUp(server.url, environment.SETUP_TOKEN)
  const clients = await logInAll(server.url)
  const api = (role: TestRole) => clients[role]

  return {
    get url() {
      return server.url
    },
    get process() {
      return server
    },
    database,
    api,
    async addChannel(upstreamUrl, more = {}) {
      const name = more.name ?? `channel ${crypto.randomUUID().slice(0, 8)}`
      const channel: ChannelWrite = {
        type: 1,
        key: 'sk-upstream',
        base_url: upstreamUrl,
        models: models.join(','),
      }
      await api('root').post('/api/channel/', { ...channel, groups: ['default'], ...more, name })
      const list = await api('root').get<Channel[]>('/api/channel/?p=0&page_size=100&id_sort=true')
      const added = list.find((channel) => channel.name === name)
      if (!added) throw new Error(`the channel ${name} is not in the list`)
      return added.id
    },
    makeToken: async (role, more = {}) => (await createToken(api(role), more)).key,
    openai: (key) => openAiClient(server.url, key),
    relay: (key, path, body, init = {}) =>
      fetch(server.url + path, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: typeof body === 'string' ? body : JSON.stringify(body),
        ...init,
      }),
    self: (role) => api(role).get<User>('/api/user/self'),
    logs: async (query = '') =>
      (await api('root').get<PagedList<UsageLog>>(`/api/log/?p=1&page_size=100&${query}`)).items,
    async crashAndRestart() {
      await server.kill()
      server = await startServerProcess(settings, options)
      Object.assign(clients, await logInAll(server.url))
    },
    async stop() {
      const code = await server.terminate()
      const complaints = code === 0 ? [] : [`the server ended with ${code}`]
      const { LOG_SQL_DSN: logDsn } = environment
      const logs = logDsn ? await openDatabase({ dsn: logDsn, sqlitePath: '', poolMax: 1 }) : null
      complaints.push(...(await withStore(database, {}, (store) => auditMoney(store, logs))))
      await logs?.close()
      complaints.push(...(logDsn ? await runLedgerAudit(settings) : await withStore(database, {}, findLedgerFaults)))
      const output = server.output()
      await database.drop()
      if (complaints.length > 0) throw new Error(`${complaints.join('\n')}\n${output}`)
    },
  }
}

/** The official client. It does not retry. */
export const openAiClient = (url: string, key: string): OpenAI =>
  new OpenAI({ apiKey: key, baseURL: `${url}/v1`, maxRetries: 0 })

/** What `sluice ledger audit` reports; another process would take a second of CPU to start. */
async function findLedgerFaults(store: Store): Promise<string[]> {
  const report = await auditLedger(store)
  return report.isClean ? [] : [`ledger audit: ${JSON.stringify(report)}`]
}

/** The same by the command itself, which opens both databases. */
async function runLedgerAudit(settings: Record<string, string>): Promise<string[]> {
  const audit = await runCommand(['ledger', 'audit'], settings)
  return audit.code === 0 ? [] : [`sluice ledger audit: ${audit.output}`]
}

/** A server with TRUSTED_PROXIES requires the token for its set-up. */
async function setUp(url: string, setup_token?: string): Promise<void> {
  const body = { username: rootName, password, confirmPassword: password, setup_token, RegisterEnabled: true }
  const answer = await send(url, 'POST', '/api/setup', { body })
  if (!answer.body.success) throw new Error(`set-up: ${answer.status} ${JSON.stringify(answer.body)}`)
}

async function logInAll(url: string): Promise<Record<TestRole, ApiClient>> {
  const [root, admin, user] = await Promise.all(
    [rootName, accounts.admin.username, accounts.user.username].map((name) => login(url, name, password)),
  )
  if (!root || !admin || !user) throw new Error('a login is missing')
  return { root, admin, user }
}

async function withStore<T>(
  database: TestDatabase,
  options: { readOnly?: boolean },
  use: (store: Awaited<ReturnType<TestDatabase['open']>>) => Promise<T>,
): Promise<T> {
  const store = await database.open(options)
  try {
    return await use(store)
  } finally {
    await store.close()
  }
}
