import { type DrawingSettings, parseDrawingSettings } from '@sluice/contract/drawing-settings'
import { tokenStatus } from '@sluice/contract/roles'
import type { Expression, ExpressionBuilder, Kysely, SqlBool } from 'kysely'
import { chunksOf, type Slice } from './channels.ts'
import { countRows } from './count-rows.ts'
import { forUpdate } from './dialects/for-update.ts'
import { contains } from './dialects/searching.ts'
import type { ApiTokenRow, ApiTokenUpdate, Database } from './schema.ts'

type Db = Kysely<Database>

/** The context in which token keys are sealed, and the domain of their look-up hashes. */
export const tokenKeySealContext = 'api_tokens.key_box'
export const tokenKeyPurpose = 'api-token'

/** Statements stay below every engine's limit of bound values. */
const idsPerStatement = 500

export interface ApiTokenFilter {
  /** Only tokens of this account. */
  userId: number
  /** Part of the name; '' = any. */
  keyword: string
  /** Look-up hash of the whole key; null = any. */
  keyHash: string | null
  /** Those whose state at `at` is the status; absent = any. */
  status?: { is: number; at: number } | undefined
}

/** The order of a list; equal values are in the order of `id`. */
export interface ApiTokenOrder {
  by: 'id' | 'name' | 'accessed_at' | 'expires_at' | 'used_quota'
  isAscending: boolean
}

/** The columns that hold no money: the ledger writes those. */
export type ApiTokenChanges = Partial<
  Pick<
    ApiTokenUpdate,
    | 'name'
    | 'status'
    | 'expires_at'
    | 'unlimited_quota'
    | 'model_limits_enabled'
    | 'model_limits'
    | 'allow_ips'
    | 'deny_ips'
    | 'limits'
    | 'drawing'
    | 'rate_limit_enabled'
    | 'rate_limit_count'
    | 'rate_limit_minutes'
    | 'rate_limit_message'
    | 'auto_groups'
    | 'cross_group_retry'
    | 'group_name'
    | 'deleted_at'
  >
>

