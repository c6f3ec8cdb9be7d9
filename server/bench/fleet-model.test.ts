import { expect, test } from 'bun:test'
import { parseTraffic } from './fleet-bench.ts'
import { costOfTwo, describePrediction } from './fleet-lines.ts'
import { checkpointsOf, distinctOf, predictFleet, type Slopes, scaleSlopes, type Traffic } from './fleet-model.ts'

const engine = {
  gateway: { perCall: 100, perBatch: 1_000 },
  mainShare: 0.5,
  streamMicros: 200,
  database: { perCall: 40, perBatch: 800 },
  checkpointMicros: 10,
  usageRowBytes: 600,
  entryRowBytes: 400,
}
/** Figures that are easy to work with by hand. */
const slopes: Slopes = {
  engines: { sqlite: { ...engine, gateway: { perCall: 200, perBatch: 0 } }, postgres: engine, mariadb: engine },
  chunkMicros: 10,
  promptKbMicros: 5,
  redisCallMicros: 20,
  redisServerMicros: 10,
  restMb: 100,
  openCallKb: 64,
  batchGapMs: 4,
  batchOperationsMax: 500,
  checkpointMs: 1_000,
  checkpointTokens: 240,
  openCallsMax: 2_000,
  connectionsPerProcess: 22,
}
const traffic: Traffic = {
  engine: 'postgres',
  hasRedis: true,
  callsPerSecond: 1_000,
  streamShare: 0.5,
  chunks: 100,
  streamSeconds: 10,
  plainSeconds: 2,
  promptKb: 11,
  accounts: 1_000,
  channels: 10,
  hasLimits: true,
  logDays: 10,
  price: 0.01,
  holdFactor: 4,
  databaseCores: 4,
  databaseConnections: 2_200,
  commitMs: 1,
  processes: 4,
}
const predict = (more: Partial<Traffic> = {}, own = slopes) => predictFleet({ ...traffic, ...more }, own)

test('a call costs its part of the batch, of the stream, of the prompt and of the limits', () => {
  // 250 calls/s of a process, a batch each 4 ms: 2 calls in each, by 1 + 250 × 0.004.
  const { gateway, database } = predict()
  expect(database.transactionsPerSecond).toBeCloseTo(500, 0)
  expect(gateway.microsPerCall).toBeCloseTo(100 + 1_000 / 2 + 0.5 * (200 + 100 * 10) + 10 * 5 + 20, 0)
  expect(gateway.cores).toBeCloseTo(1.27, 2)
  // Half of the calls are streams of ten checkpoints.
  expect(database.microsPerCall).toBeCloseTo(40 + 800 / 2 + 0.5 * 10 * 10, 0)
})

test('a batch holds more calls the more arrive, until it is full, and lasts as long as the database needs', () => {
  const batchOf = (callsPerSecond: number, plainSeconds = 2) =>
    predict({ engine: 'sqlite', processes: 1, streamShare: 0, callsPerSecond, plainSeconds }).database.callsPerBatch
  expect(batchOf(1)).toBeCloseTo(1, 1)
  expect(batchOf(1_000)).toBeCloseTo(5, 1)
  // 1 ms of waiting and 0.8 ms of work, and 0.04 ms a call: k = 1 + rate × (1.8 + 0.04 k) / 1000, rate = 20 a ms.
  expect(batchOf(20_000)).toBeCloseTo((1 + 20 * 1.8) / (1 - 20 * 0.04), 0)
  expect(batchOf(100_000)).toBeCloseTo(500, 0)
  // No more calls are open than 20 a ms for 0.8 ms.
  expect(batchOf(20_000, 0.000_8)).toBeCloseTo(16, 1)
})

test('batches of processes that wait for each other become larger, and a process writes less often', () => {
  // 10 000 calls in batches of k take 10 000 / k × (1.8 + 0.04 k) ms: a second at 10 × 1.8 / (1 − 10 × 0.04).
  const { database } = predict({ streamShare: 0, callsPerSecond: 10_000, processes: 20 })
  expect(database.callsPerBatch).toBeCloseTo(30, 6)
  expect(database.batchEveryMs).toBeCloseTo(60, 6)
  expect(database.transactionsPerSecond).toBeCloseTo(1_000 / 3, 6)
  expect(predict({ streamShare: 0, callsPerSecond: 30_000 }).database.callsPerBatch).toBe(500)
  // Of a stream a batch also has ten checkpoints and a hold.
  expect(predict({ streamShare: 1, callsPerSecond: 30_000 }).database.callsPerBatch).toBeCloseTo(500 / 12, 6)
})

test('rows are counted by call, by account and channel of a batch, and by checkpoint', () => {
  const rowsOf = (more: Partial<Traffic>) => predict({ streamShare: 0, ...more }).database.rowsPerSecond
  // One account and one channel: 2 rows a call, and 4 + 1 + 1 a batch of two calls.
  const one = { accounts: 1, channels: 1 }
  expect(rowsOf(one)).toBeCloseTo(1_000 * 2 + 500 * 6, -1)
  expect(rowsOf({ ...one, price: 0 })).toBeCloseTo(1_000 + 500 * 6, -1)
  // A stream has a row with ten checkpoints, which is inserted and deleted. Its batches are larger.
  const streamed = predict({ ...one, streamShare: 1 }).database.callsPerBatch
  expect(rowsOf({ ...one, streamShare: 1 })).toBeCloseTo(1_000 * (2 + 12 + 6 / streamed), -1)
  expect(distinctOf(1, 5)).toBe(1)
  expect(distinctOf(1_000_000, 5)).toBeCloseTo(5, 3)
  expect(distinctOf(2, 2)).toBe(1.5)
  expect(checkpointsOf({ chunks: 1_000, streamSeconds: 2 }, slopes)).toBe(4)
  expect(checkpointsOf({ chunks: 100, streamSeconds: 0.5 }, slopes)).toBe(0)
})

