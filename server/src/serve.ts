import { accessSync, constants, mkdirSync } from 'node:fs'
import { hostname } from 'node:os'
import { resolve } from 'node:path'
import type { Kysely } from 'kysely'
import { createApp } from './app.ts'
import { createBatches } from './batches/create-batches.ts'
import { createJobs } from './jobs/jobs.ts'
import { superviseJobs } from './jobs/supervisor.ts'
import { addLedgerMetrics } from './ledger/add-ledger-metrics.ts'
import { createLedger } from './ledger/create-ledger.ts'
import { createTokenStates } from './ledger/token-states.ts'
import { createNotify } from './notify/create-notify.ts'
import { createMailer } from './notify/mail.ts'
import { createWebhookRequests } from './notify/send-webhook.ts'
import { createAcceptedConnections } from './platform/accepted-connections.ts'
import { createBusyPorts } from './platform/busy-ports.ts'
import { createClientAddress } from './platform/client-address.ts'
import { type Clock, systemClock } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import { databaseSettings } from './platform/database-settings.ts'
import { guardConnections } from './platform/guard-connections.ts'
import { loadSecrets } from './platform/load-secrets.ts'
import { describeError, type Log } from './platform/log.ts'
import { logDatabaseSettings } from './platform/log-database-settings.ts'
import { watchLoopLag } from './platform/loop-lag.ts'
import { createMetrics } from './platform/metrics.ts'
import { callsWithin, countOpenFiles, readOpenFilesMax } from './platform/open-files.ts'
import { parseOutboundAllow } from './platform/outbound/address-policy.ts'
import { withSockets } from './platform/outbound/call-by-socket.ts'
import { createUpstreamCaller } from './platform/outbound/call-upstream.ts'
import { createGuardedFetch } from './platform/outbound/guarded-fetch.ts'
import { createSocketOpener } from './platform/outbound/open-socket.ts'
import { createPinnedHosts } from './platform/outbound/pinned-hosts.ts'
import { socksBridge } from './platform/outbound/socks-bridge.ts'
import { packagedFiles } from './platform/packaged.ts'
import { assertPortIsFree } from './platform/port.ts'
import { addProcessMetrics } from './platform/process-metrics.ts'
import { createReachability } from './platform/reachability.ts'
import { createRedis } from './platform/redis.ts'
import { createRequestIds } from './platform/request-id.ts'
import { createSecretBox } from './platform/secret-box.ts'
import { claimSpillFile } from './platform/spill-place.ts'
import { createTokenCounter } from './platform/token-counter/token-counter.ts'
import { parseOtlpHeaders } from './platform/tracing/parse-headers.ts'
import type { WorkerSlot } from './platform/worker-slot.ts'
import { socketHandlers } from './realtime/client-socket.ts'
import { createRealtimeApi } from './realtime/realtime-api.ts'
import { createRelay } from './relay/relay.ts'
import { addCallMetrics } from './relay/watch/add-call-metrics.ts'
import { addChannelMetrics } from './relay/watch/add-channel-metrics.ts'
import { createState } from './state/state.ts'
import { addStoreMetrics } from './store/add-store-metrics.ts'
import { checkCryptoKey } from './store/check-crypto-key.ts'
import { isUnusable } from './store/log-store/log-database.ts'
import { hasMovedRows } from './store/log-store/moved-rows.ts'
import { createLogStore, type LogStore } from './store/log-store/open-log-store.ts'
import { migrate, newerMigrations } from './store/migrate.ts'
import { openDatabase } from './store/open-database.ts'
import type { Database } from './store/schema.ts'
import { makeUsagePartitions } from './store/usage-partitions.ts'
import { createTasks } from './tasks/create-tasks.ts'
import { isPicture } from './tasks/image-proxy.ts'
import { createUpkeep } from './upkeep/upkeep.ts'
import { version } from './version.ts'

export interface RunningServer {
  /** The address for clients on this machine. */
  readonly url: string
  /**
   * Refuses new calls, finishes running ones within SHUTDOWN_TIMEOUT, and closes everything. Accepts connections for
   * SHUTDOWN_DELAY, so that load balancers notice, unless `isHurried`.
   */
  stop(how?: { isHurried: boolean }): Promise<void>
}

