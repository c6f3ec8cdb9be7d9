import { type DrawingSettings, parseDrawingSettings } from '@sluice/contract/drawing-settings'
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

/** The drawing settings of the token. Includes deleted tokens, whose tasks are still open. */
export async function findDrawingSettings(db: Db, id: number): Promise<DrawingSettings> {
  const row = await db.selectFrom('api_tokens').select('drawing').where('id', '=', id).executeTakeFirst()
  return parseDrawingSettings(row?.drawing ?? null)
}

/** Those of the tokens that belong to the account and are not deleted. For some hundreds at most. */
export const listApiTokensById = (db: Db, which: { ids: readonly number[]; userId: number }): Promise<ApiTokenRow[]> =>
  db
    .selectFrom('api_tokens')
    .selectAll()
    .where('id', 'in', which.ids)
    .where('user_id', '=', which.userId)
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

export const listApiTokens = (db: Db, filter: ApiTokenFilter, slice: Slice): Promise<ApiTokenRow[]> =>
  db
    .selectFrom('api_tokens')
    .selectAll()
    .where((eb) => conditionOf(eb, filter))
    .orderBy('id', 'desc')
    .limit(slice.limit)
    .offset(slice.offset)
    .execute()

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
  countRows(db.selectFrom('api_tokens').where((eb) => conditionOf(eb, filter)))

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

function conditionOf(eb: ExpressionBuilder<Database, 'api_tokens'>, filter: ApiTokenFilter): Expression<SqlBool> {
  const all: Expression<SqlBool>[] = [eb('user_id', '=', filter.userId), eb('deleted_at', 'is', null)]
  if (filter.keyword !== '') all.push(contains(eb.ref('name'), filter.keyword))
  if (filter.keyHash !== null) all.push(eb('key_hash', '=', filter.keyHash))
  return eb.and(all)
}

/** Id to name, including deleted tokens. */
export async function findTokenNames(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const names = new Map<number, string>()
  for (const some of chunksOf(ids, idsPerStatement)) {
    const rows = await db.selectFrom('api_tokens').select(['id', 'name']).where('id', 'in', some).execute()
    for (const { id, name } of rows) names.set(id, name)
  }
  return names
}
