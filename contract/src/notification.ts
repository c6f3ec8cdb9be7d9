import { z } from 'zod'

/** What a webhook receives. With a secret it comes with `Authorization: Bearer` and `X-Webhook-Signature`. */
export const webhookNotice = z.object({
  /** `quota_exceed`, `channel_update_<id>_<status>`, `test`. */
  type: z.string(),
  title: z.string(),
  /** Each `{{value}}` stands for the next of `values`. */
  content: z.string(),
  values: z.array(z.string()),
  /** Seconds. */
  timestamp: z.number(),
})
export type WebhookNotice = z.infer<typeof webhookNotice>

/** Test notifications an account may send in ten minutes. */
export const testNotificationsMax = 3
