import { dayMs } from '@sluice/contract/durations'
import { makeReason } from '@sluice/contract/error-reasons'
import { userStatus } from '@sluice/contract/roles'
import type {
  UserMessage,
  userBatchIds,
  userBatchMessage,
  userMessageAnswer,
  userMessagePreview,
} from '@sluice/contract/user-batch'
import type { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import { destinationOf } from '../../notify/deliver-notice.ts'
import { valuePlace } from '../../notify/notice.ts'
import { parseUserSetting } from '../../notify/user-setting.ts'
import {
  type AccountMessageRow,
  cancelMessage,
  countWaitingMessages,
  deleteMessagesBefore,
  findMessage,
  findMessageByName,
  insertMessage,
} from '../../store/account-messages.ts'
import { isUniqueViolation } from '../../store/dialects/errors.ts'
import { findUser } from '../../store/users.ts'
import type { AdminDependencies } from '../dependencies.ts'
import type { Audit } from '../record-audit.ts'
import { type BatchActor, forEachManaged } from './batch.ts'

type MessageDependencies = Pick<AdminDependencies, 'db' | 'clock' | 'mailer' | 'notices'>

/** Accounts to which messages wait for delivery: some ten minutes of sending. */
const waitingMax = 2_000
/** How far a message came is kept for this time. */
const keptMs = 30 * dayMs

/** The accounts that a message reaches, by the way that each has chosen, and the others with the reason. */
async function findReceivers({ db, mailer }: MessageDependencies, ids: readonly number[], actor: BatchActor) {
  const mail: number[] = []
  const webhook: number[] = []
  const { refused } = await forEachManaged({ db }, ids, actor, async (id) => {
    const user = await findUser(db, id)
    if (user?.status !== userStatus.enabled) throw new GatewayError('notification_nowhere')
    const setting = parseUserSetting(user.setting)
    destinationOf({ mailer }, setting, user.email)
    const ways = setting.notify_type === 'webhook' ? webhook : mail
    ways.push(id)
  })
  return { mail, webhook, refused }
}

export async function previewMessage(
  deps: MessageDependencies,
  { ids }: z.output<typeof userBatchIds>,
  actor: BatchActor,
): Promise<z.infer<typeof userMessagePreview>> {
  const { mail, webhook, refused } = await findReceivers(deps, ids, actor)
  return { mail: mail.length, webhook: webhook.length, has_mail_server: deps.mailer.isConfigured(), refused }
}

/**
 * Queues the message for each account that it reaches; any node delivers it. With a `batch` it is queued once, however
 * often it is requested. The text is kept until it is delivered, and is not in the audit trail. Throws
 * too_many_waiting_messages.
 */
export async function sendMessage(
  deps: MessageDependencies,
  { ids, title, content, batch }: z.output<typeof userBatchMessage>,
  actor: BatchActor,
): Promise<z.infer<typeof userMessageAnswer>> {
  const { db, clock, notices } = deps
  const name = `${actor.caller.id}:${batch ?? actor.requestId}`
  const { mail, webhook, refused } = await findReceivers(deps, ids, actor)
  const reached = [...mail, ...webhook]
  const answerOf = (row: AccountMessageRow | undefined) => ({
    done: row?.receivers ?? 0,
    refused,
    message: row ? buildMessage(row) : null,
  })
  const earlier = await findMessageByName(db, name)
  if (earlier || reached.length === 0) return answerOf(earlier)
  const waiting = await countWaitingMessages(db)
  if (waiting + reached.length > waitingMax)
    throw new GatewayError('too_many_waiting_messages', { waiting, max: waitingMax })
  const now = clock.now()
  try {
    await db.transaction().execute(async (trx) => {
      await deleteMessagesBefore(trx, now - keptMs)
      const id = await insertMessage(trx, {
        name,
        author_id: actor.caller.id,
        author_name: actor.caller.username,
        title,
        receivers: reached.length,
        sent: 0,
        failed: 0,
        cancelled: 0,
        created_at: now,
        changed_at: now,
      })
      // A value, because the words of a person may contain the mark of one.
      await notices.addMessage(trx, id, reached, { type: 'message', title, content: valuePlace, values: [content] })
      const after = { title, message: id, receivers: reached.length }
      for (const objectId of reached)
        await actor.audit({ action: 'user.message', objectType: 'user', objectId, after }, trx)
    })
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
  }
  notices.deliverSoon()
  return answerOf(await findMessageByName(db, name))
}

export const readMessage = async ({ db }: Pick<MessageDependencies, 'db'>, id: number): Promise<UserMessage> =>
  buildMessage(await requireMessage(db, id))

/** What is on its way meanwhile may still arrive. */
export async function cancelMessageOf(
  { db, clock }: Pick<MessageDependencies, 'db' | 'clock'>,
  id: number,
  audit: Audit,
): Promise<boolean> {
  const { title } = await requireMessage(db, id)
  const isCancelled = await cancelMessage(db, id, clock.now())
  if (isCancelled) await audit({ action: 'user.message_cancel', objectType: 'message', objectId: id, after: { title } })
  return isCancelled
}

async function requireMessage(db: MessageDependencies['db'], id: number): Promise<AccountMessageRow> {
  const row = await findMessage(db, id)
  if (!row) throw new GatewayError('not_found', { what: makeReason('message') })
  return row
}

const buildMessage = ({ id, title, receivers, sent, failed, cancelled }: AccountMessageRow): UserMessage => ({
  id,
  title,
  receivers,
  sent,
  failed,
  cancelled,
})
