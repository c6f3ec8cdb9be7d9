import type { FleetFigures } from './fleet-measure.ts'
import { loadMax, type Part, type Prediction, type Traffic } from './fleet-model.ts'

const whole = (value: number): string => Math.round(value).toLocaleString('en').replaceAll(',', ' ')
const short = (value: number): string => (value >= 100 ? whole(value) : value.toPrecision(3))
const gigabytes = (bytes: number): string => `${short(bytes / 1e9)} GB`

/** What a fleet needs, a line each. */
export function describePrediction(traffic: Traffic, { bottleneck, ...found }: Prediction): string[] {
  const { gateway, database, redis, log, money, parts } = found
  const { callsPerSecond, engine, streamShare, chunks, accounts, logDays } = traffic
  return [
    `\n${whole(callsPerSecond)} calls/s on ${engine}, ${short(streamShare * 100)} % streams of ${chunks} chunks, ${whole(accounts)} accounts`,
    `  gateway    ${gateway.processes} processes (each at most ${loadMax * 100} % busy), ${short(gateway.cores)} processors, ${whole(gateway.microsPerCall)} µs a call, ${whole(gateway.openCalls)} open calls, ${whole(gateway.memoryMb)} MB`,
    `  database   ${short(database.cores)} processors, ${whole(database.microsPerCall)} µs a call, ${whole(database.transactionsPerSecond)} transactions/s, ${whole(database.rowsPerSecond)} rows/s written, ${database.connections} connections`,
    `  ledger     ${short(database.callsPerBatch)} calls a batch, one every ${short(database.batchEveryMs)} ms at each process`,
    `  Redis      ${whole(redis.operationsPerSecond)} operations/s, ${short(redis.cores)} processors`,
    `  log        ${whole(log.rowsPerDay)} rows a day, ${gigabytes(log.bytesPerDay)} a day with the ledger, ${gigabytes(log.keptBytes)} after ${logDays} days`,
    `  money      ${short(money.settledPerDay)} settled a day, ${short(money.heldPerDay)} held a day, ${short(money.heldAtOnce)} held at once`,
    '  parts, the first to be full first:',
    ...parts.map((part) => `    ${describePart(part)}`),
    `  the bottleneck is: ${bottleneck.name}`,
  ]
}

function describePart({ name, load, callsAtFull, growsWithProcesses }: Part): string {
  const growth = growsWithProcesses ? '; further processes add more' : ''
  return `${name.padEnd(36)} ${short(load * 100)} % busy, full at ${whole(callsAtFull)} calls/s${growth}`
}

interface Comparison {
  processes: number
  /** Of this machine, as a multiple of the time that the slopes say. */
  speed: number
  predicted: Prediction
  measured: FleetFigures
}

export function describeComparison({ processes, speed, predicted, measured }: Comparison): string[] {
  const { gateway, database, redis, log } = predicted
  const calls = measured.callsPerSecond
  const rows: [name: string, predicted: number, measured: number | null][] = [
    ['gateway, µs a call', gateway.microsPerCall, measured.gatewayMicros],
    ['database, µs a call', database.microsPerCall, measured.databaseMicros],
    ['transactions a second', database.transactionsPerSecond, measured.transactionsPerSecond],
    ['rows written a second', database.rowsPerSecond, measured.rowsPerSecond],
    ['Redis operations a call', redis.operationsPerSecond / calls, measured.redisPerCall],
    ['Redis, µs a call', (redis.cores * 1e6) / calls, measured.redisMicros],
    ['log and ledger, bytes a call', log.bytesPerDay / log.rowsPerDay, measured.usageRowBytes + measured.entryRowBytes],
  ]
  return [
    `\n${processes} processes on one database, ${whole(measured.callsPerSecond)} calls/s; this machine takes ${speed.toFixed(2)} × the time of the slopes`,
    ...rows.map(([name, expected, found]) => {
      if (found === null) return `  ${name.padEnd(32)} predicted ${short(expected)}, not counted`
      const ratio = (found / expected).toFixed(2)
      return `  ${name.padEnd(32)} predicted ${short(expected)}, measured ${short(found)} (${ratio} ×)`
    }),
  ]
}

/** Of one engine and one process. */
export interface MeasuredSlopes {
  engine: string
  /** Plain calls over 16 and over 96 connections. */
  few: FleetFigures
  many: FleetFigures
  /** With limits that are counted in Redis; null = not measured. */
  limited: FleetFigures | null
  chunkMicros: number
  promptKbMicros: number
  streamMicros: number
  checkpointMicros: number
}

/**
 * What a call and what a batch costs, by two loads whose batches have different numbers of calls. Without a count of
 * batches all is taken for the call's.
 */
export function costOfTwo(
  few: { micros: number; callsPerBatch: number | null },
  many: { micros: number; callsPerBatch: number | null },
): { perCall: number; perBatch: number } {
  if (few.callsPerBatch === null || many.callsPerBatch === null) return { perCall: few.micros, perBatch: 0 }
  const perBatch = (few.micros - many.micros) / (1 / few.callsPerBatch - 1 / many.callsPerBatch)
  return { perCall: few.micros - perBatch / few.callsPerBatch, perBatch }
}

export function describeSlopes({ engine, few, many, limited, ...slopes }: MeasuredSlopes): string[] {
  const batchOf = ({ callsPerSecond, transactionsPerSecond: rate }: FleetFigures) =>
    rate === null ? null : callsPerSecond / rate
  const costBy = (read: (figures: FleetFigures) => number) =>
    costOfTwo({ micros: read(few), callsPerBatch: batchOf(few) }, { micros: read(many), callsPerBatch: batchOf(many) })
  const costLine = ({ perCall, perBatch }: { perCall: number; perBatch: number }) =>
    `${perCall.toFixed(1)} µs a call and ${perBatch.toFixed(1)} µs a batch`
  const load = (name: string, figures: FleetFigures) =>
    `  ${name}: ${whole(figures.callsPerSecond)} calls/s, gateway ${figures.gatewayMicros.toFixed(1)} µs (main thread ${(figures.mainShare * 100).toFixed(0)} %), database ${figures.databaseMicros.toFixed(1)} µs, ${batchOf(figures)?.toFixed(1) ?? 'unknown'} calls a batch, ${short((figures.rowsPerSecond ?? 0) / figures.callsPerSecond)} rows a call`
  return [
    `\nSlopes on ${engine}`,
    load('16 connections', few),
    load('96 connections', many),
    `  gateway: ${costLine(costBy(({ gatewayMicros }) => gatewayMicros))}`,
    `  database: ${costLine(costBy(({ databaseMicros }) => databaseMicros))}`,
    `  chunkMicros ${slopes.chunkMicros.toFixed(1)}, promptKbMicros ${slopes.promptKbMicros.toFixed(2)}, streamMicros ${slopes.streamMicros.toFixed(0)}, checkpointMicros ${slopes.checkpointMicros.toFixed(1)}`,
    ...(limited === null ? [] : [describeLimited(few, limited)]),
    `  usageRowBytes ${many.usageRowBytes.toFixed(0)}, entryRowBytes ${many.entryRowBytes.toFixed(0)}`,
  ]
}

function describeLimited(few: FleetFigures, limited: FleetFigures): string {
  const added = (limited.gatewayMicros - few.gatewayMicros).toFixed(1)
  const { redisMicros, redisPerCall } = limited
  return `  redisCallMicros ${added}, redisServerMicros ${redisMicros?.toFixed(1)}, ${redisPerCall?.toFixed(2)} operations a call`
}
