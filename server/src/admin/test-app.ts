import type { Envelope } from '@sluice/contract/envelope'
import { type Role, roles, userStatus } from '@sluice/contract/roles'
import { type App, createApp } from '../app.ts'
import type { OAuthEndpoints } from '../identity/oauth/identity-provider.ts'
import { createPasswords } from '../identity/passwords.ts'
import { buildSessionCookie } from '../identity/session-cookie.ts'
import type { TurnstileService } from '../identity/turnstile.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { openLedger } from '../ledger/test-accounts.ts'
import { createTokenStates, type TokenStates } from '../ledger/token-states.ts'
import { createNotify, type Notify } from '../notify/create-notify.ts'
import { createMailer, type Mailer } from '../notify/mail.ts'
import { createWebhookRequests } from '../notify/send-webhook.ts'
import type { StripeApi } from '../payments/stripe-client.ts'
import { createBusyPorts } from '../platform/busy-ports.ts'
import { createClientAddress } from '../platform/client-address.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { parseConfig } from '../platform/config.ts'
import { createJobRuns, type JobRuns } from '../platform/job-runs.ts'
import { createLog, type Log } from '../platform/log.ts'
import { createMetrics } from '../platform/metrics.ts'
import { createNodeBoard } from '../platform/node-board.ts'
import type { Resolve } from '../platform/outbound/pinned-fetch.ts'
import { addProcessMetrics } from '../platform/process-metrics.ts'
import { createRequestIds } from '../platform/request-id.ts'
import { createSecretBox } from '../platform/secret-box.ts'
import { createLimits } from '../relay/limits/create-limits.ts'
import { createAnswerOwners } from '../relay/routing/answer-owners.ts'
import { type ChannelHealth, createChannelHealth } from '../relay/routing/channel-health.ts'
import type { State } from '../state/snapshot.ts'
import { createState } from '../state/state.ts'
import type { LogStore } from '../store/log-store/open-log-store.ts'
import type { Store } from '../store/open-database.ts'
import { engines, type TestEngine } from '../store/test-databases.ts'
import { insertTestUser } from '../store/test-users.ts'
import { findUserByLogin } from '../store/users.ts'
import { createHookCaller } from '../tasks/client-hook.ts'
import { createTaskFollower } from '../tasks/follow-task.ts'
import { createUpkeep, type Upkeep } from '../upkeep/upkeep.ts'
import { findSetupToken } from './setup/setup-access.ts'
import { findContractFault } from './test-contract.ts'

export type TestBody = Envelope<unknown> & Record<string, unknown>

export interface TestAnswer {
  status: number
  headers: Headers
  body: TestBody
}

export const readAnswer = async (response: Response): Promise<TestAnswer> => ({
  status: response.status,
  headers: response.headers as Headers,
  body: (await response.json()) as TestBody,
})

