import type { Kysely } from 'kysely'
import { GatewayError } from '../core/errors.ts'
import { describeError, type Log } from '../platform/log.ts'
import { beginTry, deleteNotice, insertNotice, listDueNotices, type NoticeRow } from '../store/notices.ts'
import type { Database } from '../store/schema.ts'
import { type DeliveryDependencies, deliverNotice } from './deliver-notice.ts'
import type { Notice } from './notice.ts'

/** Queued notices: kept until they are delivered or given up, over restarts and by any node. */
export interface Notices {
  /** Queues the notice; with `db` inside that transaction, after which the caller calls `deliverSoon`. */
  add(userId: number, notice: Notice, db?: Kysely<Database>): Promise<void>
  /** Starts delivering due notices in the background. */
  deliverSoon(): void
  /** Delivers due notices. Does not throw when one fails. */
  deliverDue(signal?: AbortSignal): Promise<void>
  /** Resolves when no delivery is in progress. */
  idle(): Promise<void>
}

/** After each failure but the last. */
const backoffMs = [30_000, 120_000, 600_000]
const atOnce = 8

export function createNotices(deps: DeliveryDependencies & { log: Log }): Notices {
  const { db, clock, log } = deps
  let underWay: Promise<void> | null = null

  async function deliverAll(signal?: AbortSignal): Promise<void> {
    for (;;) {
      const due = await listDueNotices(db, clock.now(), atOnce)
      if (due.length === 0 || signal?.aborted) return
      await Promise.all(due.map(deliverOne))
    }
  }

  async function deliverOne(row: NoticeRow): Promise<void> {
    const wait = backoffMs[row.tries]
    // The last try keeps the row in case this process dies during it.
    if (!(await beginTry(db, row, clock.now() + (wait ?? 60_000)))) return
    try {
      if (row.tries <= backoffMs.length) await deliverNotice(deps, row.user_id, parseNotice(row))
    } catch (error) {
      const isLast = wait === undefined || !mayRetry(error)
      const facts = { userId: row.user_id, type: row.type, tries: row.tries + 1, error: describeError(error) }
      if (isNowhere(error)) log.debug(facts, 'a notice has nowhere to go')
      else log.warn(facts, isLast ? 'a notice was given up' : 'a notice was not taken; it is tried again')
      if (!isLast) return
    }
    await deleteNotice(db, row.id)
  }

  return {
    async add(userId, notice, within = db) {
      const now = clock.now()
      await insertNotice(within, {
        user_id: userId,
        type: notice.type,
        title: notice.title,
        content: notice.content,
        value_list: JSON.stringify(notice.values),
        tries: 0,
        due_at: now,
        created_at: now,
      })
    },
    deliverSoon() {
      const after = underWay ?? Promise.resolve()
      const run = after
        .then(() => deliverAll())
        .catch((error) => log.warn({ error: describeError(error) }, 'notices could not be delivered'))
        .finally(() => {
          if (underWay === run) underWay = null
        })
      underWay = run
    },
    deliverDue: deliverAll,
    async idle() {
      while (underWay) await underWay
    },
  }
}

const parseNotice = ({ type, title, content, value_list: values }: NoticeRow): Notice => ({
  ...{ type, title, content },
  values: JSON.parse(values) as string[],
})

const isNowhere = (error: unknown): boolean =>
  error instanceof GatewayError && ['notification_nowhere', 'mail_not_configured'].includes(error.code)

const mayRetry = (error: unknown): boolean => !isNowhere(error)
