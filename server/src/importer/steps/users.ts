import { languages } from '@sluice/contract/messages/languages'
import { isPlain } from '@sluice/contract/plain-text'
import { isRecord } from '@sluice/contract/read-json'
import { roles, userStatus } from '@sluice/contract/roles'
import { type BoundId, boundIds } from '@sluice/contract/user'
import type { Kysely } from 'kysely'
import { accessTokenPurpose } from '../../identity/guard.ts'
import { retiredNameHash } from '../../identity/retired-names.ts'
import { writeEntryNote } from '../../ledger/entry-note.ts'
import { mergeUserSetting, type UserSetting, webhookSecretSealContext } from '../../notify/user-setting.ts'
import { deletedName, retireName } from '../../store/retired-names.ts'
import type { Database, NewUser } from '../../store/schema.ts'
import { noIdentity } from '../../store/users.ts'
import { isOneApi } from '../layout.ts'
import type { SourceRow } from '../source-row.ts'
import { roleOf } from './administrators.ts'
import { type ImportContext, type ImportStep, nameIn } from './step.ts'

type Db = Kysely<Database>

/** One API marks a deleted account by its status. */
const deletedInOneApi = 3
/** Longer names are refused: a truncated one could be the name of another account. */
const usernameMax = 64

/** Accounts with their password hashes, balances and bindings. A deleted account keeps its row for the ledger. */
export const usersStep: ImportStep = {
  name: 'users',
  table: 'users',
  async write({ rows, db, context }) {
    for (const row of rows) {
      const at = deletedAt(row, context)
      const user = at === null ? await buildUser(db, row, context) : buildDeletedUser(row, at, context)
      const money = buildMoney(row)
      await db
        .insertInto('users')
        .values({ ...user, id: row.integer('id'), ...money })
        .execute()
      await writeOpening(db, row.integer('id'), money, context)
      if (at === null) continue
      context.notes.add(
        'Deleted accounts. They stay deleted, and keep their row for the ledger',
        `user ${row.integer('id')}`,
      )
      await retire(db, row, at, context)
    }
  },
}

/** Milliseconds; null for an existing account. */
function deletedAt(row: SourceRow, { layout, now }: ImportContext): number | null {
  if (isOneApi(layout)) return row.integer('status') === deletedInOneApi ? now : null
  return row.instant('deleted_at')
}

const buildMoney = (row: SourceRow) => ({
  quota: row.amount('quota'),
  used_quota: row.amount('used_quota'),
  request_count: Math.max(0, row.integer('request_count')),
  aff_count: Math.max(0, row.integer('aff_count')),
  aff_quota: Math.max(0, row.amount('aff_quota')),
  aff_history_quota: Math.max(0, row.amount('aff_history'), row.amount('aff_quota')),
})

/**
 * The opening entry has the ref of an account's first entry, so that the initial balance is not credited again.
 * A debt is a second entry, because a first balance is never below zero.
 */
async function writeOpening(
  db: Db,
  userId: number,
  money: ReturnType<typeof buildMoney>,
  { now }: ImportContext,
): Promise<void> {
  const shared = {
    user_id: userId,
    token_id: null,
    channel_id: null,
    request_id: null,
    note: writeEntryNote({ code: 'imported', params: {} }),
    created_at: now,
  }
  const first = { ...shared, kind: 'initial' as const, amount: Math.max(0, money.quota) }
  await db
    .insertInto('ledger_entries')
    .values({ ...first, ref: `initial:user:${userId}` })
    .execute()
  if (money.quota < 0)
    await db
      .insertInto('ledger_entries')
      .values({ ...shared, kind: 'adjustment', amount: money.quota, ref: `imported:debt:${userId}` })
      .execute()
  if (money.used_quota !== 0)
    await db
      .insertInto('opening_sums')
      .values({ kind: 'user', object_id: userId, used_quota: money.used_quota })
      .execute()
}

async function buildUser(db: Db, row: SourceRow, context: ImportContext): Promise<NewUser> {
  const { notes, secretBox } = context
  const id = row.integer('id')
  const token = row.text('access_token')
  const role = roleOf(row, context, nameOf(row))
  const free = (kind: 'email' | BoundId | 'aff_code', value: string) =>
    freeIdentity(db, { kind, value, user: `${id} (${row.text('username')})` }, context)
  const bound: Record<BoundId, string | null> = {
    github_id: null,
    oidc_id: null,
    wechat_id: null,
    telegram_id: null,
    linux_do_id: null,
  }
  for (const kind of boundIds) bound[kind] = await free(kind, bindingOf(row, kind, context))
  for (const other of ['discord_id', 'lark_id'])
    if (row.text(other) !== '') notes.add(`Bindings by ${other}, which this program does not have`, nameOf(row))
  return {
    username: await usernameOf(db, row, context),
    password_hash: row.text('password'),
    display_name: nameIn(row, 'display_name', { max: 255, place: `user ${id}` }, context),
    role,
    status: row.integer('status') === userStatus.enabled ? userStatus.enabled : userStatus.banned,
    email: await free('email', row.text('email').toLowerCase()),
    ...bound,
    access_token_hash: token === '' ? null : secretBox.lookup(token, accessTokenPurpose),
    group_name: row.clipped('group', 64) || 'default',
    aff_code: await free('aff_code', row.text('aff_code')),
    inviter_id: row.integer('inviter_id'),
    setting: buildSetting(row, context),
    root_marker: await rootMarker(db, role),
    language: languageOf(row),
    created_at: row.seconds('created_at') || context.sourceSetUpAt,
    deleted_at: null,
  }
}

