import {
  displayNameMax,
  passwordBounds,
  passwordMax,
  passwordMin,
  usernameBounds,
  usernameMax,
} from '@sluice/contract/account-bounds'
import { accountGroups } from '@sluice/contract/account-groups'
import { type AdminPermissions, permissionsOf, withheldIn } from '@sluice/contract/admin-rights'
import { formatLimits, type Limits } from '@sluice/contract/limits'
import { roles } from '@sluice/contract/roles'
import type { SelfWrite, User, UserCreate, UserUpdate } from '@sluice/contract/user'

/** An amount that the form adds to a balance, below 0 takes from it, and why. */
export interface Adjustment {
  amount: number
  reason: string
}

export interface UserValues {
  username: string
  display_name: string
  /** '' = unchanged. */
  password: string
  /** A new account sets its password itself, by a link. */
  invites: boolean
  /** Only for the own account: required for a new name or password. */
  original_password: string
  /** The first decides prices and limits. */
  groups: string[]
  role: number
  /** Of a new account; '' = none. */
  email: string
  /** The balance of a new account; null = that of new accounts. */
  quota: number | null
  /** The change of the balance of an existing account; null = none. */
  adjustment: Adjustment | null
  /** What an administrator may do. */
  rights: AdminPermissions
  /** The role of an administrator, in place of rights of its own; 0 = none. */
  adminRole: number
  /** The account's own limits; absent ones are the defaults. */
  limits: Limits
}

export const newUserValues: UserValues = {
  username: '',
  display_name: '',
  password: '',
  invites: false,
  original_password: '',
  groups: [],
  role: roles.user,
  email: '',
  quota: null,
  adjustment: null,
  rights: permissionsOf(0),
  adminRole: 0,
  limits: {},
}

export const buildUserValues = ({
  username,
  display_name,
  role,
  group,
  limits,
  admin_permissions,
  admin_role_id = 0,
}: User): UserValues => ({
  ...newUserValues,
  username,
  display_name,
  role,
  groups: accountGroups(group),
  limits,
  ...(admin_permissions && { rights: admin_permissions }),
  adminRole: admin_role_id,
})

/** Fields that were left as they are get the values of a new account from the server. */
export const buildUserCreate = (values: UserValues): UserCreate => {
  const { username, display_name, password, role, groups, email, quota, rights, adminRole, invites } = values
  return {
    username: username.trim(),
    ...(display_name.trim() !== '' && { display_name: display_name.trim() }),
    ...(invites ? { invite: true } : { password }),
    ...(role !== roles.user && { role }),
    ...(role === roles.admin && rightsFrom(newUserValues, { rights, adminRole })),
    ...(groups.length > 0 && { group: groups.join(',') }),
    ...(email.trim() !== '' && { email: email.trim() }),
    ...(quota !== null && { quota }),
  }
}

type Rights = Pick<UserValues, 'rights' | 'adminRole'>

/** The fields that change the rights of an administrator: a role, or rights of its own. */
function rightsFrom(before: Rights, after: Rights): Pick<UserUpdate, 'admin_permissions' | 'admin_role_id'> {
  const isOther = after.adminRole !== before.adminRole
  const hasOther = after.adminRole === 0 && withheldIn(after.rights).join() !== withheldIn(before.rights).join()
  return {
    ...(isOther && { admin_role_id: after.adminRole }),
    ...(hasOther && { admin_permissions: after.rights }),
  }
}

/** The changes since the form was opened. Fields outside the form are absent. */
export function changesOf(user: User, values: Partial<UserValues>): Omit<UserUpdate, 'id'> {
  const {
    username,
    display_name: displayName,
    password,
    groups,
    adjustment,
    limits,
    rights,
    adminRole = 0,
    role,
  } = values
  const limitsText = limits === undefined ? undefined : formatLimits(limits)
  return {
    ...(isNew(username, user.username) && { username: username.trim() }),
    ...(isNew(displayName, user.display_name) && { display_name: displayName.trim() }),
    ...(password && { password }),
    ...(isNew(groups?.join(','), accountGroups(user.group).join(',')) && { group: groups?.join(',') }),
    ...(limitsText !== undefined &&
      limitsText !== formatLimits(user.limits) && { limits: limitsText === null ? null : limits }),
    // An account that becomes an administrator has every right until then.
    ...(rights !== undefined && role === roles.admin && rightsFrom(buildUserValues(user), { rights, adminRole })),
    ...(adjustment && {
      quota: user.quota + adjustment.amount,
      quota_loaded: user.quota,
      quota_reason: adjustment.reason,
    }),
  }
}

/** What gives the account the chosen role; null = it has it. */
export function roleActionOf(user: Pick<User, 'role'>, role: number | undefined): 'promote' | 'demote' | null {
  if (role === undefined || role === user.role) return null
  return role > user.role ? 'promote' : 'demote'
}

/** The same for the own account, with the original password if it is required. */
export function ownChangesOf(user: User, values: Partial<UserValues>): SelfWrite {
  const { username, display_name, password } = changesOf(user, { ...values, groups: [], adjustment: null })
  const isCritical = username !== undefined || password !== undefined
  return {
    ...(username !== undefined && { username }),
    ...(display_name !== undefined && { display_name }),
    ...(password !== undefined && { password }),
    ...(isCritical && user.has_password && { original_password: values.original_password ?? '' }),
  }
}

/** The server treats an empty value as unchanged. */
const isNew = (value: string | undefined, before: string): value is string =>
  value !== undefined && value.trim() !== '' && value.trim() !== before

export type Problem =
  | 'usernameRequired'
  | 'usernameLong'
  | 'usernameAt'
  | 'displayNameRequired'
  | 'displayNameLong'
  | 'passwordRequired'
  | 'passwordShort'
  | 'passwordLong'

/** The values in the text of a fault. */
export function boundsOf(problem: Problem): { min: number; max: number } {
  if (problem === 'displayNameLong') return { min: 0, max: displayNameMax }
  return problem === 'usernameLong' ? usernameBounds : passwordBounds
}

/** Names that used to be allowed stay valid until they are changed: `before` is accepted. */
export function usernameProblem(value: string, before = ''): Problem | null {
  const name = value.trim()
  if (name === '') return 'usernameRequired'
  if (name === before) return null
  if (name.includes('@')) return 'usernameAt'
  return name.length > usernameMax ? 'usernameLong' : null
}

/** A stored one can be changed, but not removed. */
export function displayNameProblem(value: string, before = ''): Problem | null {
  const name = value.trim()
  if (name === before) return null
  if (name === '') return 'displayNameRequired'
  return name.length > displayNameMax ? 'displayNameLong' : null
}

export function passwordProblem(value: string, { required }: { required: boolean }): Problem | null {
  if (value === '') return required ? 'passwordRequired' : null
  if (value.length < passwordMin) return 'passwordShort'
  return value.length > passwordMax ? 'passwordLong' : null
}
