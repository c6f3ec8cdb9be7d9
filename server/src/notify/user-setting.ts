import { parseRecord } from '@sluice/contract/read-json'
import { z } from 'zod'

/** The account's settings, from `users.setting`. Absent fields have never been set. */
export interface UserSetting {
  notify_type: 'email' | 'webhook'
  /** Quota units, > 0; null = the site's threshold. */
  quota_warning_threshold: number | null
  /** https, or ''. Checked again by the guard of every call. */
  webhook_url: string
  /** In the secret box for `webhookSecretSealContext`; '' = none. */
  webhook_secret_box: string
  /** '' = the address of the account. */
  notification_email: string
  accept_unset_model_ratio_model: boolean
  /** JSON text of the menu entries that the account hides; '' = none. */
  sidebar_modules: string
  /** Alerts of API tokens at shares of their limits. */
  alert_key_limit: boolean
  /** Alert when a month's charges are above this quota; 0 = none. */
  alert_month_quota: number
  /** Alert on a day with unusual charges. */
  alert_unusual_spend: boolean
  /** Part of the signature of links to receipts: another number revokes them all. */
  receipt_links: number
}

/** The secret box's place of an account's webhook secret: it cannot be opened for another account. */
export const webhookSecretSealContext = (userId: number): string => `users.setting.webhook_secret:${userId}`

const text = z.string().catch('')
const shape = z.object({
  notify_type: z.enum(['email', 'webhook']).catch('email'),
  quota_warning_threshold: z.number().positive().nullable().catch(null),
  webhook_url: text,
  webhook_secret_box: text,
  notification_email: text,
  accept_unset_model_ratio_model: z.boolean().catch(false),
  sidebar_modules: text,
  alert_key_limit: z.boolean().catch(false),
  alert_month_quota: z.number().int().min(0).catch(0),
  alert_unusual_spend: z.boolean().catch(false),
  receipt_links: z.number().int().min(0).catch(0),
})

/** Parses the column. An invalid value counts as never set, because other programs may have written it. */
export function parseUserSetting(stored: string): UserSetting {
  return shape.parse(parseRecord(stored) ?? {})
}

/** The alerts about spend that an account wants. */
export interface AlertSettings {
  keys: boolean
  /** Quota; 0 = none. */
  monthQuota: number
  unusual: boolean
}

export const alertSettingsOf = (setting: UserSetting): AlertSettings => ({
  keys: setting.alert_key_limit,
  monthQuota: setting.alert_month_quota,
  unusual: setting.alert_unusual_spend,
})

export const hasAlerts = ({ keys, monthQuota, unusual }: AlertSettings): boolean => keys || monthQuota > 0 || unusual

/** `stored` with `changes` applied; other keys are kept. */
export const mergeUserSetting = (stored: string, changes: Partial<UserSetting>): string =>
  JSON.stringify({ ...parseRecord(stored), ...changes })
