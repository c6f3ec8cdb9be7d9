import type { UserSettingView } from '@sluice/contract/user'
import { parseUserSetting } from '../notify/user-setting.ts'

/**
 * The settings of an account for its owner. Settings that were never set are omitted. `webhook_secret_set`
 * replaces the secret.
 */
export function buildSettingView(stored: string): UserSettingView {
  const setting = parseUserSetting(stored)
  const { quota_warning_threshold: threshold, accept_unset_model_ratio_model: acceptsUnpriced } = setting
  return {
    notify_type: setting.notify_type,
    ...(threshold !== null && { quota_warning_threshold: threshold }),
    ...(setting.webhook_url !== '' && { webhook_url: setting.webhook_url }),
    ...(setting.webhook_secret_box !== '' && { webhook_secret_set: true }),
    ...(setting.notification_email !== '' && { notification_email: setting.notification_email }),
    accept_unset_model_ratio_model: acceptsUnpriced,
  }
}
