import type { Logger } from 'pino'
import type { Clock } from '../platform/clock.ts'
import { isDiskFull } from '../platform/disk-full.ts'
import { describeError } from '../platform/log.ts'
import { releaseDeadClaims } from '../store/claims.ts'
import type { Store } from '../store/open-database.ts'
import { BatchRefused } from './batch-queue.ts'
import { buildLoss } from './correct-charge.ts'
import { canLeaseBalances, closeEpoch, deleteAllEpochs, deleteExpiredEpochs, openEpoch } from './epochs.ts'
import type { LeasePolicy } from './lease-policy.ts'
import type { Ledger, LedgerWatcher } from './ledger.ts'
import { addWriter, removeWriter } from './ledger-writers.ts'
import { recoverOrphans, returnOrphanLeases } from './recover.ts'
import { SharedLedger } from './shared-ledger.ts'
import { writeShared } from './shared-writer.ts'
import { SingleLedger } from './single-ledger.ts'
import { openSpillFile, type SpilledOperation, type SpillFile } from './spill-file.ts'
import { createThreadWriter } from './thread-writer.ts'

export interface LedgerOptions {
  store: Store
  clock: Clock
  log: Pick<Logger, 'error' | 'warn' | 'info'>
  nodeName: string
  /** `full`: every batch is on disk before it is acknowledged; `normal`: within a second. Credits are always `full`. */
  sync: 'normal' | 'full'
  /**
   * `single` is the only process on an embedded database. `shared` is one of several processes on a database server.
   */
  mode: 'single' | 'shared'
  /**
   * The file where settlements wait while the database is unreachable. Absent: beside the embedded database, otherwise
   * only in memory.
   */
  spillPath?: string | null
  /** Whether rows of charged calls are kept. Read at each settlement. Absent: always. */
  keepsUsageRows?: () => boolean
  watcher?: LedgerWatcher
  /** Of a shared ledger. Absent: the default. */
  leasePolicy?: LeasePolicy
  /** Opens the writer of the embedded database. Absent: `createThreadWriter`. */
  createWriter?: typeof createThreadWriter
}

/**
 * Ends the reservations of dead processes, then opens the ledger. Throws StoreError when the database is unreachable.
 */
export async function createLedger(options: LedgerOptions): Promise<Ledger> {
  const { store, clock, log, nodeName, mode, watcher, keepsUsageRows = () => true } = options
  if ((mode === 'single') !== (store.engine === 'sqlite'))
    throw new Error('the embedded database takes one process, a database server several')
  const writerId = await addWriter(store, clock.now())
  const spill = await replaySpill(options, writerId)
  if (mode === 'single') await deleteAllEpochs(store)
  else await deleteExpiredEpochs(store, 0)
  await recoverOrphans(store, clock.now(), { log, keepsRows: keepsUsageRows() })
  if (mode === 'shared') await returnOrphanLeases(store)
  await releaseDeadClaims(store.db, clock.now())
  const epochId = await openEpoch(store, nodeName)
  const common = { store, clock, log, spill, keepsUsageRows, watcher }
  const { leasePolicy } = options
  const sharedOptions = {
    nodeName,
    epochId,
    writerId,
    canLease: await canLeaseBalances(store),
    ...(leasePolicy && { leasePolicy }),
  }
  if (mode === 'shared') return new SharedLedger({ ...common, ...sharedOptions })
  const { createWriter = createThreadWriter } = options
  const writer = await createWriter({
    sqlitePath: store.sqlitePath ?? '',
    epochId,
    writerId,
    sync: options.sync,
  })
  const onClosed = async ({ isAllEnded, isAllWritten }: { isAllEnded: boolean; isAllWritten: boolean }) => {
    if (isAllWritten) await removeWriter(store, writerId)
    if (isAllEnded) await closeEpoch(store, epochId)
  }
  return new SingleLedger({ ...common, epochId, writer, onClosed })
}

/** The epoch of replayed holds. No process owns it, so the recovery that follows ends them. */
const noEpoch = 0

/** Applies the spill file of an earlier process. Runs before the recovery, which ends the remaining reservations. */
async function replaySpill(
  { store, spillPath, log, mode, clock }: LedgerOptions,
  writerId: string,
): Promise<SpillFile | null> {
  const path = spillPath === undefined ? (store.sqlitePath ? `${store.sqlitePath}.spill` : null) : spillPath
  if (path === null) return null
  const replayOne = ({ writerId: id, ...operation }: SpilledOperation): Promise<unknown> =>
    writeShared(store, [operation], { epochId: noEpoch, writer: { id, now: clock.now() } }).catch((error: unknown) => {
      if (!(error instanceof BatchRefused)) throw error
      log.error(
        { error, operation },
        'the ledger refused an operation of the spill file, which is left out. Compare the account with ledger audit',
      )
      const loss = buildLoss(operation)
      return loss && writeShared(store, [loss], { epochId: noEpoch })
    })
  const opened = openIfSpace({ path, writerId }, mode, log)
  if (opened === null) return null
  const { file, left, broken } = opened
  if (broken)
    log.error(
      { path, ...broken },
      `lines ${broken.lines.join(', ')} of the spill file ${path} are damaged: the ends of the calls in them are not` +
        ` charged, and the start goes on without them. They are kept in ${broken.keptIn}. Check the disk, and compare` +
        ' the accounts with ledger audit',
    )
  if (left.length > 0) {
    log.warn(
      { operations: left.length, path },
      'an earlier process ended while the database was unreachable: its spill file is applied, each ending once',
    )
    // Whatever is in the file was acknowledged.
    for (const operation of left)
      await replayOne(operation.kind === 'settle' ? { ...operation, isAcknowledged: true } : operation)
    file.clear()
  }
  return file
}

/** With a database server the file is optional: without disk space calls are still admitted. */
function openIfSpace(
  { path, writerId }: { path: string; writerId: string },
  mode: LedgerOptions['mode'],
  log: LedgerOptions['log'],
) {
  try {
    return openSpillFile(path, writerId)
  } catch (error) {
    if (mode === 'single' || !isDiskFull(error)) throw error
    log.warn(
      { error: describeError(error), path },
      'no disk space for the spill file: while the database is unreachable, endings wait only in memory.' +
        ' Free space, and restart',
    )
    return null
  }
}
