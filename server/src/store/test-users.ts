import { roles, userStatus } from '@sluice/contract/roles'
import type { Kysely } from 'kysely'
import type { Database, NewUser } from './schema.ts'
import { insertUser, noIdentity } from './users.ts'

/** An ordinary account for tests; `more` overrides its defaults. Returns its id. */
export const insertTestUser = (db: Kysely<Database>, more: Partial<NewUser> & { username: string }): Promise<number> =>
  insertUser(db, {
    password_hash: '',
    display_name: more.username,
    role: roles.user,
    status: userStatus.enabled,
    ...noIdentity,
    group_name: 'default',
    setting: '{}',
    root_marker: null,
    created_at: 0,
    deleted_at: null,
    ...more,
  })
