import type { Slopes } from './fleet-model.ts'

/**
 * The constants of `fleet-model.ts`. Times are processor time. Measured on 30 November 2026 on two processors with
 * other work, so they are rather too high: a quiet machine took half of it. Those of another machine are printed by
 * `npm run bench -- fleet-slopes`.
 */
export const slopes: Slopes = {
  engines: {
    sqlite: {
      // `fleet-slopes`: 227 and 209 µs at 16 and 96 connections. Batches are not counted.
      gateway: { perCall: 215, perBatch: 0 },
      // The thread `main` beside all others; 57 and 66 %.
      mainShare: 0.6,
      // Streams of 10 frames less their frames and a plain call: 658 µs here, 80 to 806 µs on servers.
      streamMicros: 650,
      // The thread that writes: 54 and 29 µs.
      database: { perCall: 40, perBatch: 0 },
      // Streams of ten frames, one a second, less those of half a second.
      checkpointMicros: 45,
      // Growth of the tables with their indices, by row. That of the log includes the sums of hours.
      usageRowBytes: 730,
      entryRowBytes: 140,
    },
    postgres: {
      // `fleet-slopes --database postgres`: 287 and 377 µs at 7 calls a batch, 175 and 180 µs at 43 and 35.
      gateway: { perCall: 140, perBatch: 1_300 },
      mainShare: 0.75,
      streamMicros: 650,
      // 139 and 173 µs at 7 calls a batch, 48 and 50 µs at 43 and 35.
      database: { perCall: 25, perBatch: 950 },
      checkpointMicros: 85,
      usageRowBytes: 817,
      entryRowBytes: 260,
    },
    mariadb: {
      // `fleet-slopes --database mysql`: 307 µs at 8 calls a batch, 179 µs at 47.
      gateway: { perCall: 150, perBatch: 1_270 },
      mainShare: 0.74,
      streamMicros: 650,
      // 162 µs at 8 calls a batch, 62 µs at 47.
      database: { perCall: 40, perBatch: 1_000 },
      checkpointMicros: 136,
      usageRowBytes: 819,
      entryRowBytes: 239,
    },
  },
  // 14 µs where many come at once, 31 to 75 µs where each comes alone (`fleet-slopes`).
  chunkMicros: 31,
  // Calls of 64 kB beside those of 1 kB: 6.2 to 7.0 µs.
  promptKbMicros: 6.7,
  // A limit of the token: one script for each call (`fleet-slopes`), 14 and 42 µs at the gateway. Redis takes 100 µs
  // where calls are few.
  redisCallMicros: 25,
  redisServerMicros: 45,
  // `npm run bench -- memory`: 139 MB at rest, 89 kB for each of the second thousand of streams.
  restMb: 139,
  openCallKb: 89,
  // `batchGapMs` of `ledger/queued-ledger.ts` and `operationsMax` of `ledger/batch-queue.ts`.
  batchGapMs: 4,
  batchOperationsMax: 500,
  // `checkpointMs` and `checkpointTokens` of `relay/answer/respond-stream.ts`.
  checkpointMs: 950,
  checkpointTokens: 240,
  // `MAX_INFLIGHT`; `DB_POOL_MAX` and two for the ledger.
  openCallsMax: 2_000,
  connectionsPerProcess: 22,
}