/** A client of the management API with a session, the user header and an origin, unless a test says otherwise. */
export interface TestClient {
  readonly id: number
  readonly cookie: string
  request(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<TestAnswer>
  get(path: string): Promise<TestAnswer>
  post(path: string, body?: unknown): Promise<TestAnswer>
  put(path: string, body?: unknown): Promise<TestAnswer>
  delete(path: string): Promise<TestAnswer>
}

/** The whole app on a real database of its own, without a socket. */
export interface TestApp {
  readonly store: Store
  readonly state: State
  readonly ledger: Ledger
  readonly mailer: Mailer
  readonly notify: Notify
  readonly tokenStates: TokenStates
  readonly upkeep: Upkeep
  readonly priceProposals: App['priceProposals']
  readonly channelHealth: ChannelHealth
  readonly jobRuns: JobRuns
  readonly root: TestClient
  /** Adds an account and starts a session for it. */
  addUser(more?: { role?: Role; username?: string; group?: string; status?: number }): Promise<TestClient>
  /** A raw request: no cookie, no added headers. Rejects if the answer does not match the contract. */
  send(path: string, init?: RequestInit, peer?: string): Promise<Response>
  /** Answers a request as if it came over a socket, for tests that need one. */
  fetch: App['fetch']
  close(): Promise<void>
}

export const testPassword = 'correct horse 1'
/** The secret with which the app encrypts and hashes. */
export const testSecretBox = createSecretBox('a crypto secret that only tests know')
export const testOrigin = 'http://sluice.test'

export interface TestAppOptions {
  environment?: Record<string, string>
  clock?: Clock
  /** Default: SQLite. */
  engine?: TestEngine
  /** False: the system is not set up, and `root` is a client of an account that does not exist. */
  isSetUp?: boolean
  /** The certificate authority of the mail server. */
  mailCa?: string
  /** Replaces the DNS and the certificate authority of webhook servers. */
  webhooks?: { resolve?: Resolve; ca?: string }
  turnstileService?: TurnstileService
  oauthEndpoints?: OAuthEndpoints
  /** Replaces the check of the database. */
  isDatabaseReachable?: () => Promise<boolean>
  stripeApi?: StripeApi
  logStore?: LogStore
  /** Default: silent. */
  log?: Log
  /** Replaces the delay of answers whose duration must not reveal what happened. */
  wait?: (ms: number) => Promise<unknown>
}

/** Writes options together as the super administrator. Rejects if they are refused. */
export async function setOptions({ root }: TestApp, values: Record<string, string>): Promise<void> {
  const options = Object.entries(values).map(([key, value]) => ({ key, value }))
  const { body } = await root.put('/api/option/batch', { options })
  if (!body.success) throw new Error(`the options are refused: ${body.message}`)
}

/** The least possible cost: the usual one takes longer than most tests. */
const passwords = createPasswords({ memoryCost: 8, timeCost: 1 })
const passwordHash = passwords.hash(testPassword)

/** Creates an unlimited token of the account. Returns what its list shows of it. */
export async function addToken(client: TestClient, name: string): Promise<{ id: number; key: string }> {
  await client.post('/api/token/', { name, unlimited_quota: true })
  const [token] = (await client.get('/api/token/')).body.data as { id: number; key: string }[]
  if (!token) throw new Error(`the token ${name} is not in the list`)
  return token
}

export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { clock = systemClock, engine = engines[0] } = options
  if (!engine) throw new Error('no database engine')
  const store = await engine.fresh()
  const { db } = store
  const config = parseConfig({
    CRITICAL_RATE_LIMIT_ENABLE: 'false',
    GLOBAL_API_RATE_LIMIT_ENABLE: 'false',
    ...options.environment,
  })
  const log = options.log ?? createLog('silent')
  const secretBox = testSecretBox
  const state = await createState({ db, secretBox, clock, log, syncFrequencyMs: 0 })
  const mailer = createMailer(
    { state, log },
    { security: config.SMTP_TLS, ...(options.mailCa !== undefined && { ca: options.mailCa }) },
  )
  const webhookRequests = createWebhookRequests(config.OUTBOUND_ALLOW, options.webhooks)
  const notify = createNotify({ db, state, clock, log, secretBox, mailer, webhookRequests })
  const tokenStates = createTokenStates({ db, state, clock, log })
  const ledger = await openLedger(store, {
    clock,
    watcher: { userCharged: notify.userCharged, tokenSpent: tokenStates.tokenSpent },
  })
  const { channelNotices } = notify
  const channelHealth = createChannelHealth(clock)
  const limits = createLimits({ db, clock, state, redis: undefined })
  const answerOwners = createAnswerOwners({ redis: undefined, keysOf: () => [] })
  const services = {
    db,
    reports: store.reports,
    logStore: options.logStore ?? null,
    redis: undefined,
    ledger,
    state,
    clock,
    log,
    secretBox,
    config,
  }
  const upkeep = createUpkeep({ ...services, channelNotices })
  const hooks = createHookCaller({ ...services, hookRequest: webhookRequests.direct })
  const jobRuns = createJobRuns()
  const metrics = createMetrics()
  addProcessMetrics(metrics, { version: '0.0.0-test', startedAt: clock.now(), openFilesMax: Number.POSITIVE_INFINITY })
  const app = createApp({
    busyPorts: createBusyPorts(),
    ...services,
    engine: store.engine,
    mailer,
    notices: notify.notices,
    webhookRequests,
    channelNotices,
    upkeep,
    jobRuns,
    nodeBoard: createNodeBoard(metrics, undefined),
    channelHealth,
    callLimits: limits.view,
    answerOwners,
    taskFollower: createTaskFollower({ ...services, hooks }),
    passwords,
    ...(options.turnstileService && { turnstileService: options.turnstileService }),
    ...(options.oauthEndpoints && { oauthEndpoints: options.oauthEndpoints }),
    ...(options.stripeApi && { stripeApi: options.stripeApi }),
    sessionBox: createSecretBox('a session secret that only tests know'),
    requestIds: createRequestIds(clock),
    clientAddress: createClientAddress(config.TRUSTED_PROXIES),
    metrics,
    version: '0.0.0-test',
    commit: 'c0ffee012345',
    startedAt: clock.now(),
    consoleFiles: config.CONSOLE_DIR || '/nonexistent',
    wait: options.wait ?? (() => Promise.resolve()),
    isDatabaseReachable: options.isDatabaseReachable ?? (() => store.isReachable()),
    isDraining: () => false,
    slot: null,
  })

