import type { Kysely } from 'kysely'
import { createPasswords, randomPassword } from '../identity/passwords.ts'
import type { Clock } from '../platform/clock.ts'
import type { OptionKey } from '../state/option-registry.ts'
import { noteChange } from '../state/state.ts'
import { insertAuditLog } from '../store/audit-logs.ts'
import { writeOptionText } from '../store/options.ts'
import type { Database } from '../store/schema.ts'
import { deleteUserSessions } from '../store/sessions.ts'
import { deleteSignInFlowsOf } from '../store/sign-in-flows.ts'
import { findUserByLogin, newPassword, updateUser } from '../store/users.ts'

type Db = Kysely<Database>

/**
 * Gives an account, found by name or mail address, a random password, and ends its sessions, its sign-ins in progress
 * and its system access token. Null when there is no such account. A running server reads passwords from the database
 * and caches a session for two seconds, so it needs no notification.
 */
export async function setRandomPassword(
  db: Db,
  login: string,
  clock: Clock,
): Promise<{ username: string; password: string } | null> {
  const user = await findUserByLogin(db, login)
  if (!user) return null
  const password = randomPassword()
  // Before the transaction: hashing is slow, and a server may wait for the transaction's locks.
  const passwordHash = await createPasswords().hash(password)
  await db.transaction().execute(async (trx) => {
    await updateUser(trx, user.id, newPassword(passwordHash))
    await deleteSignInFlowsOf(trx, user.id)
    await deleteUserSessions(trx, user.id, null)
    const object = { object_type: 'user', object_id: String(user.id) }
    await noteCommand(trx, clock, { action: 'user.update', ...object, after: '{"changed":["password"]}' })
  })
  return { username: user.username, password }
}

/** Enables signing in with a password. Servers see it like a change of another node. */
export const enablePasswordLogin = (db: Db, clock: Clock): Promise<void> =>
  setSwitch(db, clock, { name: 'PasswordLoginEnabled', isOn: true })

/** Switches the anti-bot check off, which refuses every login if its keys are wrong or its service is unreachable. */
export const disableTurnstile = (db: Db, clock: Clock): Promise<void> =>
  setSwitch(db, clock, { name: 'TurnstileCheckEnabled', isOn: false })

async function setSwitch(db: Db, clock: Clock, { name, isOn }: { name: OptionKey; isOn: boolean }): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await writeOptionText(trx, { name, value: String(isOn), updatedAt: clock.now() })
    const object = { object_type: 'option', object_id: name }
    await noteCommand(trx, clock, { action: 'option.set', ...object, after: JSON.stringify(String(isOn)) })
    await noteChange(trx, 'options', clock.now())
  })
}

/** The line in the audit trail. */
const noteCommand = (
  trx: Db,
  clock: Clock,
  line: { action: string; object_type: string; object_id: string; after: string },
): Promise<void> =>
  insertAuditLog(trx, {
    ...line,
    created_at: clock.now(),
    actor_id: 0,
    actor_name: 'command line',
    before: null,
    ip: '',
    request_id: '',
  })