function buildDeletedUser(row: SourceRow, at: number, { sourceSetUpAt }: ImportContext): NewUser {
  const id = row.integer('id')
  return {
    username: deletedName(id),
    password_hash: '',
    display_name: '',
    role: roles.user,
    status: userStatus.banned,
    ...noIdentity,
    group_name: row.clipped('group', 64) || 'default',
    inviter_id: row.integer('inviter_id'),
    setting: '{}',
    root_marker: null,
    created_at: row.seconds('created_at') || sourceSetUpAt,
    deleted_at: at,
  }
}

/** The name of a deleted account is never given to another one. */
async function retire(db: Db, row: SourceRow, at: number, { secretBox }: ImportContext): Promise<void> {
  const username = row.text('username')
  if (username === '' || username.startsWith('deleted_')) return
  await retireName(db, { nameHash: retiredNameHash(secretBox, username), userId: row.integer('id'), at })
}

/** Without invisible characters. A name that is then empty or another account's becomes one with the account's id. */
async function usernameOf(db: Db, row: SourceRow, context: ImportContext): Promise<string> {
  const length = [...row.text('username')].length
  if (length > usernameMax)
    throw new Error(`the username has ${length} characters, and at most ${usernameMax} can be imported`)
  const id = row.integer('id')
  const name = nameIn(row, 'username', { max: usernameMax, place: `user ${id}` }, context)
  if (name === row.text('username')) return name
  const other = await db.selectFrom('users').select('id').where('username', '=', name).executeTakeFirst()
  return name === '' || other !== undefined ? `user_${id}` : name
}

const nameOf = (row: SourceRow): string =>
  `user ${row.integer('id')} (${[...row.clipped('username', 40)].filter(isPlain).join('')})`

/** GitHub reassigns login names, so only its numeric ids identify an account. */
function bindingOf(row: SourceRow, kind: BoundId, { notes }: ImportContext): string {
  const value = row.clipped(kind, 255)
  if (kind !== 'github_id' || value === '' || /^\d+$/.test(value)) return value
  notes.add('Bindings to a GitHub login name; the owner signs in otherwise and binds GitHub again', nameOf(row))
  return ''
}

/** The value; null if it is empty or belongs to another account. The source does not enforce uniqueness. */
async function freeIdentity(
  db: Db,
  { kind, value, user }: { kind: 'email' | BoundId | 'aff_code'; value: string; user: string },
  { notes }: ImportContext,
): Promise<string | null> {
  if (value === '') return null
  const owner = await db.selectFrom('users').select('id').where(kind, '=', value).executeTakeFirst()
  if (owner === undefined) return value
  notes.add(`Values of ${kind} that an account with a lower id has`, `user ${user}: as user ${owner.id}`)
  return null
}

/** 1 for the first account with the role of a super administrator, as after a set-up. */
async function rootMarker(db: Db, role: number): Promise<number | null> {
  if (role !== roles.root) return null
  const marked = await db.selectFrom('users').select('id').where('root_marker', '=', 1).executeTakeFirst()
  return marked === undefined ? 1 : null
}

const settingOf = (row: SourceRow): Record<string, unknown> => {
  const setting = row.json('setting')
  return isRecord(setting) ? setting : {}
}

function languageOf(row: SourceRow): string | null {
  const { language } = settingOf(row)
  if (typeof language !== 'string' || language === '') return null
  return languages.find((known) => language.startsWith(known)) ?? 'en'
}

/** The settings that this program has too. A webhook's secret is encrypted. */
function buildSetting(row: SourceRow, { secretBox, notes }: ImportContext): string {
  const setting = settingOf(row)
  const text = (name: string) => (typeof setting[name] === 'string' ? setting[name] : '')
  const changes: Partial<UserSetting> & { sidebar_modules?: string } = {}
  const kind = text('notify_type')
  if (kind === 'email' || kind === 'webhook') changes.notify_type = kind
  else if (kind !== '') notes.add(`Notices by ${kind}; they are sent by mail`, nameOf(row))
  const threshold = setting.quota_warning_threshold
  if (typeof threshold === 'number' && threshold > 0) changes.quota_warning_threshold = Math.ceil(threshold)
  if (text('webhook_url') !== '') changes.webhook_url = text('webhook_url')
  if (text('webhook_secret') !== '')
    changes.webhook_secret_box = secretBox.seal(text('webhook_secret'), webhookSecretSealContext(row.integer('id')))
  if (text('notification_email') !== '') changes.notification_email = text('notification_email')
  if (setting.accept_unset_model_ratio_model === true) changes.accept_unset_model_ratio_model = true
  if (text('sidebar_modules') !== '') changes.sidebar_modules = text('sidebar_modules')
  return mergeUserSetting('{}', changes)
}
