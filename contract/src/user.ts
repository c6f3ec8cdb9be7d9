import { z } from 'zod'
import { displayNameMax, passwordMax, passwordMin, usernameMax } from './account-bounds.ts'
import { adminPermissions } from './admin-permissions.ts'
import { autoGroup } from './group.ts'
import { limits } from './limits.ts'
import { languages } from './messages/languages.ts'
import { groupNameMax } from './name-lists.ts'
import { isPlain } from './plain-text.ts'
import { balanceMax } from './quota.ts'
import { isRecord, parseJson } from './read-json.ts'
import { because, formed, refusal } from './reason-of-issue.ts'
import { factorCodeMax } from './second-factor.ts'
import { balanceReason } from './user-batch.ts'

const emailMax = 50

/** A mail address in its stored form: trimmed, in lower case. */
export const mailAddress = z.string().trim().toLowerCase().max(emailMax).pipe(z.email())

/** External accounts that an account can be bound to, by the key of their id. */
export const boundIds = ['github_id', 'oidc_id', 'wechat_id', 'telegram_id', 'linux_do_id'] as const
export type BoundId = (typeof boundIds)[number]

/** The external id of a bound account; null for other readers than the owner. */
const boundId = z.string().nullable()

/** Languages of the console, and of messages to accounts. */
export const language = z.enum(languages.toSorted())

/**
 * An account as the management API sends it. `password`, `verification_code` are always "", `access_token` null. Other
 * readers than the owner see neither the ids of bound accounts nor the settings.
 */
export const user = z.object({
  id: z.number(),
  username: z.string(),
  password: z.literal(''),
  display_name: z.string(),
  role: z.number(),
  status: z.number(),
  email: z.string(),
  github_id: boundId,
  oidc_id: boundId,
  wechat_id: boundId,
  telegram_id: boundId,
  linux_do_id: boundId,
  verification_code: z.literal(''),
  access_token: z.null(),
  /** The balance that new calls can use: amounts held for running calls are taken off. */
  quota: z.number(),
  /** Held for running calls; what they do not use comes back. Of one account that is read. */
  held_quota: z.number().optional(),
  used_quota: z.number(),
  request_count: z.number(),
  group: z.string(),
  aff_code: z.string(),
  aff_count: z.number(),
  aff_quota: z.number(),
  aff_history_quota: z.number(),
  inviter_id: z.number(),
  /** The account's own limits; absent ones are the defaults for accounts. */
  limits,
  DeletedAt: z.string().nullable(),
  /** JSON text, `UserSettingView`. */
  setting: z.string(),
  /** Which of the ids are set. */
  bound: z.array(z.enum(boundIds)),
  /** False for accounts of a third party without a password. */
  has_password: z.boolean(),
  /** Of the own account: the password is shorter than a new one may be, as the last log-in with it has shown. */
  password_is_short: z.boolean().optional(),
  /** The language of messages to the account; '' = not known yet. */
  language: z.union([language, z.literal('')]),
  /** For administrators, in seconds. */
  created_at: z.number().optional(),
  /** For administrators: the last use of a session or an API token, in seconds; 0 = never. */
  last_seen_at: z.number().optional(),
  /**
   * Of the own account: JSON text of the menu entries that it hides, in the form of `SidebarModulesAdmin`; '' = none.
   */
  sidebar_modules: z.string().optional(),
  /** Of the own account. `sidebar_modules`: sections that its role does not have are false. */
  permissions: z
    .object({
      sidebar_settings: z.boolean(),
      sidebar_modules: z.record(z.string(), z.boolean()),
      /** Of an administrator: what it may do; of a super administrator: everything. */
      admin_permissions: adminPermissions.optional(),
    })
    .optional(),
  /** Of an administrator, for administrators: what it may do. */
  admin_permissions: adminPermissions.optional(),
  /** The same: the role of the operator's own that it has; 0 = its rights are its own. */
  admin_role_id: z.number().optional(),
})
export type User = z.infer<typeof user>

/** `setting` of the own account. Absent: never set. The webhook secret is never sent. */
export interface UserSettingView {
  notify_type?: 'email' | 'webhook'
  quota_warning_threshold?: number
  webhook_url?: string
  webhook_secret_set?: boolean
  notification_email?: string
  accept_unset_model_ratio_model?: boolean
  alert_key_limit?: boolean
  alert_month_quota?: number
  alert_unusual_spend?: boolean
}

