export const fleetEngines = ['sqlite', 'postgres', 'mariadb'] as const
type FleetEngine = (typeof fleetEngines)[number]

/** What a fleet serves, and what it has. */
export interface Traffic {
  engine: FleetEngine
  hasRedis: boolean
  callsPerSecond: number
  /** The part of the calls that is streamed, from 0 to 1. */
  streamShare: number
  /** Frames of a stream, and tokens of an answer. */
  chunks: number
  streamSeconds: number
  /** How long a call takes that is not streamed. */
  plainSeconds: number
  promptKb: number
  /** Accounts that call, evenly. */
  accounts: number
  channels: number
  /** Whether limits apply to the calls that nodes count together, through Redis. */
  hasLimits: boolean
  logDays: number
  /** What a call is charged, in any currency. */
  price: number
  /** What a call holds, as a multiple of what it is charged. */
  holdFactor: number
  /** The processors of the database server. */
  databaseCores: number
  /** The largest number of connections of the database server. */
  databaseConnections: number
  /** Waiting of a batch beside its processor time: the network, and the sync to the disk. */
  commitMs: number
  /** The number of processes; null = as many as are needed. */
  processes: number | null
}

/** Processor time that grows with calls and with batches, in microseconds. */
interface Cost {
  perCall: number
  perBatch: number
}

interface EngineSlopes {
  /** All threads of the gateway, for a plain call with a prompt of 1 kB. */
  gateway: Cost
  /** Of that, the part of the thread that serves calls. */
  mainShare: number
  /** What a stream takes more than a plain call, its frames left out. */
  streamMicros: number
  /** The database server; of the embedded database, the thread that writes. */
  database: Cost
  /** The same for a checkpoint of a stream. */
  checkpointMicros: number
  /** Of a row of the usage log and one of the ledger, with their indices. */
  usageRowBytes: number
  entryRowBytes: number
}

/** What was measured, and what the code fixes; `fleet-slopes.ts` names the source of each. */
export interface Slopes {
  engines: Readonly<Record<FleetEngine, EngineSlopes>>
  chunkMicros: number
  promptKbMicros: number
  redisCallMicros: number
  redisServerMicros: number
  restMb: number
  openCallKb: number
  batchGapMs: number
  batchOperationsMax: number
  checkpointMs: number
  checkpointTokens: number
  openCallsMax: number
  connectionsPerProcess: number
}

/** A part of a fleet, by what it has and what the traffic takes of it. */
export interface Part {
  name: string
  /** From 0 to 1 of one such part. */
  load: number
  /** The calls a second at which it is full. */
  callsAtFull: number
  /** Whether further processes on further machines add another one. */
  growsWithProcesses: boolean
}

export interface Prediction {
  gateway: {
    processes: number
    cores: number
    microsPerCall: number
    openCalls: number
    memoryMb: number
  }
  database: {
    cores: number
    microsPerCall: number
    transactionsPerSecond: number
    rowsPerSecond: number
    connections: number
    callsPerBatch: number
    /** Between two batches of a process: a call waits for one. */
    batchEveryMs: number
  }
  redis: { operationsPerSecond: number; cores: number }
  log: { rowsPerDay: number; bytesPerDay: number; keptBytes: number }
  money: { settledPerDay: number; heldPerDay: number; heldAtOnce: number }
  /** Those that are full first come first. */
  parts: Part[]
  /** The first one that further processes do not relieve. */
  bottleneck: Part
}

/** The same on a machine that takes `factor` times the processor time. */
export function scaleSlopes(slopes: Slopes, factor: number): Slopes {
  const scaleCost = ({ perCall, perBatch }: Cost): Cost => ({ perCall: perCall * factor, perBatch: perBatch * factor })
  const scaleEngine = (own: EngineSlopes): EngineSlopes => ({
    ...own,
    gateway: scaleCost(own.gateway),
    streamMicros: own.streamMicros * factor,
    database: scaleCost(own.database),
    checkpointMicros: own.checkpointMicros * factor,
  })
  return {
    ...slopes,
    engines: {
      sqlite: scaleEngine(slopes.engines.sqlite),
      postgres: scaleEngine(slopes.engines.postgres),
      mariadb: scaleEngine(slopes.engines.mariadb),
    },
    chunkMicros: slopes.chunkMicros * factor,
    promptKbMicros: slopes.promptKbMicros * factor,
    redisCallMicros: slopes.redisCallMicros * factor,
    redisServerMicros: slopes.redisServerMicros * factor,
  }
}

/** The part of a processor that a process uses at most in the long run: the rest is for peaks and for collecting. */
export const loadMax = 0.6
const secondsPerDay = 86_400

