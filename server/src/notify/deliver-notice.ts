import { makeReason, type Reason } from '@sluice/contract/error-reasons'
import { userStatus } from '@sluice/contract/roles'
import { GatewayError } from '../core/errors.ts'
import { type Language, languageFor } from '../platform/accepted-language.ts'
import { OutboundError } from '../platform/outbound/pinned-fetch.ts'
import type { Services } from '../services.ts'
import type { UserRow } from '../store/schema.ts'
import { findUser } from '../store/users.ts'
import { buildNoticeMail } from './build-notice-mail.ts'
import { MailError, type Mailer } from './mail.ts'
import type { Notice } from './notice.ts'
import { sendWebhook, type WebhookRequests } from './send-webhook.ts'
import { parseUserSetting, type UserSetting, webhookSecretSealContext } from './user-setting.ts'

export interface DeliveryDependencies extends Services<'db' | 'state' | 'clock' | 'secretBox'> {
  mailer: Mailer
  webhookRequests: WebhookRequests
}

/**
 * Delivers the notice by the account's notification setting. A function builds the notice in the account's language.
 * Throws notification_nowhere or mail_not_configured if there is no destination, and notification_failed if the
 * destination refused it, which may be retried.
 */
export async function deliverNotice(
  deps: DeliveryDependencies,
  userId: number,
  notice: Notice | ((language: Language) => Notice),
): Promise<void> {
  const user = await findUser(deps.db, userId)
  if (!user || user.status !== userStatus.enabled) throw new GatewayError('notification_nowhere')
  try {
    await deliver(deps, user, typeof notice === 'function' ? notice(languageFor(user)) : notice)
  } catch (cause) {
    if (cause instanceof OutboundError) {
      const params = { what: makeReason('byWebhook'), reason: shownReason(cause.reason) }
      throw new GatewayError('notification_failed', params, { cause, detail: cause.message })
    }
    if (cause instanceof MailError) {
      const params = { what: makeReason('byMail'), reason: mailReason(cause.replyStatus) }
      throw new GatewayError('notification_failed', params, { cause, detail: cause.detail })
    }
    throw cause
  }
}

/**
 * Only the status of an answer is shown. All other reasons are one: they would reveal which names and addresses the
 * server can reach.
 */
const shownReason = ({ code, params: { status } }: Reason): Reason =>
  code === 'answeredWith' && status !== undefined
    ? makeReason('receiverAnswered', { status })
    : makeReason('receiverUnreachable')

const mailReason = (status: number | undefined): Reason =>
  status === undefined ? makeReason('mailServerUnreachable') : makeReason('mailServerAnswered', { status })

/** The address of the mail or the webhook. Throws notification_nowhere or mail_not_configured if there is none. */
export function destinationOf(
  { mailer }: Pick<DeliveryDependencies, 'mailer'>,
  { notify_type: type, webhook_url: url, notification_email: mail }: UserSetting,
  email: UserRow['email'],
): string {
  const to = type === 'webhook' ? url : mail || email
  if (!to) throw new GatewayError('notification_nowhere')
  if (type !== 'webhook' && !mailer.isConfigured()) throw new GatewayError('mail_not_configured')
  return to
}

async function deliver(deps: DeliveryDependencies, user: UserRow, notice: Notice): Promise<void> {
  const { state, clock, secretBox, mailer, webhookRequests } = deps
  const { options } = state.current()
  const setting = parseUserSetting(user.setting)
  const to = destinationOf(deps, setting, user.email)
  if (setting.notify_type === 'webhook') {
    const { webhook_secret_box: box } = setting
    const secret = box === '' ? '' : secretBox.open(box, webhookSecretSealContext(user.id))
    const worker = options.WorkerUrl === '' ? null : { url: options.WorkerUrl, key: options.WorkerValidKey }
    await sendWebhook(webhookRequests, { target: { url: to, secret }, worker, at: clock.now() }, notice)
    return
  }
  await mailer.send(buildNoticeMail(to, options.SystemName, notice))
}