const pictureTimeoutMs = 10_000

/** How long console requests may take to finish once the calls are over. */
const consoleGraceMs = 5_000

/**
 * Builds the product from its settings and starts it. Throws when anything it needs is missing or wrong. With a `slot`
 * it shares its port with the other workers.
 */
export async function startServer(given: Config, log: Log, slot: WorkerSlot | null = null): Promise<RunningServer> {
  const openFilesMax = readOpenFilesMax() ?? Number.POSITIVE_INFINITY
  const config = withinOpenFiles(given, openFilesMax, log)
  const clock = systemClock
  const closers: (() => void | Promise<void>)[] = []
  const closeAll = async () => {
    for (const close of closers.reverse()) await close()
  }
  try {
    return await build()
  } catch (error) {
    await closeAll().catch((cause) => log.debug({ error: describeError(cause) }, 'closing after a failed start'))
    throw error
  }

  async function build(): Promise<RunningServer> {
    // Before the spill file is opened: it belongs to the process on the port.
    if (slot === null) await assertPortIsFree(config)
    const clientAddress = createClientAddress(config.TRUSTED_PROXIES)
    const secrets = loadSecrets(config)
    const secretBox = createSecretBox(secrets.cryptoSecret)

    const store = await openDatabase({ ...databaseSettings(config), log })
    closers.push(() => store.close())
    const { db, engine } = store
    await migrate(store)
    const newer = await newerMigrations(store)
    if (newer.length > 0) log.warn({ migrations: newer }, 'the schema is of a newer program; this one can use it')
    await makeUsagePartitions(db, clock.now())
    const logStore = await openLogStore(config, { db, clock, log })
    closers.push(() => logStore?.close())
    await checkCryptoKey(db, secretBox, clock)

    const redis = config.REDIS_CONN_STRING === '' ? undefined : await createRedis(config.REDIS_CONN_STRING, log)
    if (redis) closers.push(() => redis.disconnect())
    const state = await createState({
      db,
      secretBox,
      clock,
      log,
      ...(redis && { redis }),
      syncFrequencyMs: config.SYNC_FREQUENCY * 1_000,
    })
    closers.push(() => state.close())
    const mailer = createMailer({ state, log }, { security: config.SMTP_TLS })
    const webhookRequests = createWebhookRequests(config.OUTBOUND_ALLOW)
    const notify = createNotify({ db, state, clock, log, secretBox, mailer, webhookRequests })
    closers.push(() => notify.lowBalance.close())
    const tokenStates = createTokenStates({ db, state, clock, log })
    closers.push(() => tokenStates.close())
    const ledger = await createLedger({
      store,
      clock,
      log,
      nodeName: `${hostname()}:${process.pid}`,
      sync: config.LEDGER_SYNC,
      keepsUsageRows: () => state.current().options.LogConsumeEnabled,
      watcher: { userCharged: notify.lowBalance.userCharged, tokenSpent: tokenStates.tokenSpent },
      mode: engine === 'sqlite' ? 'single' : 'shared',
      ...(engine !== 'sqlite' && { spillPath: spillPathOf(config, { slot, log }) }),
    })
    closers.push(() => ledger.close())

    const tokenCounter = createTokenCounter({ log })
    closers.push(() => tokenCounter.close())
    const requestIds = createRequestIds(clock)
    const busyPorts = createBusyPorts()
    const outboundExceptions = parseOutboundAllow(config.OUTBOUND_ALLOW)
    closers.push(() => socksBridge.close())
    const hosts = createPinnedHosts({ clock, allowPrivate: config.UPSTREAM_ALLOW_PRIVATE })
    const openSocket = createSocketOpener(config, { hosts })
    const reachability = createReachability(clock)
    const callUpstream = withSockets(createUpstreamCaller(config, { reachability, hosts }), openSocket)
    const tasks = createTasks({
      db,
      ledger,
      state,
      clock,
      log,
      config,
      secretBox,
      callUpstream,
      hookRequest: webhookRequests.direct,
      fetchImage: createGuardedFetch({
        exceptions: outboundExceptions,
        bytesMax: Math.floor(config.MAX_FILE_DOWNLOAD_MB * 1_048_576),
        timeoutMs: pictureTimeoutMs,
        accepts: isPicture,
      }),
    })
    const batches = createBatches({ db, ledger, state, clock, log, config, callUpstream })
    const tracing = await openTracing(config, log)
    closers.push(() => tracing?.close())
    const relay = createRelay({
      db,
      ledger,
      state,
      clock,
      log,
      config,
      secretBox,
      tokenCounter,
      requestIds,
      clientAddress,
      callUpstream,
      redis,
      busyPorts,
      extensions: [...tasks.apis, batches.api, createRealtimeApi(openSocket)],
      channelNotices: notify.channelNotices,
      tracer: tracing?.calls,
      random: Math.random,
    })

    const { channelNotices } = notify
    const upkeep = createUpkeep({ db, ledger, state, clock, log, secretBox, channelNotices, config })
    closers.push(() => upkeep.close())

    let isDraining = false
    const metrics = createMetrics(slot)
    metrics.gauge('sluice_calls_in_flight', 'Relayed calls running now.', () => relay.inflight)
    addCallMetrics(metrics, relay.callCounter)
    addChannelMetrics(metrics, { health: relay.health, state })
    addLedgerMetrics(metrics, ledger)
    addStoreMetrics(metrics, store, engine === 'sqlite' ? 1 : config.DB_POOL_MAX)
    const startedAt = clock.now()
    addProcessMetrics(metrics, { version, startedAt, openFilesMax })
    const loopLag = watchLoopLag(clock)
    closers.push(() => loopLag.close())
    metrics.add(loopLag.family)
    metrics.add({
      name: 'sluice_trace_spans_total',
      help: 'Recorded spans by result; none if traces are off.',
      type: 'counter',
      read: () => tracing?.spans() ?? [],
    })
    const app = createApp({
      config,
      db,
      engine,
      secretBox,
      ledger,
      state,
      clock,
      log,
      redis,
      relay,
      metrics,
      slot,
      version,
      reports: store.reports,
      logStore,
      requestIds,
      clientAddress,
      busyPorts,
      mailer,
      webhookRequests,
      channelNotices,
      notices: notify.notices,
      upkeep,
      channelHealth: relay.health,
      callLimits: relay.limits,
      answerOwners: relay.answerOwners,
      sessionBox: createSecretBox(secrets.sessionSecret),
      startedAt,
      consoleFiles:
        config.CONSOLE_DIR || (packagedFiles('console/dist/') ?? resolve(import.meta.dir, '../../console/dist')),
      isDatabaseReachable: () => store.isReachable(),
      isDraining: () => isDraining,
    })
    closers.push(() => app.close())

    const server = Bun.serve({
      port: config.PORT,
      hostname: config.HOST,
      reusePort: slot !== null,
      idleTimeout: 75,
      // Off, because its 413 has no body. `readBody` limits each body, and unread bytes wait at the sender.
      maxRequestBodySize: Number.MAX_SAFE_INTEGER,
      fetch: (request, self) => app.fetch(request, self),
      websocket: socketHandlers(Math.ceil(config.MAX_EVENT_MB * 1_048_576)),
      error(error) {
        log.error({ error: describeError(error) }, 'a request reached no error boundary')
        return new Response(null, { status: 500 })
      },
    })
    const connections = createAcceptedConnections(server.port ?? config.PORT, openFilesMax)
    if (connections && Number.isFinite(openFilesMax)) {
      const countInUse = () => countOpenFiles(openFilesMax)
      closers.push(guardConnections({ connections, busyPorts, openFilesMax, countOpenFiles: countInUse, log }))
    }
    const supervisor = superviseJobs(
      createJobs({
        db,
        state,
        secretBox,
        channelHealth: relay.health,
        reports: store.reports,
        logStore,
        taskPoller: tasks.poller,
        batchPoller: batches.poller,
        sessions: app.sessions,
        clock,
        log,
        config,
        notices: notify.notices,
        tokenStates,
        upkeep,
      }),
      log,
    )

    return {
      url: buildUrl(server.hostname ?? config.HOST, server.port ?? config.PORT),
      async stop({ isHurried } = { isHurried: false }) {
        isDraining = true
        const drained = relay.drain(config.SHUTDOWN_TIMEOUT * 1_000)
        if (!isHurried) await Bun.sleep(config.SHUTDOWN_DELAY * 1_000)
        const closed = server.stop()
        await drained
        await Promise.race([closed, app.idle(), Bun.sleep(consoleGraceMs)])
        await Promise.race([
          Promise.all([mailer.idle(), notify.notices.idle(), tasks.idle()]),
          Bun.sleep(consoleGraceMs),
        ])
        await server.stop(true)
        await supervisor.stop()
        await closeAll()
      },
    }
  }
}

