import { isMailAddress } from '@sluice/contract/address-forms'
import { parseRecord } from '@sluice/contract/read-json'
import type { UserSettingView, UserSettingWrite } from '@sluice/contract/user'

export interface SettingValues {
  notify_type: 'email' | 'webhook'
  quota_warning_threshold: number | null
  webhook_url: string
  /** '' = unchanged; a stored secret is never sent back. */
  webhook_secret: string
  /** Removes the stored one. */
  dropsSecret: boolean
  /** '' = the bound address. */
  notification_email: string
  accept_unset_model_ratio_model: boolean
  alert_key_limit: boolean
  alert_unusual_spend: boolean
  /** Whether the account wants it, and its amount, which is kept while it does not. */
  alertsMonth: boolean
  alert_month_quota: number | null
}

/** Shown to an account without a stored threshold; until it is saved the site's `QuotaRemindThreshold` applies. */
const thresholdDefault = 500_000
/** Offered first: ten dollars where the site counts as usual. */
const monthDefault = 5_000_000
/** Quota; its value in currency depends on the site. */
export const thresholdPresets = [100_000, 500_000, 1_000_000, 5_000_000] as const

/** Accounts of an imported database may have none. */
export const parseSetting = (text: string): UserSettingView => parseRecord(text) ?? {}

export const buildSettingValues = (view: UserSettingView): SettingValues => ({
  notify_type: view.notify_type ?? 'email',
  quota_warning_threshold: view.quota_warning_threshold ?? thresholdDefault,
  webhook_url: view.webhook_url ?? '',
  webhook_secret: '',
  dropsSecret: false,
  notification_email: view.notification_email ?? '',
  accept_unset_model_ratio_model: view.accept_unset_model_ratio_model ?? false,
  alert_key_limit: view.alert_key_limit ?? false,
  alert_unusual_spend: view.alert_unusual_spend ?? false,
  alertsMonth: (view.alert_month_quota ?? 0) > 0,
  alert_month_quota: view.alert_month_quota ?? monthDefault,
})

/** Only changes that matter for the chosen kind; an empty object = nothing was changed. */
export function changesOf(view: UserSettingView, values: SettingValues): UserSettingWrite {
  const before = buildSettingValues(view)
  const changes: UserSettingWrite =
    values.notify_type === 'webhook' ? webhookChangesOf(before, values) : addressChangesOf(before, values)
  if (values.notify_type !== before.notify_type) changes.notify_type = values.notify_type
  const { quota_warning_threshold: threshold } = values
  if (threshold !== null && threshold !== before.quota_warning_threshold) changes.quota_warning_threshold = threshold
  for (const name of switches) if (values[name] !== before[name]) changes[name] = values[name]
  const month = monthOf(values)
  if (month !== monthOf(before)) changes.alert_month_quota = month
  return changes
}

const switches = ['accept_unset_model_ratio_model', 'alert_key_limit', 'alert_unusual_spend'] as const

/** 0 = no alert. */
const monthOf = ({ alertsMonth, alert_month_quota: amount }: SettingValues): number => (alertsMonth ? (amount ?? 0) : 0)

/** What a save sends: the changes, and a shown threshold that is not stored yet. */
export function buildSettingWrite(view: UserSettingView, values: SettingValues): UserSettingWrite {
  const { quota_warning_threshold: threshold } = values
  const isStored = view.quota_warning_threshold !== undefined
  return { ...(!isStored && threshold !== null && { quota_warning_threshold: threshold }), ...changesOf(view, values) }
}

function webhookChangesOf(before: SettingValues, values: SettingValues): UserSettingWrite {
  const url = values.webhook_url.trim()
  const changes: UserSettingWrite = url === before.webhook_url ? {} : { webhook_url: url }
  if (values.dropsSecret) changes.webhook_secret = null
  else if (values.webhook_secret !== '') changes.webhook_secret = values.webhook_secret
  return changes
}

function addressChangesOf(before: SettingValues, values: SettingValues): UserSettingWrite {
  const email = values.notification_email.trim().toLowerCase()
  return email === before.notification_email ? {} : { notification_email: email }
}

export type SettingProblem =
  | 'thresholdRequired'
  | 'thresholdPositive'
  | 'monthRequired'
  | 'webhookRequired'
  | 'webhookHttps'
  | 'emailInvalid'

/** The fault of each field that matters for the chosen kind of notification. The server checks again. */
export function settingProblemsOf(values: SettingValues): Partial<Record<keyof SettingValues, SettingProblem>> {
  const found: Partial<Record<keyof SettingValues, SettingProblem>> = {}
  if (values.quota_warning_threshold === null) found.quota_warning_threshold = 'thresholdRequired'
  else if (values.quota_warning_threshold <= 0) found.quota_warning_threshold = 'thresholdPositive'
  if (values.alertsMonth && (values.alert_month_quota ?? 0) <= 0) found.alert_month_quota = 'monthRequired'
  if (values.notify_type === 'webhook') {
    const url = values.webhook_url.trim()
    if (url === '') found.webhook_url = 'webhookRequired'
    else if (!URL.canParse(url) || new URL(url).protocol !== 'https:') found.webhook_url = 'webhookHttps'
  }
  const email = values.notification_email.trim()
  if (values.notify_type === 'email' && email !== '' && !isMailAddress(email)) found.notification_email = 'emailInvalid'
  return found
}
