import type { Logger } from 'pino'
import type { Clock } from '../platform/clock.ts'
import { describeError } from '../platform/log.ts'
import { isNoRoom } from '../platform/no-room.ts'
import type { Store } from '../store/open-database.ts'
import { BatchRefused } from './batch-queue.ts'
import { buryAllEpochs, buryDeadEpochs, closeEpoch, openEpoch } from './epochs.ts'
import type { Ledger, LedgerWatcher } from './ledger.ts'
import type { Operation } from './operations.ts'
import { recoverOrphans } from './recover.ts'
import { SharedLedger } from './shared-ledger.ts'
import { writeShared } from './shared-writer.ts'
import { SingleLedger } from './single-ledger.ts'
import { openSpillFile, type SpillFile } from './spill-file.ts'
import { createThreadWriter } from './thread-writer.ts'

export interface LedgerOptions {
  store: Store
  clock: Clock
  log: Pick<Logger, 'error' | 'warn' | 'info'>
  nodeName: string
  /** `full`: every batch is on the disk before it is acknowledged; `normal`: within a second. Credits always are. */
  sync: 'normal' | 'full'
  /** `single` is the only process on an embedded database; `shared` is one of several on a database server. */
  mode: 'single' | 'shared'
  /** Where settlements wait while the database is away. Absent: beside the embedded database, else only in memory. */
  spillPath?: string | null
  /** Whether rows of charged calls are kept, asked at each settlement. Absent: always. */
  keepsUsageRows?: () => boolean
  watcher?: LedgerWatcher
}

/** Ends what dead processes left open, then opens the ledger. Throws StoreError when the database is away. */
export async function createLedger(options: LedgerOptions): Promise<Ledger> {
  const { store, clock, log, nodeName, mode, watcher, keepsUsageRows = () => true } = options
  if ((mode === 'single') !== (store.engine === 'sqlite'))
    throw new Error('the embedded database takes one process, a database server several')
  const spill = await replaySpill(options)
  if (mode === 'single') await buryAllEpochs(store)
  else await buryDeadEpochs(store, 0)
  await recoverOrphans(store, clock.now(), { log, keepsRows: keepsUsageRows() })
  const epochId = await openEpoch(store, nodeName)
  const common = { store, clock, log, spill, keepsUsageRows, watcher }
  if (mode === 'shared') return new SharedLedger({ ...common, nodeName, epochId })
  const writer = await createThreadWriter({ sqlitePath: store.sqlitePath ?? '', epochId, sync: options.sync })
  const onClosed = (isAllEnded: boolean) => (isAllEnded ? closeEpoch(store, epochId) : Promise.resolve())
  return new SingleLedger({ ...common, writer, onClosed })
}

/** Holds replayed under it belong to nobody, and are ended by the recovery that follows. */
const noEpoch = 0

/** Does what an earlier process could not write any more, before its reservations are given back. */
async function replaySpill({ store, spillPath, log, mode }: LedgerOptions): Promise<SpillFile | null> {
  const path = spillPath === undefined ? (store.sqlitePath ? `${store.sqlitePath}.spill` : null) : spillPath
  if (path === null) return null
  const replayOne = (operation: Operation) =>
    writeShared(store, [operation], noEpoch).catch((error: unknown) => {
      if (!(error instanceof BatchRefused)) throw error
      log.error({ error, operation }, 'the ledger refused a waiting operation')
    })
  const opened = openWithRoom(path, mode, log)
  if (opened === null) return null
  const { file, left } = opened
  if (left.length > 0) {
    log.warn({ operations: left.length }, 'applying what waited for the database')
    for (const operation of left) await replayOne(operation)
    file.clear()
  }
  return file
}

/** Beside a database server the file is a second safety: a disk without room for it keeps no calls away. */
function openWithRoom(path: string, mode: LedgerOptions['mode'], log: LedgerOptions['log']) {
  try {
    return openSpillFile(path)
  } catch (error) {
    if (mode === 'single' || !isNoRoom(error)) throw error
    log.warn(
      { error: describeError(error), path },
      'no room for the spill file: endings wait in memory alone',
    )
    return null
  }
}