/** Opens the log database if the settings name one. It may be unreachable; one with other or older data is refused. */
async function openLogStore(
  config: Config,
  { db, clock, log }: { db: Kysely<Database>; clock: Clock; log: Log },
): Promise<LogStore | null> {
  const settings = logDatabaseSettings(config)
  if (settings === null) {
    if (await hasMovedRows(db))
      log.warn(
        'usage rows were moved to a log database, and LOG_SQL_DSN is not set. They are not shown until it names that database again',
      )
    return null
  }
  const logStore = createLogStore(settings, { clock, log })
  await logStore.open().catch((error: unknown) => {
    if (isUnusable(error)) throw error
  })
  return logStore
}

/** The settings with at most as many concurrent calls as there are descriptors: a call without one would fail late. */
function withinOpenFiles(config: Config, openFilesMax: number, log: Log): Config {
  const callsMax = callsWithin(openFilesMax)
  if (config.MAX_INFLIGHT <= callsMax) return config
  log.warn(
    { openFilesMax, MAX_INFLIGHT: config.MAX_INFLIGHT, used: callsMax },
    'the limit on open files is too low for MAX_INFLIGHT: fewer calls run at once. Raise it (ulimit -n, LimitNOFILE)',
  )
  return { ...config, MAX_INFLIGHT: callsMax }
}

