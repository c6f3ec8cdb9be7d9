import { z } from 'zod'
import type { DatabaseServer } from './databases.ts'
import { describeComparison, describePrediction, describeSlopes, type MeasuredSlopes } from './fleet-lines.ts'
import { type FleetFigures, startMeasuredFleet } from './fleet-measure.ts'
import { fleetEngines, predictFleet, scaleSlopes, type Traffic } from './fleet-model.ts'
import { slopes } from './fleet-slopes.ts'
import { agentCall } from './large.ts'
import type { Running } from './processes.ts'
import { plainModel, startUpstreams } from './subjects.ts'

/** The options of `fleet-model`, for `parseArgs`. */
export const fleetOptions = {
  engine: { type: 'string' },
  calls: { type: 'string' },
  streams: { type: 'string' },
  chunks: { type: 'string' },
  'stream-seconds': { type: 'string' },
  'plain-seconds': { type: 'string' },
  'prompt-kb': { type: 'string' },
  accounts: { type: 'string' },
  channels: { type: 'string' },
  days: { type: 'string' },
  price: { type: 'string' },
  'hold-factor': { type: 'string' },
  'database-cores': { type: 'string' },
  'database-connections': { type: 'string' },
  'commit-ms': { type: 'string' },
  processes: { type: 'string' },
  'no-redis': { type: 'boolean' },
  'no-limits': { type: 'boolean' },
  check: { type: 'string' },
} as const

const amount = (byDefault: number) => z.coerce.number().nonnegative().default(byDefault)
const count = (byDefault: number) => z.coerce.number().int().positive().default(byDefault)

const fleetValues = z.object({
  engine: z.enum(fleetEngines).default('postgres'),
  calls: z.coerce.number().positive().default(1_000),
  streams: amount(0.7).refine((share) => share <= 1, 'the part of streams is from 0 to 1'),
  chunks: amount(200),
  'stream-seconds': amount(8),
  'plain-seconds': amount(4),
  'prompt-kb': amount(8),
  accounts: count(10_000),
  channels: count(20),
  days: amount(90),
  price: amount(0.002),
  'hold-factor': amount(4),
  'database-cores': count(8),
  'database-connections': count(300),
  'commit-ms': amount(2),
  processes: z.coerce.number().int().positive().optional(),
  'no-redis': z.boolean().default(false),
  'no-limits': z.boolean().default(false),
  check: z.string().optional(),
})

/** Throws if a value cannot be used. */
export function parseTraffic(values: unknown): Traffic {
  const given = fleetValues.parse(values)
  return {
    engine: given.engine,
    hasRedis: !given['no-redis'] && given.engine !== 'sqlite',
    hasLimits: !given['no-limits'],
    callsPerSecond: given.calls,
    streamShare: given.streams,
    chunks: given.chunks,
    streamSeconds: given['stream-seconds'],
    plainSeconds: given['plain-seconds'],
    promptKb: given['prompt-kb'],
    accounts: given.accounts,
    channels: given.channels,
    logDays: given.days,
    price: given.price,
    holdFactor: given['hold-factor'],
    databaseCores: given['database-cores'],
    databaseConnections: given['database-connections'],
    commitMs: given['commit-ms'],
    processes: given.engine === 'sqlite' ? 1 : (given.processes ?? null),
  }
}

/** Prints what a fleet needs; with `--check 1,2,3` also what as many processes take, beside the prediction. */
export async function benchFleetModel(values: { check?: string }, database: DatabaseServer | null): Promise<void> {
  const traffic = parseTraffic(values)
  for (const line of describePrediction(traffic, predictFleet(traffic, slopes))) console.log(line)
  if (values.check === undefined) return
  if (!database) throw new Error('--check needs --database postgres or mysql, on which several processes run')
  const counts = values.check.split(',').map((text) => count(1).parse(text))
  await withUpstreams((urls) => checkModel(counts, database, urls))
}

interface Urls {
  plainUrl: string
  streamUrl: string
}

async function withUpstreams(use: (urls: Urls) => Promise<void>): Promise<void> {
  const running: Pick<Running, 'stop'>[] = []
  try {
    const { plain, stream } = await startUpstreams(running)
    await use({ plainUrl: plain.url, streamUrl: stream.url })
  } finally {
    for (const one of running.toReversed()) await one.stop()
  }
}

/** Of each process: a load that a machine of two processors carries three times. */
const checkedLoad = { connections: 16, pauseMs: 60 }
const warmUpSeconds = 20
const measuredSeconds = 10