  const send: TestApp['send'] = async (path, init, peer = '192.0.2.1') => {
    const server = { requestIP: () => ({ address: peer, family: 'IPv4', port: 1 }) }
    const request = new Request(testOrigin + path, init)
    // The app only asks the server for the address of the client.
    const answer = await app.fetch(request, server as unknown as Bun.Server<unknown>)
    const fault = await findContractFault(request.method, path, answer.clone())
    if (fault !== null) throw new Error(fault)
    return answer
  }

  async function createClient(id: number): Promise<TestClient> {
    const value = id === 0 ? '' : await app.sessions.start({ userId: id, ip: '192.0.2.1', userAgent: 'test' })
    const [cookie = ''] = buildSessionCookie(value, { isHttps: false, maxAgeSeconds: 60 }).split(';')
    const request: TestClient['request'] = async (method, path, body, headers = {}) => {
      const response = await send(path, {
        method,
        headers: { cookie, origin: testOrigin, 'new-api-user': String(id), ...headers },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      return await readAnswer(response)
    }
    return {
      id,
      cookie,
      request,
      get: (path) => request('GET', path),
      post: (path, body) => request('POST', path, body),
      put: (path, body) => request('PUT', path, body),
      delete: (path) => request('DELETE', path),
    }
  }

  let users = 0
  const addUser: TestApp['addUser'] = async (more = {}) => {
    const username = more.username ?? `user${++users}`
    const id = await insertTestUser(db, {
      username,
      password_hash: await passwordHash,
      role: more.role ?? roles.user,
      status: more.status ?? userStatus.enabled,
      group_name: more.group ?? 'default',
    })
    return await createClient(id)
  }

  const setUp = async (): Promise<number> => {
    const body = {
      username: 'root',
      password: testPassword,
      confirmPassword: testPassword,
      setup_token: await findSetupToken({ db, config, secretBox }),
      RegisterEnabled: true,
    }
    const answer = await send('/api/setup', { method: 'POST', body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`set-up: ${answer.status} ${await answer.text()}`)
    return (await findUserByLogin(db, 'root'))?.id ?? 0
  }

  return {
    store,
    state,
    ledger,
    mailer,
    notify,
    tokenStates,
    upkeep,
    priceProposals: app.priceProposals,
    channelHealth,
    jobRuns,
    addUser,
    send,
    fetch: app.fetch,
    root: await createClient(options.isSetUp === false ? 0 : await setUp()),
    async close() {
      await mailer.idle()
      limits.close()
      app.close()
      await upkeep.close()
      await ledger.close()
      await notify.close()
      await tokenStates.close()
      await notify.notices.idle()
      await state.close()
      await store.close()
    },
  }
}
