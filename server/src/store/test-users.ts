import { roles, userStatus } from '@sluice/contract/roles'
import type { Kysely } from 'kysely'
import type { Database, NewUser } from './schema.ts'
import { insertUser } from './users.ts'

/** An ordinary account for tests; `more` overrides its defaults. Returns its id. */
export const insertTestUser = (db: Kysely<Database>, more: Partial<NewUser> & { username: string }): Promise<number> =>
  insertUser(db, {
    password_hash: '',
    display_name: more.username,
    role: roles.user,
    status: userStatus.enabled,
    email: null,
    github_id: null,
    oidc_id: null,
    wechat_id: null,
    telegram_id: null,
    linux_do_id: null,
    access_token_hash: null,
    group_name: 'default',
    aff_code: null,
    setting: '{}',
    root_marker: null,
    created_at: 0,
    deleted_at: null,
    ...more,
  })