/** The first number of processes sets the speed of this machine; the others are predicted with it. */
async function checkModel(counts: readonly number[], database: DatabaseServer, urls: Urls): Promise<void> {
  let speed: number | null = null
  for (const processes of counts) {
    const fleet = await startMeasuredFleet({ database, processes, hasLimits: true, ...urls })
    try {
      // As many calls for each process, until its code is compiled.
      await fleet.measurePlain({ seconds: warmUpSeconds * processes, connections: 16 })
      const measured = await fleet.measurePlain({ seconds: 2 * measuredSeconds, ...checkedLoad })
      const traffic = trafficOf(measured, processes, database)
      speed ??= measured.gatewayMicros / predictFleet(traffic, slopes).gateway.microsPerCall
      const predicted = predictFleet(traffic, scaleSlopes(slopes, speed))
      for (const line of describeComparison({ processes, speed, predicted, measured })) console.log(line)
    } finally {
      await fleet.stop()
    }
  }
}

/** The traffic of the check: plain calls over one channel, of one account for each process. */
function trafficOf({ callsPerSecond, p50 }: FleetFigures, processes: number, { engine }: DatabaseServer): Traffic {
  return {
    ...parseTraffic({ engine: engine === 'PostgreSQL' ? 'postgres' : 'mariadb', calls: callsPerSecond }),
    streamShare: 0,
    plainSeconds: p50 / 1_000,
    promptKb: 1,
    accounts: processes,
    channels: 1,
    // The server of the bench does not wait for its disk.
    commitMs: 0.5,
    processes,
  }
}

/** Prints what `fleet-slopes.ts` has, as this machine measures it for one engine. */
export async function benchFleetSlopes(database: DatabaseServer | null): Promise<void> {
  await withUpstreams(async (urls) => {
    const found: MeasuredSlopes = { engine: database?.engine ?? 'SQLite', ...(await measureSlopes(database, urls)) }
    for (const line of describeSlopes(found)) console.log(line)
  })
}

/** Streams at the pace of a model, long and short ones, and some with little more than checkpoints. */
const longStreams = { streams: 400, frames: 110, gapMs: 40 }
const shortStreams = { streams: 400, frames: 10, gapMs: 40 }
const checkpoints = 10
const slowStreams = { streams: 500, frames: checkpoints, gapMs: 1_000 }
const promptKb = 64

async function measureSlopes(database: DatabaseServer | null, urls: Urls): Promise<Omit<MeasuredSlopes, 'engine'>> {
  const fleet = await startMeasuredFleet({ database, processes: 1, hasLimits: false, ...urls })
  try {
    await fleet.measurePlain({ seconds: warmUpSeconds, connections: 16 })
    const few = await fleet.measurePlain({ seconds: measuredSeconds, connections: 16 })
    const many = await fleet.measurePlain({ seconds: measuredSeconds, connections: 96 })
    const body = agentCall(plainModel, promptKb)
    await fleet.measurePlain({ seconds: 5, connections: 16, body })
    const large = await fleet.measurePlain({ seconds: measuredSeconds, connections: 16, body })
    await fleet.measureStreams(longStreams)
    const long = await fleet.measureStreams(longStreams)
    await fleet.measureStreams(shortStreams)
    const short = await fleet.measureStreams(shortStreams)
    const slow = await fleet.measureStreams(slowStreams)
    const chunkMicros = (long.gatewayMicros - short.gatewayMicros) / (longStreams.frames - shortStreams.frames)
    return {
      few,
      many,
      limited: database && (await measureLimited(database, urls)),
      chunkMicros,
      promptKbMicros: (large.gatewayMicros - few.gatewayMicros) / (promptKb - 1),
      streamMicros: short.gatewayMicros - shortStreams.frames * chunkMicros - few.gatewayMicros,
      checkpointMicros: (slow.databaseMicros - short.databaseMicros) / checkpoints,
    }
  } finally {
    await fleet.stop()
  }
}

/** Plain calls of a token with a limit that nodes count in Redis. */
async function measureLimited(database: DatabaseServer, urls: Urls): Promise<FleetFigures> {
  const fleet = await startMeasuredFleet({ database, processes: 1, hasLimits: true, ...urls })
  try {
    await fleet.measurePlain({ seconds: warmUpSeconds, connections: 16 })
    return await fleet.measurePlain({ seconds: measuredSeconds, connections: 16 })
  } finally {
    await fleet.stop()
  }
}