/** The token, if it belongs to the account and is not deleted. */
export const findApiToken = (db: Db, which: { id: number; userId: number }): Promise<ApiTokenRow | undefined> =>
  db
    .selectFrom('api_tokens')
    .selectAll()
    .where('id', '=', which.id)
    .where('user_id', '=', which.userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

/** The sealed key of a token, also of a deleted one; undefined = the token is unknown. */
export async function findTokenKeyBox(db: Db, id: number): Promise<string | undefined> {
  return (await db.selectFrom('api_tokens').select('key_box').where('id', '=', id).executeTakeFirst())?.key_box
}

/** The drawing settings of the token. Includes deleted tokens, whose tasks are still open. */
export async function findDrawingSettings(db: Db, id: number): Promise<DrawingSettings> {
  const row = await db.selectFrom('api_tokens').select('drawing').where('id', '=', id).executeTakeFirst()
  return parseDrawingSettings(row?.drawing ?? null)
}

/** Those of the tokens that belong to the account and are not deleted. For some hundreds at most. */
export const listApiTokensById = async (
  db: Db,
  { ids, userId }: { ids: readonly number[]; userId: number },
): Promise<ApiTokenRow[]> =>
  // Servers do not accept an empty list.
  ids.length === 0
    ? []
    : await db
        .selectFrom('api_tokens')
        .selectAll()
        .where('id', 'in', ids)
        .where('user_id', '=', userId)
        .where('deleted_at', 'is', null)
        .orderBy('id')
        .execute()

/** Deletes those of the tokens that belong to the account. Returns their ids. Run inside a transaction. */
export async function deleteApiTokens(
  trx: Db,
  { ids, userId, at }: { ids: readonly number[]; userId: number; at: number },
): Promise<number[]> {
  const deleted: number[] = []
  for (const chunk of chunksOf(ids, idsPerStatement)) {
    const rows = await trx
      .selectFrom('api_tokens')
      .select('id')
      .where('id', 'in', chunk)
      .where('user_id', '=', userId)
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .$call(forUpdate(trx))
      .execute()
    const found = rows.map(({ id }) => id)
    if (found.length === 0) continue
    await trx.updateTable('api_tokens').set({ deleted_at: at }).where('id', 'in', found).execute()
    deleted.push(...found)
  }
  return deleted
}

export function listApiTokens(
  db: Db,
  filter: ApiTokenFilter,
  slice: Slice,
  { by, isAscending }: ApiTokenOrder = { by: 'id', isAscending: false },
): Promise<ApiTokenRow[]> {
  const direction = isAscending ? 'asc' : 'desc'
  const rows = db
    .selectFrom('api_tokens')
    .selectAll()
    .where((eb) => conditionOf(db, eb, filter))
    // A token without an expiry ends last. The engines differ in where nothing stands.
    .$if(by === 'expires_at', (query) =>
      query.orderBy((eb) => eb.case().when('expires_at', 'is', null).then(1).else(0).end(), direction),
    )
    .orderBy(by, direction)
  return (by === 'id' ? rows : rows.orderBy('id', direction)).limit(slice.limit).offset(slice.offset).execute()
}

/** The ids of all tokens of the filter: an account has few thousands at most. */
export async function listApiTokenIds(db: Db, filter: ApiTokenFilter): Promise<number[]> {
  const rows = await db
    .selectFrom('api_tokens')
    .select('id')
    .where((eb) => conditionOf(db, eb, filter))
    .execute()
  return rows.map(({ id }) => id)
}

/** Deleted ones too, as their rows are still in the usage log. */
export async function listTokenIdsByName(
  db: Db,
  { name, userId, limit }: { name: string; userId: number | undefined; limit: number },
): Promise<number[]> {
  let tokens = db.selectFrom('api_tokens').select('id').where('name', '=', name)
  if (userId !== undefined) tokens = tokens.where('user_id', '=', userId)
  return (await tokens.limit(limit).execute()).map((row) => row.id)
}

export const countApiTokens = (db: Db, filter: ApiTokenFilter): Promise<number> =>
  countRows(db.selectFrom('api_tokens').where((eb) => conditionOf(db, eb, filter)))

export async function updateApiToken(
  db: Db,
  which: { id: number; userId: number },
  changes: ApiTokenChanges,
): Promise<void> {
  if (Object.keys(changes).length === 0) return
  await db
    .updateTable('api_tokens')
    .set(changes)
    .where('id', '=', which.id)
    .where('user_id', '=', which.userId)
    .where('deleted_at', 'is', null)
    .execute()
}

function conditionOf(
  db: Db,
  eb: ExpressionBuilder<Database, 'api_tokens'>,
  filter: ApiTokenFilter,
): Expression<SqlBool> {
  const all: Expression<SqlBool>[] = [eb('user_id', '=', filter.userId), eb('deleted_at', 'is', null)]
  if (filter.keyword !== '') all.push(contains(db, eb.ref('name'), filter.keyword))
  if (filter.keyHash !== null) all.push(eb('key_hash', '=', filter.keyHash))
  if (filter.status !== undefined) all.push(statusCondition(eb, filter.status))
  return eb.and(all)
}

/** As the owner sees it: an enabled token is expired or used up as soon as it is, before that is written. */
function statusCondition(
  eb: ExpressionBuilder<Database, 'api_tokens'>,
  { is, at }: { is: number; at: number },
): Expression<SqlBool> {
  const stored = eb('status', '=', is)
  const isOn = eb('status', '=', tokenStatus.enabled)
  const isPast = eb.and([eb('expires_at', 'is not', null), eb('expires_at', '<=', at)])
  const isSpent = eb.and([eb('unlimited_quota', '=', 0), eb('remain_quota', '<=', 0)])
  if (is === tokenStatus.enabled) return eb.and([isOn, eb.not(isPast), eb.not(isSpent)])
  if (is === tokenStatus.expired) return eb.or([stored, eb.and([isOn, isPast])])
  if (is === tokenStatus.exhausted) return eb.or([stored, eb.and([isOn, eb.not(isPast), isSpent])])
  return stored
}

/** By id, including deleted tokens. */
export async function findNamedTokens(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, { name: string; user_id: number }>> {
  const found = new Map<number, { name: string; user_id: number }>()
  for (const some of chunksOf(ids, idsPerStatement)) {
    const rows = await db.selectFrom('api_tokens').select(['id', 'name', 'user_id']).where('id', 'in', some).execute()
    for (const { id, ...token } of rows) found.set(id, token)
  }
  return found
}

/** Id to name, including deleted tokens. */
export async function findTokenNames(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  return new Map([...(await findNamedTokens(db, ids))].map(([id, { name }]) => [id, name]))
}
