import type { Kysely } from 'kysely'
import { GatewayError } from '../core/errors.ts'
import { parseStored } from '../core/json/parse-stored.ts'
import { describeError } from '../platform/log.ts'
import type { Services } from '../services.ts'
import { insertNotices } from '../store/account-messages.ts'
import { beginTry, endNotice, insertNotice, listDueNotices, type NoticeRow } from '../store/notices.ts'
import type { Database } from '../store/schema.ts'
import { type DeliveryDependencies, deliverNotice } from './deliver-notice.ts'
import type { Notice } from './notice.ts'

/** Queue of notices in the database. Any node delivers them; after the last failed attempt they are deleted. */
export interface Notices {
  /** Queues the notice. With `db`, inside that transaction; the caller calls `deliverSoon` after it. */
  add(userId: number, notice: Notice, db?: Kysely<Database>): Promise<void>
  /**
   * Queues the notice of an administrator's message, the same for all accounts, some a second. Inside the transaction
   * `db`; the caller calls `deliverSoon` after it.
   */
  addMessage(db: Kysely<Database>, messageId: number, userIds: readonly number[], notice: Notice): Promise<void>
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
/** So that other notices are not held up, and the mail server does not refuse a burst. */
const messagesPerSecond = 4

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
    const isTried = row.tries <= backoffMs.length
    let isSent = isTried
    try {
      if (isTried) await deliverNotice(deps, row.user_id, parseNotice(row))
    } catch (error) {
      isSent = false
      const isLast = wait === undefined || !mayRetry(error)
      const facts = { userId: row.user_id, type: row.type, tries: row.tries + 1, error: describeError(error) }
      if (isNowhere(error)) log.debug(facts, 'a notice has no destination')
      else log.warn(facts, isLast ? 'a notice failed and was discarded' : 'a notice failed and will be retried')
      if (!isLast) return
    }
    await endNotice(db, row, { count: isSent ? 'sent' : 'failed', now: clock.now() })
  }

  return {
    async add(userId, notice, within = db) {
      await insertNotice(within, buildRow(userId, notice, clock.now()))
    },
    async addMessage(within, messageId, userIds, notice) {
      const now = clock.now()
      const rows = userIds.map((userId, index) => ({
        ...buildRow(userId, notice, now),
        message_id: messageId,
        due_at: now + Math.floor(index / messagesPerSecond) * 1_000,
      }))
      await insertNotices(within, rows)
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

const buildRow = (userId: number, { type, title, content, values }: Notice, now: number) => ({
  user_id: userId,
  type,
  title,
  content,
  value_list: JSON.stringify(values),
  tries: 0,
  due_at: now,
  created_at: now,
})

const parseNotice = ({ type, title, content, value_list: values }: NoticeRow): Notice => ({
  type,
  title,
  content,
  values: parseStored<string[]>(values),
})

const isNowhere = (error: unknown): boolean =>
  error instanceof GatewayError && ['notification_nowhere', 'mail_not_configured'].includes(error.code)

const mayRetry = (error: unknown): boolean => !isNowhere(error)