/** What the traffic takes of each part, by the slopes. Rates are per second, as long as they last. */
export function predictFleet(traffic: Traffic, slopes: Slopes): Prediction {
  const { callsPerSecond: calls, engine, price } = traffic
  const own = slopes.engines[engine]
  const openCalls = openCallsOf(traffic)
  const processes = traffic.processes ?? findProcesses(traffic, slopes, openCalls)
  const batches = predictBatches(traffic, slopes, processes)
  const gatewayMicros = gatewayMicrosOf(traffic, slopes, batches)
  const databaseMicros = costOf(databaseCostOf(traffic, slopes), batches)
  const redisCalls = traffic.hasRedis && traffic.hasLimits ? calls : 0
  const connections = engine === 'sqlite' ? 0 : processes * slopes.connectionsPerProcess
  const rowBytes = own.usageRowBytes + (price > 0 ? own.entryRowBytes : 0)
  const rowsPerDay = calls * secondsPerDay
  const hold = price * traffic.holdFactor
  const parts = findParts(traffic, slopes, { processes, openCalls, gatewayMicros, databaseMicros, connections })
  const fixed = parts.filter((part) => !part.growsWithProcesses)
  const [bottleneck] = fixed
  if (!bottleneck) throw new Error('a fleet has a database')
  return {
    gateway: {
      processes,
      cores: (calls * gatewayMicros) / 1e6,
      microsPerCall: gatewayMicros,
      openCalls,
      memoryMb: processes * slopes.restMb + (openCalls * slopes.openCallKb) / 1_024,
    },
    database: {
      cores: (calls * databaseMicros) / 1e6,
      microsPerCall: databaseMicros,
      transactionsPerSecond: batches.perSecond,
      rowsPerSecond: rowsPerSecondOf(traffic, slopes, batches),
      connections,
      callsPerBatch: batches.calls,
      batchEveryMs: (batches.calls * processes * 1_000) / calls,
    },
    redis: { operationsPerSecond: redisCalls, cores: (redisCalls * slopes.redisServerMicros) / 1e6 },
    log: { rowsPerDay, bytesPerDay: rowsPerDay * rowBytes, keptBytes: keptBytesOf(traffic, own, rowsPerDay) },
    money: {
      settledPerDay: rowsPerDay * price,
      heldPerDay: rowsPerDay * hold,
      heldAtOnce: openCalls * hold,
    },
    parts,
    bottleneck,
  }
}

const openCallsOf = ({ callsPerSecond, streamShare, streamSeconds, plainSeconds }: Traffic): number =>
  callsPerSecond * (streamShare * streamSeconds + (1 - streamShare) * plainSeconds)

/** Usage rows are kept as long as the log, ledger entries for ever: the sum is of both after `logDays`. */
const keptBytesOf = ({ logDays, price }: Traffic, own: EngineSlopes, rowsPerDay: number): number =>
  logDays * rowsPerDay * (own.usageRowBytes + (price > 0 ? own.entryRowBytes : 0))

interface Batches {
  perSecond: number
  /** Calls in each. */
  calls: number
}

/** Checkpoints of a stream: one for each interval of time or tokens that it exceeds, whichever gives more. */
export function checkpointsOf(
  { chunks, streamSeconds }: Pick<Traffic, 'chunks' | 'streamSeconds'>,
  { checkpointMs, checkpointTokens }: Pick<Slopes, 'checkpointMs' | 'checkpointTokens'>,
): number {
  return Math.floor(Math.max((streamSeconds * 1_000) / checkpointMs, chunks / checkpointTokens))
}

/**
 * The batches of all processes. A batch begins with the first operation after the gap, takes in what came meanwhile,
 * and lasts at least as long as the database needs for it. Those of several processes wait for each other, so that they
 * become larger, until all of them fit into the time.
 */
function predictBatches(traffic: Traffic, slopes: Slopes, processes: number): Batches {
  const { callsPerSecond, commitMs, engine } = traffic
  const database = databaseCostOf(traffic, slopes)
  const rate = callsPerSecond / processes
  // A batch that has an operation of every open call does not wait for more.
  const callsMax = Math.max(1, Math.min(fullBatchOf(traffic, slopes), openCallsOf(traffic) / processes))
  let calls = 1
  // The length of a batch depends on its calls, and these on its length.
  for (let round = 0; round < 200; round += 1) {
    const next = 1 + (rate * Math.max(slopes.batchGapMs, batchMsOf(calls, commitMs, database))) / 1_000
    calls = (calls + Math.min(callsMax, next)) / 2
  }
  if (engine !== 'sqlite') calls = Math.min(callsMax, Math.max(calls, callsInTurn(traffic, database)))
  return { perSecond: callsPerSecond / calls, calls }
}

const batchMsOf = (calls: number, commitMs: number, { perBatch, perCall }: Cost): number =>
  commitMs + (perBatch + calls * perCall) / 1_000

/**
 * The calls of a batch with which batches that wait for each other take the whole time: every batch changes the row of
 * a channel, and keeps its lock until it is committed. Infinite where no size is enough.
 */
function callsInTurn({ callsPerSecond, commitMs }: Traffic, { perBatch, perCall }: Cost): number {
  const left = 1 - (callsPerSecond * perCall) / 1e6
  return left <= 0 ? Number.POSITIVE_INFINITY : (callsPerSecond * (commitMs / 1_000 + perBatch / 1e6)) / left
}

const costOf = ({ perCall, perBatch }: Cost, batches: Batches): number => perCall + perBatch / batches.calls

