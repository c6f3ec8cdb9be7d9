import { resolve } from 'node:path'
import { findSetupToken } from './admin/setup/setup-access.ts'
import { type App, createApp } from './app.ts'
import { conversationApi } from './batches/conversation-api.ts'
import { createBatches } from './batches/create-batches.ts'
import { skillApi } from './batches/skill-api.ts'
import { describeStart } from './describe-start.ts'
import { createJobs } from './jobs/jobs.ts'
import { superviseJobs } from './jobs/supervisor.ts'
import { addLedgerMetrics } from './ledger/add-ledger-metrics.ts'
import { openServices } from './open-services.ts'
import { createAcceptedConnections } from './platform/accepted-connections.ts'
import { createBusyPorts } from './platform/busy-ports.ts'
import { createClientAddress } from './platform/client-address.ts'
import { systemClock } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import { guardConnections } from './platform/guard-connections.ts'
import { createJobRuns } from './platform/job-runs.ts'
import { describeError, type Log } from './platform/log.ts'
import { watchLoopLag } from './platform/loop-lag.ts'
import { createMetrics } from './platform/metrics.ts'
import { createNodeBoard } from './platform/node-board.ts'
import { countOpenFiles, readOpenFilesMax, withinOpenFiles } from './platform/open-files.ts'
import { parseOutboundAllow } from './platform/outbound/address-policy.ts'
import { withSockets } from './platform/outbound/call-by-socket.ts'
import { createUpstreamCaller } from './platform/outbound/call-upstream.ts'
import { createGuardedFetch } from './platform/outbound/guarded-fetch.ts'
import { createGuardedSend, createGuardedStream } from './platform/outbound/guarded-stream.ts'
import { createSocketOpener } from './platform/outbound/open-socket.ts'
import { createPinnedHosts } from './platform/outbound/pinned-hosts.ts'
import { socksBridge } from './platform/outbound/socks-bridge.ts'
import { packagedFiles } from './platform/packaged.ts'
import { addressForPeople, assertPortIsFree } from './platform/port.ts'
import { addProcessMetrics } from './platform/process-metrics.ts'
import { createReachability } from './platform/reachability.ts'
import { createRequestIds } from './platform/request-id.ts'
import { createTokenCounter } from './platform/token-counter/token-counter.ts'
import type { WorkerSlot } from './platform/worker-slot.ts'
import { socketHandlers } from './realtime/client-socket.ts'
import { createRealtimeApi } from './realtime/realtime-api.ts'
import { createWorkPoller } from './relay/deposits/poll-works.ts'
import { createRelay } from './relay/relay.ts'
import { addCallMetrics } from './relay/watch/add-call-metrics.ts'
import { addChannelMetrics } from './relay/watch/add-channel-metrics.ts'
import { openTracing } from './relay/watch/open-tracing.ts'
import { createStarting } from './starting.ts'
import { addStoreMetrics } from './store/add-store-metrics.ts'
import { isSetUp } from './store/setups.ts'
import { createTasks } from './tasks/create-tasks.ts'
import { isPicture } from './tasks/image-proxy.ts'
import { createUpkeep } from './upkeep/upkeep.ts'
import { readCommit, version } from './version.ts'

export interface RunningServer {
  /** The address for clients on this machine. */
  readonly url: string
  /** What the start says about itself, a line each. */
  readonly lines: readonly string[]
  /**
   * Refuses new calls, finishes running ones within SHUTDOWN_TIMEOUT, and closes everything. Accepts connections for
   * SHUTDOWN_DELAY, so that load balancers notice, unless `isHurried`.
   */
  stop(how?: { isHurried: boolean }): Promise<void>
}

const pictureTimeoutMs = 10_000
/** Until the file of a video begins. */
const videoTimeoutMs = 30_000
/** Of one part of a file to the bucket. */
const bucketTimeoutMs = 120_000

/** Without calls until then, what only the start needed is returned: 8 MB that the runtime would keep. */
const shrinksAfterMs = 10_000

/** How long console requests may take to finish once the calls are over. */
const consoleGraceMs = 5_000

/**
 * Builds the product from its settings and starts it. Throws when anything it needs is missing or wrong. With a `slot`
 * it shares its port with the other workers.
 */
