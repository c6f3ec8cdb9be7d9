import { afterEach, beforeEach, expect, test } from 'bun:test'
import { quota } from '@sluice/contract/quota'
import { GatewayError } from '../core/errors.ts'
import { createKnownDevices, type KnownDevices } from '../identity/known-devices.ts'
import { createSessionGrants, type SessionGrants } from '../identity/session-grants.ts'
import { createSessions, type Sessions } from '../identity/sessions.ts'
import { createLog } from '../platform/log.ts'
import { createSecretBox } from '../platform/secret-box.ts'
import { createManualClock } from '../platform/test-clock.ts'
import type { State } from '../state/snapshot.ts'
import { createState } from '../state/state.ts'
import type { Store } from '../store/open-database.ts'
import type { UserRow } from '../store/schema.ts'
import { engines } from '../store/test-databases.ts'
import { insertTestUser } from '../store/test-users.ts'
import { findUser, type UserChanges, updateUser } from '../store/users.ts'
import type { AdminDependencies } from './dependencies.ts'
import { startSession } from './finish-sign-in.ts'

let store: Store
let state: State
let sessions: Sessions
let sessionGrants: SessionGrants
let knownDevices: KnownDevices
let user: UserRow
beforeEach(async () => {
  const [engine] = engines
  if (!engine) throw new Error('no database engine')
  store = await engine.fresh()
  const clock = createManualClock()
  const secretBox = createSecretBox('a secret for sessions')
  const log = createLog('silent')
  state = await createState({ db: store.db, secretBox, clock, log, syncFrequencyMs: 0 })
  knownDevices = createKnownDevices({ secretBox, clock })
  sessions = createSessions({ db: store.db, secretBox, clock, state }, { idleDays: 7, maxDays: 30 })
  sessionGrants = createSessionGrants({ db: store.db, secretBox, clock, sessions })
  const id = await insertTestUser(store.db, { username: 'ulf', password_hash: 'old' })
  // The row was inserted above.
  user = (await findUser(store.db, id)) as UserRow
})
afterEach(async () => {
  sessions.close()
  await state.close()
  await store.close()
})

/** Signs in with data read before `changes` were stored; returns the error code and the cookies that were set. */
async function signInAfterChanges(changes: UserChanges): Promise<{ code: string; cookies: string[] }> {
  const cookies: string[] = []
  await updateUser(store.db, user.id, changes)
  const request = {
    raw: new Request('http://sluice.test/'),
    requestId: 'r',
    ip: '192.0.2.1',
    isHttps: false,
    setHeader: (_: string, value: string) => void cookies.push(value),
  }
  try {
    const ledger = { balanceOf: () => Promise.resolve(quota(0)) }
    // What a sign-in uses of the dependencies.
    const deps = {
      db: store.db,
      sessions,
      sessionGrants,
      knownDevices,
      ledger,
    } as unknown as AdminDependencies
    await startSession(deps, user, request, 'password')
    return { code: '', cookies }
  } catch (error) {
    return { code: error instanceof GatewayError ? error.code : String(error), cookies }
  }
}

const readSessions = () => store.db.selectFrom('sessions').selectAll().execute()

test('a sign-in creates no session if the password changes or the account is banned meanwhile', async () => {
  for (const [changes, code] of [
    [{ password_hash: 'new' }, 'not_logged_in'],
    [{ password_hash: 'old', status: 2 }, 'account_banned'],
  ] as const) {
    expect(await signInAfterChanges(changes)).toEqual({ code, cookies: [] })
    expect(await readSessions()).toEqual([])
  }
})

test('a sign-in succeeds if other fields of the account change meanwhile', async () => {
  const answer = await signInAfterChanges({ display_name: 'Ulf' })
  expect(answer.code).toBe('')
  expect(await readSessions()).toHaveLength(1)
})