test('open calls, memory, log and money follow from the rates', () => {
  const { gateway, log, money } = predict()
  expect(gateway.openCalls).toBe(1_000 * (0.5 * 10 + 0.5 * 2))
  expect(gateway.memoryMb).toBe(4 * 100 + (6_000 * 64) / 1_024)
  expect(log).toEqual({ rowsPerDay: 86_400_000, bytesPerDay: 86_400_000_000, keptBytes: 864_000_000_000 })
  expect(money.settledPerDay).toBeCloseTo(864_000, 3)
  expect(money.heldPerDay).toBeCloseTo(4 * 864_000, 3)
  expect(money.heldAtOnce).toBeCloseTo(6_000 * 0.04, 3)
})

test('as many processes are found as keep each below 60 % and the bound on open calls', () => {
  const found = predict({ processes: null })
  const main = (processes: number) => {
    const { gateway } = predict({ processes })
    return (gateway.cores * 0.5) / processes
  }
  // 6 000 open calls need three processes; the load alone would not.
  expect(found.gateway.processes).toBe(3)
  const loaded = predict({ processes: null, streamSeconds: 1, callsPerSecond: 5_000 }).gateway.processes
  expect(loaded).toBeGreaterThan(3)
  expect(main(3)).toBeLessThan(0.6)
  expect(predict({ engine: 'sqlite', processes: null }).gateway.processes).toBe(1)
})

test('the bottleneck is the part that is full first and that further processes do not relieve', () => {
  // Of each call the end, and of each second one ten checkpoints and a hold: 6.5 operations, and 90 µs of the database.
  // A full batch has 76.9 calls, and takes 1.8 ms and 6.92 ms.
  const turns = 'rows that all nodes change, in turn'
  expect(predict({ databaseCores: 64 }).bottleneck.name).toBe(turns)
  expect(predict({ databaseCores: 64 }).bottleneck.callsAtFull).toBeCloseTo(76.92 / (0.0018 + 0.006923), -1)
  const plain = predict({ streamShare: 0 })
  expect(plain.parts.find(({ name }) => name === turns)?.callsAtFull).toBeCloseTo(500 / 0.0218, 0)
  // Four processors at 490 µs a call.
  expect(predict().bottleneck.name).toBe('processors of the database')
  expect(predict().bottleneck.callsAtFull).toBeCloseTo(4 / 490e-6, -2)
  expect(predict({ databaseConnections: 220 }).bottleneck.name).toBe('connections of the database')
  expect(predict({ engine: 'sqlite' }).bottleneck.name).toBe('open calls of a process')
  expect(predict({ engine: 'sqlite', streamShare: 0 }).bottleneck.name).toBe('thread that writes the ledger')
})

test('without limits or without Redis no call asks it', () => {
  expect(predict().redis).toEqual({ operationsPerSecond: 1_000, cores: 0.01 })
  expect(predict({ hasLimits: false }).redis.operationsPerSecond).toBe(0)
  expect(predict({ hasRedis: false }).redis.operationsPerSecond).toBe(0)
})

test('a slower machine takes more time for the same rows', () => {
  // 4 calls are open, one at each process: a batch has one call, at any speed.
  const few = { streamShare: 0, plainSeconds: 0.004 }
  const [own, slower] = [predict(few), predict(few, scaleSlopes(slopes, 2))]
  expect(slower.gateway.cores).toBeCloseTo(2 * own.gateway.cores, 6)
  expect(slower.database.cores).toBeCloseTo(2 * own.database.cores, 6)
  expect(slower.redis.cores).toBeCloseTo(2 * own.redis.cores, 6)
  expect(slower.log).toEqual(own.log)
})

test('two loads give what a call and what a batch costs', () => {
  const of = (callsPerBatch: number) => ({ micros: 40 + 800 / callsPerBatch, callsPerBatch })
  const cost = costOfTwo(of(8), of(40))
  expect(cost.perCall).toBeCloseTo(40, 6)
  expect(cost.perBatch).toBeCloseTo(800, 6)
  expect(costOfTwo({ micros: 50, callsPerBatch: null }, of(8))).toEqual({ perCall: 50, perBatch: 0 })
})

test('options become traffic, and what cannot be is refused', () => {
  expect(parseTraffic({ calls: '10000', streams: '0.9', engine: 'mariadb' })).toMatchObject({
    callsPerSecond: 10_000,
    streamShare: 0.9,
    engine: 'mariadb',
    processes: null,
  })
  expect(parseTraffic({ engine: 'sqlite' })).toMatchObject({ processes: 1, hasRedis: false })
  for (const wrong of [{ streams: '1.5' }, { calls: '-1' }, { engine: 'oracle' }, { accounts: '0.5' }])
    expect(() => parseTraffic(wrong)).toThrow()
  expect(describePrediction(traffic, predict()).at(-1)).toContain('processors of the database')
})
