import { permissionsOf } from '@sluice/contract/admin-rights'
import { type Limits, parseLimits } from '@sluice/contract/limits'
import { roles } from '@sluice/contract/roles'
import { type BoundId, boundIds, language, type User, type UserSettingView } from '@sluice/contract/user'
import { toSeconds } from '../core/to-seconds.ts'
import { parseUserSetting } from '../notify/user-setting.ts'
import type { UserRow } from '../store/schema.ts'
import type { ListedUser } from '../store/user-lists.ts'

/** The own account as the management API sends it. `quota` is the live balance. */
export const buildOwnUser = (row: UserRow, quota: number): User => ({
  ...buildCommon(row, quota),
  ...forEachId((id) => row[id] ?? ''),
  setting: JSON.stringify(buildSettingView(row.setting)),
  password_is_short: row.password_is_short !== 0,
  language: language.safeParse(row.language).data ?? '',
  sidebar_modules: parseUserSetting(row.setting).sidebar_modules,
  permissions: {
    sidebar_settings: true,
    sidebar_modules: row.role >= roles.admin ? {} : { admin: false },
    ...(row.role >= roles.admin && {
      admin_permissions: permissionsOf(row.role >= roles.root ? 0 : row.withheld_rights),
    }),
  },
})

/**
 * The own account for an administrator who looks at it: the ids of bound accounts and the address of the webhook, which
 * can be a secret, are left out, and so is what was learned of the password.
 */
export function withoutSecrets(own: User): User {
  const { webhook_url: url, ...setting }: UserSettingView = JSON.parse(own.setting)
  return {
    ...own,
    ...forEachId(() => null),
    setting: JSON.stringify({ ...setting, ...(url !== undefined && { webhook_url: hidden }) }),
    password_is_short: false,
  }
}

/** In place of a value that is set. */
const hidden = '**********'

/** An account for an administrator: which external accounts are bound, but without their ids; no settings. */
const buildOtherUser = (row: UserRow, quota: number): User => ({
  ...buildCommon(row, quota),
  ...forEachId(() => null),
  setting: '{}',
})

/** The same with the times that lists show. */
export const buildListedUser = (row: ListedUser, quota: number): User => ({
  ...buildOtherUser(row, quota),
  ...timesOf(row),
  ...(row.role === roles.admin && {
    admin_permissions: permissionsOf(row.withheld_rights),
    admin_role_id: row.admin_role_id,
  }),
})

/** When an account was created and last used, in seconds, for administrators. */
export const timesOf = ({ created_at, seen_at }: Pick<ListedUser, 'created_at' | 'seen_at'>) => ({
  created_at: toSeconds(created_at),
  last_seen_at: toSeconds(seen_at),
})

/** The answer of a sign-in: the same keys, but only those of the identity and of the money have values. */
export const buildLoginUser = (row: UserRow, quota: number): User => ({
  ...blank,
  ...buildIdentity(row, quota),
})

const buildIdentity = (row: UserRow, quota: number) => ({
  id: row.id,
  username: row.username,
  display_name: row.display_name,
  role: row.role,
  status: row.status,
  quota,
  used_quota: row.used_quota,
  request_count: row.request_count,
  group: row.group_name,
})

/** The answer of an action on an account: only the fields that the action may have changed. */
export const buildManagedUser = (user: { role: number; status: number }): User => ({
  ...blank,
  role: user.role,
  status: user.status,
})

const forEachId = <T>(value: (id: BoundId) => T): Record<BoundId, T> => ({
  github_id: value('github_id'),
  oidc_id: value('oidc_id'),
  wechat_id: value('wechat_id'),
  telegram_id: value('telegram_id'),
  linux_do_id: value('linux_do_id'),
})

const blank: User = {
  id: 0,
  username: '',
  password: '',
  display_name: '',
  role: 0,
  status: 0,
  email: '',
  ...forEachId(() => ''),
  verification_code: '',
  access_token: null,
  quota: 0,
  used_quota: 0,
  request_count: 0,
  group: '',
  aff_code: '',
  aff_count: 0,
  aff_quota: 0,
  aff_history_quota: 0,
  inviter_id: 0,
  limits: {},
  DeletedAt: null,
  setting: '',
  bound: [],
  has_password: false,
  language: '',
}

/** A damaged row must not break the whole list. Calls of its account are refused. */
function shownLimits(text: string | null): Limits {
  try {
    return parseLimits(text)
  } catch {
    return {}
  }
}

const buildCommon = (row: UserRow, quota: number) => ({
  ...blank,
  ...buildIdentity(row, quota),
  email: row.email ?? '',
  aff_code: row.aff_code ?? '',
  aff_count: row.aff_count,
  aff_quota: row.aff_quota,
  aff_history_quota: row.aff_history_quota,
  inviter_id: row.inviter_id,
  limits: shownLimits(row.limits),
  DeletedAt: row.deleted_at === null ? null : new Date(row.deleted_at).toISOString(),
  bound: boundIds.filter((id) => row[id] !== null),
  has_password: row.password_hash !== '',
})

/**
 * The settings of an account for its owner. Settings that were never set are omitted. `webhook_secret_set`
 * replaces the secret.
 */
function buildSettingView(stored: string): UserSettingView {
  const setting = parseUserSetting(stored)
  const { quota_warning_threshold: threshold, accept_unset_model_ratio_model: acceptsUnpriced } = setting
  return {
    notify_type: setting.notify_type,
    ...(threshold !== null && { quota_warning_threshold: threshold }),
    ...(setting.webhook_url !== '' && { webhook_url: setting.webhook_url }),
    ...(setting.webhook_secret_box !== '' && { webhook_secret_set: true }),
    ...(setting.notification_email !== '' && { notification_email: setting.notification_email }),
    accept_unset_model_ratio_model: acceptsUnpriced,
    ...(setting.alert_key_limit && { alert_key_limit: true }),
    ...(setting.alert_month_quota > 0 && { alert_month_quota: setting.alert_month_quota }),
    ...(setting.alert_unusual_spend && { alert_unusual_spend: true }),
  }
}