/** Spaces other than the ordinary one, or several in a row: two names would look alike. */
const oddSpace = /[^\P{Zs} ]| {2}/u
/** Without @: a name that looks like a mail address could block its owner's sign-in. */
export const username = z
  .string()
  .trim()
  .normalize('NFC')
  .min(1)
  .max(usernameMax)
  .refine(isPlain, because('unseenCharacters'))
  .refine((value) => !oddSpace.test(value), because('oneSpace'))
  .refine((value) => !value.includes('@'), because('noAt'))
export const displayName = z
  .string()
  .trim()
  .normalize('NFC')
  .max(displayNameMax)
  .refine(isPlain, because('unseenCharacters'))
export const password = z.string().min(passwordMin).max(passwordMax)

export const loginRequest = z.object({
  username: z.string().min(1).max(254),
  password: z.string().min(1).max(passwordMax),
})
export type LoginRequest = z.infer<typeof loginRequest>

const sidebarText = z
  .string()
  .max(8_192)
  .refine((text) => text.trim() === '' || isRecord(parseJson(text)), because('notJson'))

/** Absent and empty fields stay. A new name or password requires the old password if there is one. */
export const selfWrite = z.object({
  username: z.string().trim().optional(),
  display_name: displayName.optional(),
  password: z.union([z.literal(''), password]).optional(),
  original_password: z.string().max(passwordMax).optional(),
  /** A code of the authenticator, for accounts without a password. */
  code: z.string().max(factorCodeMax).optional(),
  /** Where it differs from the stored one, only this is written; a whole account that is sent back writes the rest. */
  sidebar_modules: sidebarText.optional(),
  /** The same, after `sidebar_modules`; '' = not known, as in the account that is read. */
  language: z.union([language, z.literal('')]).optional(),
})
export type SelfWrite = z.input<typeof selfWrite>

