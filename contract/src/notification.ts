import { z } from 'zod'
import { mailAddress } from './user.ts'

/** The body that a webhook receives. With a secret it has `Authorization: Bearer` and `X-Webhook-Signature`. */
export interface WebhookNotice {
  /** `quota_exceed`, `key_limit`, `month_spend`, `unusual_spend`, `channel_update_<id>_<status>`, `test` … */
  type: string
  title: string
  /** Each `{{value}}` is replaced by the next of `values`. */
  content: string
  values: readonly string[]
  /** Seconds. */
  timestamp: number
}

/** `POST /api/option/test_mail`: tests whether the mail server accepts mails. `data` is its answer. */
export const testMailRequest = z.object({ to: mailAddress })
export const testMailAnswer = z.object({
  /** The last line of the mail server, such as `250 2.0.0 Ok: queued as 4F2A1`. */
  response: z.string(),
})
/** `POST /api/option/test_turnstile`: the solution of the check that the saved keys show. */
export const testTurnstileRequest = z.object({ token: z.string().max(4_096) })
/** Test mails in ten minutes. */
export const testMailsMax = 10

/** Test notifications of an account in ten minutes. */
export const testNotificationsMax = 3