/**
 * The file in which endings of calls wait while a database server is unreachable; the embedded database needs none.
 * Null, with a warning, if the folder cannot be written: endings then wait in memory.
 */
function spillPathOf(config: Config, { slot, log }: { slot: WorkerSlot | null; log: Log }): string | null {
  try {
    mkdirSync(config.DATA_DIR, { recursive: true, mode: 0o700 })
    accessSync(config.DATA_DIR, constants.W_OK)
    return claimSpillFile(config.DATA_DIR, config.PORT, slot)
  } catch (error) {
    log.warn({ error: describeError(error) }, 'DATA_DIR cannot be written: the ledger has no spill file')
    return null
  }
}

/** Null if traces are off: OpenTelemetry is then not loaded. */
async function openTracing(config: Config, log: Log) {
  if (config.OTEL_EXPORTER_OTLP_ENDPOINT === '') return null
  const [{ startTracing }, { createCallTracer }] = await Promise.all([
    import('./platform/tracing/start-tracing.ts'),
    import('./relay/watch/trace-calls.ts'),
  ])
  const tracing = startTracing(
    {
      endpoint: config.OTEL_EXPORTER_OTLP_ENDPOINT,
      headers: parseOtlpHeaders(config.OTEL_EXPORTER_OTLP_HEADERS),
      serviceName: config.OTEL_SERVICE_NAME,
      version,
      ratio: config.OTEL_TRACES_SAMPLER_ARG,
    },
    log,
  )
  return { ...tracing, calls: createCallTracer(tracing.tracer) }
}

/** The address to show to people: the wildcard address becomes `localhost`. */
function buildUrl(hostname: string, port: number): string {
  const host = ['0.0.0.0', '::', ''].includes(hostname) ? 'localhost' : hostname
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
