import { accountGroups, firstGroup } from '@sluice/contract/account-groups'
import type { CallerColumns } from '../store/users.ts'

/** The caller of the management API, read from the database for this call. */
export interface ConsoleCaller {
  readonly id: number
  readonly username: string
  readonly displayName: string
  readonly role: number
  /** What an administrator may not do, for `hasRight` of the contract. */
  readonly withheldRights: number
  readonly status: number
  /** Decides prices and limits. */
  readonly group: string
  /** All groups of the account, that one first. */
  readonly groups: readonly string[]
  /** Null = unknown. */
  readonly language: string | null
  /** Hash of the session of the call; null for a system access token. */
  readonly sessionHash: string | null
  /** When that session began; null for a system access token. */
  readonly signedInAt: number | null
  /** The credential is in a header that pages of other sites cannot send, not in a cookie. */
  readonly isByHeader: boolean
  /**
   * The administrator who looks at the console as this account, and for how many seconds more; null = the account
   * itself calls. A view only reads, and gets no secrets. `sessionHash` is then the administrator's.
   */
  readonly view: { readonly viewerId: number; readonly viewer: string; readonly secondsLeft: number } | null
}

interface CallerSession {
  hash: string
  startedAt: number
  isByHeader: boolean
}

/** Without a `session` the caller used a system access token. */
export const buildConsoleCaller = (user: CallerColumns, session: CallerSession | null): ConsoleCaller => ({
  id: user.id,
  username: user.username,
  displayName: user.display_name,
  role: user.role,
  withheldRights: user.withheld_rights,
  status: user.status,
  group: firstGroup(user.group_name),
  groups: accountGroups(user.group_name),
  language: user.language,
  sessionHash: session?.hash ?? null,
  signedInAt: session?.startedAt ?? null,
  isByHeader: session?.isByHeader ?? true,
  view: null,
})
