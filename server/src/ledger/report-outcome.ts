import type { Logger } from 'pino'
import type { Operation } from './operations.ts'
import type { QueuedOutcome } from './queued-batch.ts'

/**
 * Logs an operation whose hold has already ended: another process treated this one as ended, or the operation
 * was written twice.
 */
export function reportOutcome(
  log: Pick<Logger, 'error' | 'warn' | 'info'>,
  operation: Operation,
  outcome: QueuedOutcome,
): void {
  // The queue has logged it with its error.
  if (outcome.result === 'dropped') return
  const ref = 'ref' in operation ? operation.ref : undefined
  const userId = 'userId' in operation ? operation.userId : undefined
  const charge = 'charge' in operation ? operation.charge : undefined
  const facts = { ref, userId, charge, kind: operation.kind, ...outcome }
  if (operation.kind === 'checkpoint') log.warn(facts, texts.checkpoint)
  else if (operation.kind !== 'settle') log.warn(facts, texts.other)
  else if (outcome.result === 'lost') log.error(facts, texts.lost)
  else if (outcome.result === 'late') log.warn(facts, texts.late)
  else if (outcome.result === 'corrected') log.warn(facts, texts.corrected)
  else log.info(facts, texts.duplicate)
}

const texts = {
  checkpoint: 'the hold of a stream was settled by another node: the stream ends with reservation_lost',
  other: 'a call had been settled by another node; nothing was added',
  lost:
    'the charge of a call is lost: another node had settled it by its last checkpoint, or the balance no longer covers' +
    ' it. The answer was ended with reservation_lost. Look for the reason why the lease of this node expired',
  corrected:
    'a delivered answer was charged the rest of its price: another node had settled the call by its last checkpoint;' +
    ' nothing is lost',
  late: 'a call was charged after another node had given up its hold; nothing is lost',
  duplicate: 'the charge of a call had been taken before; nothing was added',
}