function gatewayMicrosOf(traffic: Traffic, slopes: Slopes, batches: Batches): number {
  const own = slopes.engines[traffic.engine]
  const stream = own.streamMicros + traffic.chunks * slopes.chunkMicros
  const prompt = Math.max(0, traffic.promptKb - 1) * slopes.promptKbMicros
  const redis = traffic.hasRedis && traffic.hasLimits ? slopes.redisCallMicros : 0
  return costOf(own.gateway, batches) + traffic.streamShare * stream + prompt + redis
}

/** With the checkpoints of the calls that are streams. */
function databaseCostOf(traffic: Traffic, slopes: Slopes): Cost {
  const { database, checkpointMicros } = slopes.engines[traffic.engine]
  const checkpoints = traffic.streamShare * checkpointsOf(traffic, slopes)
  return { ...database, perCall: database.perCall + checkpoints * checkpointMicros }
}

/** The calls of a batch with the most operations: of each call its end, its checkpoints and the hold that they need. */
function fullBatchOf(traffic: Traffic, slopes: Slopes): number {
  const checkpoints = checkpointsOf(traffic, slopes)
  const operations = 1 + traffic.streamShare * (checkpoints === 0 ? 0 : checkpoints + 1)
  return slopes.batchOperationsMax / operations
}

/** How many of `all` are met at least once in `tries`. */
export const distinctOf = (all: number, tries: number): number =>
  all <= 0 ? 0 : all * (1 - (1 - 1 / Math.max(all, 1)) ** tries)

/**
 * Rows that are inserted, changed or deleted. A call inserts a row of the log and one of the ledger; a batch adds up
 * what it changes of an account (the user, the token, their hour, on a server the user's lease), of a channel, and its
 * own number. A stream with checkpoints has a row of its own, which each of them changes.
 */
function rowsPerSecondOf(traffic: Traffic, slopes: Slopes, batches: Batches): number {
  const { callsPerSecond, accounts, channels, engine, price, streamShare } = traffic
  const inserted = callsPerSecond * (price > 0 ? 2 : 1)
  const ofAccount = engine === 'sqlite' ? 3 : 4
  const changed = distinctOf(accounts, batches.calls) * ofAccount + distinctOf(channels, batches.calls) + 1
  const checkpoints = checkpointsOf(traffic, slopes)
  const ofStream = checkpoints === 0 ? 0 : checkpoints + 2
  return inserted + batches.perSecond * changed + callsPerSecond * streamShare * ofStream
}

/** The number of processes that keeps each below `loadMax` and the bound on open calls. */
function findProcesses(traffic: Traffic, slopes: Slopes, openCalls: number): number {
  if (traffic.engine === 'sqlite') return 1
  const { mainShare } = slopes.engines[traffic.engine]
  for (let processes = 1; ; processes += Math.max(1, Math.floor(processes / 50))) {
    const batches = predictBatches(traffic, slopes, processes)
    const main = gatewayMicrosOf(traffic, slopes, batches) * mainShare
    const load = (traffic.callsPerSecond * main) / 1e6 / processes
    if (load <= loadMax && openCalls / processes <= slopes.openCallsMax) return processes
  }
}

interface Found {
  processes: number
  openCalls: number
  gatewayMicros: number
  databaseMicros: number
  connections: number
}

/** Every part, with the calls a second at which it is full; those that are full first come first. */
function findParts(traffic: Traffic, slopes: Slopes, found: Found): Part[] {
  const { callsPerSecond: calls, engine } = traffic
  const { processes, openCalls, gatewayMicros, databaseMicros, connections } = found
  const own = slopes.engines[engine]
  const isAlone = engine === 'sqlite'
  const part = (name: string, load: number, growsWithProcesses = false): Part => ({
    name,
    load,
    callsAtFull: load === 0 ? Number.POSITIVE_INFINITY : calls / load,
    growsWithProcesses,
  })
  const perProcess = calls / processes
  const parts = [
    part('main thread of a process', (perProcess * gatewayMicros * own.mainShare) / 1e6, !isAlone),
    part('open calls of a process', openCalls / processes / slopes.openCallsMax, !isAlone),
    ...(isAlone
      ? [part('thread that writes the ledger', (calls * databaseMicros) / 1e6)]
      : [
          part('processors of the database', (calls * databaseMicros) / 1e6 / traffic.databaseCores),
          part('rows that all nodes change, in turn', calls / turnsMax(traffic, slopes)),
          part('connections of the database', connections / traffic.databaseConnections),
        ]),
    ...(traffic.hasRedis && traffic.hasLimits ? [part('Redis', (calls * slopes.redisServerMicros) / 1e6)] : []),
  ]
  return parts.toSorted((a, b) => a.callsAtFull - b.callsAtFull)
}

/** The calls a second of full batches that wait for each other. */
function turnsMax(traffic: Traffic, slopes: Slopes): number {
  const calls = fullBatchOf(traffic, slopes)
  return (calls * 1_000) / batchMsOf(calls, traffic.commitMs, databaseCostOf(traffic, slopes))
}
