import type { Kysely } from 'kysely'
import { GatewayError } from '../core/errors.ts'
import { parseStored } from '../core/json/parse-stored.ts'
import { describeError } from '../platform/log.ts'
import type { Services } from '../services.ts'
import { beginTry, deleteNotice, insertNotice, listDueNotices, type NoticeRow } from '../store/notices.ts'
import type { Database } from '../store/schema.ts'
import { type DeliveryDependencies, deliverNotice } from './deliver-notice.ts'
import type { Notice } from './notice.ts'

/** Queue of notices in the database. Any node delivers them; after the last failed attempt they are deleted. */
export interface Notices {
  /** Queues the notice. With `db`, inside that transaction; the caller calls `deliverSoon` after it. */
  add(userId: number, notice: Notice, db?: Kysely<Database>): Promise<void>
  /** Starts delivering due notices in the background. */
  deliverSoon(): void
  /** Delivers due notices. A failure is logged and does not reject. */
  deliverDue(signal?: AbortSignal): Promise<void>
  /** Resolves when no delivery is in progress. */
  idle(): Promise<void>
}

/** Wait after each failed attempt except the last. */
const backoffMs = [30_000, 120_000, 600_000]
const atOnce = 8

export function createNotices(deps: DeliveryDependencies & Services<'log'>): Notices {
  const { db, clock, log } = deps
  let running: Promise<void> | null = null

  async function deliverAll(signal?: AbortSignal): Promise<void> {
    for (;;) {
      const due = await listDueNotices(db, clock.now(), atOnce)
      if (due.length === 0 || signal?.aborted) return
      await Promise.all(due.map(deliverOne))
    }
  }

  async function deliverOne(row: NoticeRow): Promise<void> {
    const wait = backoffMs[row.tries]
    // During the last attempt the row is kept, in case the process ends.
    if (!(await beginTry(db, row, clock.now() + (wait ?? 60_000)))) return
    try {
      if (row.tries <= backoffMs.length) await deliverNotice(deps, row.user_id, parseNotice(row))
    } catch (error) {
      const isLast = wait === undefined || !mayRetry(error)
      const facts = { userId: row.user_id, type: row.type, tries: row.tries + 1, error: describeError(error) }
      if (isNowhere(error)) log.debug(facts, 'a notice has no destination')
      else log.warn(facts, isLast ? 'a notice failed and was discarded' : 'a notice failed and will be retried')
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
      const after = running ?? Promise.resolve()
      const run = after
        .then(() => deliverAll())
        .catch((error) => log.warn({ error: describeError(error) }, 'notices could not be delivered'))
        .finally(() => {
          if (running === run) running = null
        })
      running = run
    },
    deliverDue: deliverAll,
    async idle() {
      while (running) await running
    },
  }
}

const parseNotice = ({ type, title, content, value_list: values }: NoticeRow): Notice => ({
  type,
  title,
  content,
  values: parseStored<string[]>(values),
})

const isNowhere = (error: unknown): boolean =>
  error instanceof GatewayError && ['notification_nowhere', 'mail_not_configured'].includes(error.code)

const mayRetry = (error: unknown): boolean => !isNowhere(error)
