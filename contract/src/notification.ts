import { z } from 'zod'
import { mailAddress } from './user.ts'

/** What a webhook receives. With a secret it comes with `Authorization: Bearer` and `X-Webhook-Signature`. */
export interface WebhookNotice {
  /** `quota_exceed`, `channel_update_<id>_<status>`, `test`. */
  type: string
  title: string
  /** Each `{{value}}` stands for the next of `values`. */
  content: string
  values: readonly string[]
  /** Seconds. */
  timestamp: number
}

/** `POST /api/option/test_mail`: a mail to see whether the mail server takes any. `data` is what it said. */
export const testMailRequest = z.object({ to: mailAddress })
export const testMailAnswer = z.object({
  /** The last line of the mail server, such as `250 2.0.0 Ok: queued as 4F2A1`. */
  response: z.string(),
})
/** Test mails in ten minutes. */
export const testMailsMax = 10

/** Test notifications an account may send in ten minutes. */
export const testNotificationsMax = 3