export async function startServer(given: Config, log: Log, slot: WorkerSlot | null = null): Promise<RunningServer> {
  const openFilesMax = readOpenFilesMax() ?? Number.POSITIVE_INFINITY
  const config = withinOpenFiles(given, openFilesMax, log)
  const closers: (() => void | Promise<void>)[] = []
  const onClose = (close: () => void | Promise<void>) => void closers.push(close)
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
    const commit = readCommit()
    log.info({ version, commit }, 'sluice starts')
    // Before the spill file is opened: it belongs to the process on the port.
    if (slot === null) await assertPortIsFree(config)
    const requestIds = createRequestIds(systemClock)
    const starting = createStarting({
      clock: systemClock,
      log,
      requestIds,
      basePath: config.BASE_PATH,
    })
    let answer: App['fetch'] = async (request) => starting.answer(request)
    const listen = () => {
      const listening = openPort(config, { log, slot, answer: (request, self) => answer(request, self) })
      onClose(() => listening.stop(true))
      return listening
    }
    // A worker beside others listens once it serves: its part of the connections would be refused until then.
    const early = slot === null || slot.isAlone ? listen() : null
    const opened = await openServices({ config, log, slot, watch: starting.watch }, onClose)
    const { services, store, mailer, webhookRequests, notify, tokenStates } = opened
    const { clock } = services
    const { channelNotices, notices } = notify

    // Calls
    const hosts = createPinnedHosts({ clock, allowPrivate: config.UPSTREAM_ALLOW_PRIVATE })
    const openSocket = createSocketOpener(config, { hosts })
    const reachability = createReachability(clock)
    const callUpstream = withSockets(createUpstreamCaller(config, { reachability, hosts }), openSocket)
    onClose(() => socksBridge.close())
    const fetchImage = createGuardedFetch({
      exceptions: parseOutboundAllow(config.OUTBOUND_ALLOW),
      bytesMax: Math.floor(config.MAX_FILE_DOWNLOAD_MB * 1_048_576),
      timeoutMs: pictureTimeoutMs,
      accepts: isPicture,
    })
    const followAddress = createGuardedStream({
      exceptions: parseOutboundAllow(config.OUTBOUND_ALLOW),
      timeoutMs: videoTimeoutMs,
    })
    const sendToBucket = createGuardedSend({
      exceptions: parseOutboundAllow(config.OUTBOUND_ALLOW),
      timeoutMs: bucketTimeoutMs,
    })
    const tasks = createTasks({
      ...services,
      callUpstream,
      hookRequest: webhookRequests.direct,
      fetchImage,
      followAddress,
      sendToBucket,
    })
    const batches = createBatches({ ...services, callUpstream })
    const tokenCounter = createTokenCounter({ log })
    onClose(() => tokenCounter.close())
    const tracing = await openTracing(config, { log, version })
    onClose(() => tracing?.close())
    const ofRequests = {
      requestIds,
      clientAddress: createClientAddress(config.TRUSTED_PROXIES),
      busyPorts: createBusyPorts(),
    }
    const relay = createRelay({
      ...services,
      ...ofRequests,
      tokenCounter,
      callUpstream,
      channelNotices,
      extensions: [...tasks.apis, batches.api, conversationApi, skillApi, createRealtimeApi(openSocket)],
      tracer: tracing?.calls,
      random: Math.random,
    })
    const upkeep = createUpkeep({ ...services, channelNotices })
    onClose(() => upkeep.close())

    // Figures
    const startedAt = clock.now()
    const metrics = createMetrics(slot)
    metrics.gauge('sluice_calls_in_flight', 'Relayed calls running now.', () => relay.inflight)
    addCallMetrics(metrics, relay.callCounter)
    addChannelMetrics(metrics, { health: relay.health, state: services.state })
    addLedgerMetrics(metrics, services.ledger)
    addStoreMetrics(metrics, store, store.engine === 'sqlite' ? 1 : config.DB_POOL_MAX)
    addProcessMetrics(metrics, { version, startedAt, openFilesMax })
    const loopLag = watchLoopLag(clock)
    onClose(() => loopLag.close())
    for (const family of loopLag.families) metrics.add(family)
    metrics.add({
      name: 'sluice_trace_spans_total',
      help: 'Recorded spans by result; none if traces are off.',
      type: 'counter',
      read: () => tracing?.spans() ?? [],
    })

    // The console and its API
    let isDraining = false
    const jobRuns = createJobRuns()
    const nodeBoard = createNodeBoard(metrics, services.redis)
    const app = createApp({
      ...services,
      ...ofRequests,
      engine: store.engine,
      relay,
      channelHealth: relay.health,
      callLimits: relay.limits,
      answerOwners: relay.answerOwners,
      taskFollower: tasks.follower,
      metrics,
      slot,
      version,
      commit: commit ?? '',
      startedAt,
      sessionBox: opened.sessionBox,
      mailer,
      webhookRequests,
      channelNotices,
      notices,
      upkeep,
      jobRuns,
      nodeBoard,
      consoleFiles:
        config.CONSOLE_DIR || (packagedFiles('console/dist/') ?? resolve(import.meta.dir, '../../console/dist')),
      isDatabaseReachable: () => store.isReachable(),
      isDraining: () => isDraining,
    })
    onClose(() => app.close())

    answer = app.fetch
    const server = early ?? listen()
    const connections = createAcceptedConnections(server.port ?? config.PORT, openFilesMax)
    if (connections && Number.isFinite(openFilesMax)) {
      const { busyPorts } = ofRequests
      const countInUse = () => countOpenFiles(openFilesMax)
      onClose(guardConnections({ connections, busyPorts, openFilesMax, countOpenFiles: countInUse, log }))
    }

    // Work on a schedule
    const jobs = createJobs({
      ...services,
      channelHealth: relay.health,
      taskPoller: tasks.poller,
      videoFiles: tasks.files,
      endMessages: tasks.messages,
      workPoller: createWorkPoller(services, { ...batches.settlers, response: relay.background }),
      sessions: app.sessions,
      priceProposals: app.priceProposals,
      notices,
      tokenStates,
      upkeep,
      nodeBoard,
    })
    const supervisor = superviseJobs(jobs, services, jobRuns)
    const shrinking = setTimeout(() => {
      // Compiled code goes too, which calls would need again, and it takes 40 ms.
      const isUnused = relay.inflight === 0 && relay.callCounter.calls().length === 0
      if (isUnused) Bun.shrink()
    }, shrinksAfterMs)
    onClose(() => clearTimeout(shrinking))

    const hostname = server.hostname ?? config.HOST
    const port = server.port ?? config.PORT
    const setupToken = (await isSetUp(services.db)) ? null : await findSetupToken(services)
    return {
      url: addressForPeople(hostname, port) + config.BASE_PATH,
      lines: describeStart({ config, commit, hostname, port, setupToken }),
      async stop({ isHurried } = { isHurried: false }) {
        isDraining = true
        const drained = relay.drain(config.SHUTDOWN_TIMEOUT * 1_000)
        if (!isHurried) await Bun.sleep(config.SHUTDOWN_DELAY * 1_000)
        const closed = server.stop()
        await drained
        await Promise.race([closed, app.idle(), Bun.sleep(consoleGraceMs)])
        const settled = Promise.all([mailer.idle(), notices.idle(), tasks.idle()])
        await Promise.race([settled, Bun.sleep(consoleGraceMs)])
        await server.stop(true)
        await supervisor.stop()
        await closeAll()
      },
    }
  }
}

function openPort(
  config: Config,
  { log, slot, answer }: { log: Log; slot: WorkerSlot | null; answer: App['fetch'] },
): ReturnType<typeof Bun.serve> {
  return Bun.serve({
    port: config.PORT,
    hostname: config.HOST,
    reusePort: slot !== null,
    idleTimeout: 75,
    // Off, because its 413 has no body. `readBody` limits each body, and unread bytes wait at the sender.
    maxRequestBodySize: Number.MAX_SAFE_INTEGER,
    fetch: answer,
    websocket: socketHandlers(Math.ceil(config.MAX_EVENT_MB * 1_048_576)),
    error(error) {
      log.error({ error: describeError(error) }, 'a request reached no error boundary')
      return new Response(null, { status: 500 })
    },
  })
}