export const webhookSecretMax = 256
/** It is sent in a header. */
const headerText = formed(
  z.string().max(webhookSecretMax),
  /^(?:[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?)?$/,
  'asciiOnly',
)

/** `PUT /api/user/setting`. Absent fields stay; an empty `webhook_secret` stays too, `null` removes it. */
export const userSettingWrite = z.object({
  notify_type: z.enum(['email', 'webhook']).optional(),
  quota_warning_threshold: z.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional(),
  webhook_url: z.string().trim().max(2_048).optional(),
  webhook_secret: headerText.nullable().optional(),
  notification_email: z.union([z.literal(''), mailAddress]).optional(),
  accept_unset_model_ratio_model: z.boolean().optional(),
  /** A notice when an API token has used 50, 80 or 100 % of a limit. */
  alert_key_limit: z.boolean().optional(),
  /** A notice when the charges of a month (UTC) are above this quota; 0 = none. */
  alert_month_quota: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
  /** A notice on a day (UTC) with charges above three times the median of the last 14 days, and above one dollar. */
  alert_unusual_spend: z.boolean().optional(),
  /** The language of mails and notices to the account. */
  language: language.optional(),
})
export type UserSettingWrite = z.input<typeof userSettingWrite>

/**
 * The role of an administrator, whose rights replace `admin_permissions`; 0 = none, the account keeps its rights. Only
 * a super administrator may send it. Rights of its own that differ from those of its role end the role too.
 */
const adminRoleId = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional()

/**
 * `POST /api/user/`: creates an account. Absent: an ordinary one of the group `default`, with the balance that new
 * accounts get.
 */
export const userCreate = z.object({
  username,
  /** Required, unless the account is invited. */
  password: z.union([z.literal(''), password]).optional(),
  /** In place of a password: a link to set one, by mail or in the answer. */
  invite: z.boolean().optional(),
  display_name: displayName.optional(),
  role: z.number().int().optional(),
  group: z.string().trim().max(groupNameMax).optional(),
  /** The balance in place of that of new accounts. */
  quota: z.number().int().min(0).max(balanceMax).optional(),
  /** '' = none. It counts as verified. */
  email: z.union([z.literal(''), mailAddress]).optional(),
  /** Of a new administrator; refused for other accounts. Only a super administrator may send it. */
  admin_permissions: adminPermissions.optional(),
  admin_role_id: adminRoleId,
})
export type UserCreate = z.input<typeof userCreate>

/**
 * A link to set the first password. `path`, the part after the address of the site, is in this answer alone, for the
 * administrator to pass on; '' = the link was sent by mail.
 */
export const invitation = z.object({
  path: z.string(),
  /** '' = it was not sent. */
  mailed_to: z.string(),
  /** In seconds. */
  expires_at: z.number(),
})
export type Invitation = z.infer<typeof invitation>

const balance = z.number().int().min(Number.MIN_SAFE_INTEGER).max(Number.MAX_SAFE_INTEGER)

/**
 * `PUT /api/user/`: absent and empty fields stay. With `quota` the balance changes by the difference to `quota_loaded`,
 * the value when the form was opened; without that, to the current balance.
 */
export const userUpdate = z.object({
  id: z.number().int().positive(),
  username: z.string().trim().optional(),
  display_name: displayName.optional(),
  password: z.union([z.literal(''), password]).optional(),
  group: z.string().trim().max(groupNameMax).optional(),
  /** Replaces all; null = the defaults for accounts. */
  limits: limits.nullable().optional(),
  quota: balance.optional(),
  quota_loaded: balance.optional(),
  /** Why the balance changes. */
  quota_reason: balanceReason.optional(),
  role: z.number().int().optional(),
  /** Of an administrator; refused for other accounts. Only a super administrator may send it. */
  admin_permissions: adminPermissions.optional(),
  admin_role_id: adminRoleId,
})
export type UserUpdate = z.input<typeof userUpdate>

export const manageActions = ['disable', 'enable', 'delete', 'promote', 'demote'] as const
export type ManageAction = (typeof manageActions)[number]

/** The effect of `add_quota` on the balance: adds `value`, subtracts `value`, or sets it to `value`. */
export const quotaModes = ['add', 'subtract', 'override'] as const

const manageFields = z.object({
  id: z.number().int().positive().optional(),
  /** In place of `id`. */
  username: z.string().trim().min(1).max(254).optional(),
  action: z.enum([...manageActions, 'add_quota']),
  mode: z.enum(quotaModes).optional(),
  value: balance.optional(),
})

/** The account, by its id or, without one, by its name. */
type ManagedAccount = { id: number } | { id?: undefined; username: string }
/** An action on an account; `add_quota` changes the balance by `mode` and `value`. */
export type ManageRequest = ManagedAccount &
  ({ action: ManageAction } | { action: 'add_quota'; mode: (typeof quotaModes)[number]; value: number })

/** `POST /api/user/manage`. The answer is a user with only `role` and `status`. */
export const manageRequest = manageFields.transform((body, context): ManageRequest => {
  const { action, mode, value } = body
  const account = managedAccountOf(body)
  if (account === null) context.addIssue({ ...refusal('required'), path: ['id'] })
  if (action !== 'add_quota') return account === null ? z.NEVER : { ...account, action }
  if (mode === undefined) context.addIssue({ ...refusal('required'), path: ['mode'] })
  if (value === undefined) context.addIssue({ ...refusal('required'), path: ['value'] })
  else if (mode !== 'override' && value <= 0) context.addIssue({ ...refusal('greater', { min: 0 }), path: ['value'] })
  return account === null || mode === undefined || value === undefined ? z.NEVER : { ...account, action, mode, value }
})

function managedAccountOf({ id, username }: z.output<typeof manageFields>): ManagedAccount | null {
  if (id !== undefined) return { id }
  return username === undefined ? null : { username }
}

/** `POST /api/user/:id`. */
export const manageOneRequest = z.object({ action: z.enum(manageActions) })
/** `POST /api/user/aff_transfer`: the part of invitation earnings that becomes balance. */
export const transferRequest = z.object({ quota: z.number().int().positive().max(Number.MAX_SAFE_INTEGER) })
/** The binding that `DELETE /api/user/:id/bindings/:binding_type` removes. */
export const bindingTypes = ['email', 'github', 'oidc', 'wechat', 'telegram', 'linuxdo'] as const

/** Values of `sort_by` in the lists of accounts. */
export const userSorts = [
  'id',
  'username',
  'quota',
  'used_quota',
  'request_count',
  'group',
  'created_at',
  'last_seen_at',
] as const
export type UserSort = (typeof userSorts)[number]

/** Answer of a login: the same keys as `user`, but only these have values. */
export type LoginUser = Pick<User, 'id' | 'username' | 'display_name' | 'role' | 'status' | 'group'>

/** `GET /api/user/self/groups`: group name → this. */
const usableGroup = z.object({ ratio: z.number(), desc: z.string() })
const usableGroups = z.record(z.string(), usableGroup)
export type UsableGroups = z.infer<typeof usableGroups>
/** The same with `auto` where it is offered: it has no ratio of its own. */
export const selectableGroups = z.record(
  z.string(),
  usableGroup.extend({ ratio: z.union([z.number(), z.literal(autoGroup)]) }),
)
