import { type TaskPlatform, taskPlatforms } from '@sluice/contract/task'
import { type Kysely, sql } from 'kysely'
import { claimDue } from './claims.ts'
import { countRowsUpTo, type RowCount, readCounted } from './count-rows.ts'
import { withoutIndex } from './dialects/without-index.ts'
import { insertReturningId } from './dialects/writing.ts'
import type { Database, NewTask, TaskRow } from './schema.ts'
import type { Spender } from './spent-quota.ts'

type Db = Kysely<Database>

/** The remaining work for a task. It only increases. */
export const taskPhase = { open: 0, refundDue: 1, over: 2, refunded: 3 } as const

export const insertTask = (db: Db, row: Omit<NewTask, 'id'>): Promise<number> => insertReturningId(db, 'tasks', row)

export const findTask = (db: Db, id: number): Promise<TaskRow | undefined> =>
  db.selectFrom('tasks').selectAll().where('id', '=', id).executeTakeFirst()

/** `userId` null = any account: for requests that prove their right to one task. */
export interface TaskOwner {
  userId: number | null
  platform: TaskPlatform
}

/** Tasks of the account with these ids, newest first. Of several with the same id, clients mean the newest. */
export async function findOwnTasks(db: Db, owner: TaskOwner, taskIds: readonly string[]): Promise<TaskRow[]> {
  if (taskIds.length === 0) return []
  return await db
    .selectFrom('tasks')
    .selectAll()
    .$if(owner.userId !== null, (query) => query.where('user_id', '=', owner.userId))
    .where('hidden_at', '=', 0)
    .where('platform', '=', owner.platform)
    .where('task_id', 'in', [...taskIds])
    .orderBy('id', 'desc')
    .limit(tasksMax)
    .execute()
}

const tasksMax = 1_000

/** A page of the account's tasks after one of them. */
export const listOwnTasks = (
  db: Db,
  { userId, platform }: { userId: number; platform: TaskPlatform },
  { afterId, isOldestFirst, limit }: { afterId: number | null; isOldestFirst: boolean; limit: number },
): Promise<TaskRow[]> =>
  db
    .selectFrom('tasks')
    .selectAll()
    .where('user_id', '=', userId)
    .where('platform', '=', platform)
    .where('hidden_at', '=', 0)
    .$if(afterId !== null, (query) => query.where('id', isOldestFirst ? '>' : '<', afterId ?? 0))
    .orderBy('id', isOldestFirst ? 'asc' : 'desc')
    .limit(limit)
    .execute()

/** Removes a task from its owner's lists. */
export async function hideTask(db: Db, id: number, now: number): Promise<void> {
  await db.updateTable('tasks').set({ hidden_at: now }).where('id', '=', id).execute()
}

/** Open tasks that an upstream knows by `taskId`. */
export const findOpenTasks = (db: Db, channelId: number, taskId: string): Promise<TaskRow[]> =>
  db
    .selectFrom('tasks')
    .selectAll()
    .where('channel_id', '=', channelId)
    .where('task_id', '=', taskId)
    .where('phase', '=', taskPhase.open)
    .orderBy('id')
    .limit(tasksMax)
    .execute()

interface TaskClaim {
  phase: number
  /** The epoch of the claiming process. */
  epochId: number
  now: number
  claimedUntil: number
  most: number
}

/**
 * Claims due tasks until `claimedUntil`, or until the process ends. Each task is claimed by one caller only.
 */
export async function claimDueTasks(
  db: Db,
  { phase, epochId, now, claimedUntil, most }: TaskClaim,
): Promise<TaskRow[]> {
  return await claimDue(db, 'tasks', { phases: [phase], epochId, now, until: claimedUntil, most })
}

export type TaskChange = Partial<
  Pick<
    TaskRow,
    | 'phase'
    | 'status'
    | 'progress'
    | 'fail_reason'
    | 'data'
    | 'started_at'
    | 'finished_at'
    | 'due_at'
    | 'quota'
    | 'list_quota'
    | 'cost_quota'
  >
>

/** Changes the task unless it was changed since it was read. Returns whether it was changed. */
export async function changeTask(
  db: Db,
  { id, revision, phase }: Pick<TaskRow, 'id' | 'revision' | 'phase'>,
  change: TaskChange,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('tasks')
    .set({ ...change, revision: revision + 1, updated_at: now, claim: '' })
    .where('id', '=', id)
    .where('revision', '=', revision)
    .where('phase', '=', phase)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Ends a task that could not be charged, in any phase, as failed and without a refund. */
export async function withdrawTask(
  db: Db,
  id: number,
  { reason, now }: { reason: string; now: number },
): Promise<void> {
  await db
    .updateTable('tasks')
    .set({ phase: taskPhase.over, status: 'FAILURE', progress: 100, fail_reason: reason, data: '{}' })
    .set({ finished_at: now, updated_at: now, claim: '', revision: sql`revision + 1` })
    .where('id', '=', id)
    .execute()
}

/** An unfinished task is polled by the next run, unless one polls it now. */
export async function wakeTask(
  db: Db,
  { platform, taskId }: { platform: TaskPlatform; taskId: string },
  now: number,
): Promise<void> {
  await db
    .updateTable('tasks')
    .set({ due_at: now })
    .where('platform', '=', platform)
    .where('task_id', '=', taskId)
    .where('phase', '=', taskPhase.open)
    .where('claim', '=', '')
    .where('due_at', '>', now)
    .execute()
}

/** Releases the claims of unchanged tasks until `dueAt`. */
export async function postponeTasks(db: Db, ids: readonly number[], dueAt: number): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('tasks')
    .set({ due_at: dueAt, claim: '' })
    .where(
      'id',
      'in',
      [...ids].sort((a, b) => a - b),
    )
    .where('phase', 'in', [taskPhase.open, taskPhase.refundDue])
    .execute()
}

/** Which tasks; absent = any. Milliseconds, `untilAt` not included. */
export interface TaskFilter {
  platforms: readonly TaskPlatform[]
  userId?: number
  channelId?: number
  taskId?: string
  action?: string
  status?: string
  fromAt?: number
  untilAt?: number
}

/** A page of tasks, newest first, and the number of all. */
export async function readTasks(
  db: Db,
  filter: TaskFilter,
  slice: { offset: number; limit: number },
): Promise<{ rows: TaskRow[]; count: RowCount }> {
  const found = select(db, filter, await isShort(db, filter))
  const rows = found.selectAll().orderBy('id', 'desc').limit(slice.limit).offset(slice.offset)
  return await readCounted(slice, {
    list: () => rows.execute(),
    countUpTo: (most) => countRowsUpTo(db, found, most),
  })
}

const shortRowsMax = 5_000

/** Whether the time of the filter has few tasks, so that sorting these is faster than passing over the others. */
async function isShort(db: Db, { platforms, fromAt, untilAt }: TaskFilter): Promise<boolean> {
  if (fromAt === undefined && untilAt === undefined) return false
  return (await countRowsUpTo(db, select(db, { platforms, fromAt, untilAt }, true), shortRowsMax)) < shortRowsMax
}

/** Open tasks by channel, most first. Milliseconds. */
export async function countOpenTasks(
  db: Db,
  platforms: readonly TaskPlatform[],
): Promise<{ channelId: number; count: number; oldestAt: number }[]> {
  const rows = await db
    .selectFrom('tasks')
    .select(({ fn }) => ['channel_id', fn.countAll().as('count'), fn.min('submitted_at').as('oldest_at')])
    .where('phase', '=', taskPhase.open)
    .where('platform', 'in', [...platforms])
    .groupBy('channel_id')
    .execute()
  return rows
    .map((row) => ({ channelId: row.channel_id, count: Number(row.count), oldestAt: Number(row.oldest_at) }))
    .sort((a, b) => b.count - a.count || a.channelId - b.channelId)
}

export interface TaskRange {
  /** Tasks that an upstream accepted since then, refunded ones included; null = unfinished ones. */
  sinceAt: number | null
  /** The request IDs of tasks that do not count. */
  without: readonly string[]
}

/** How many tasks the spender has. */
export async function countTasksOf(db: Db, spender: Spender, { sinceAt, without }: TaskRange): Promise<number> {
  const all = db.selectFrom('tasks').select(({ fn }) => fn.countAll().as('count'))
  let query =
    sinceAt === null
      ? all.where('phase', '=', taskPhase.open)
      : all
          .where('platform', 'in', [...taskPlatforms])
          .where('submitted_at', '>=', sinceAt)
          .where('task_id', '<>', '')
  if (without.length > 0) query = query.where('request_ref', 'not in', without)
  if (spender.kind === 'group') query = query.where('group_name', '=', spender.group)
  else if (spender.kind === 'model') query = query.where('model_name', '=', spender.model)
  else if (spender.kind === 'channel') query = query.where('channel_id', '=', spender.channelId)
  else {
    query = query.where('user_id', '=', spender.userId)
    if (spender.kind === 'token') query = query.where('token_id', '=', spender.tokenId)
  }
  return Number((await query.executeTakeFirstOrThrow()).count)
}

/** `byTime`: the embedded database takes the index of times, otherwise one that has the order of the list. */
function select(db: Db, filter: TaskFilter, byTime: boolean) {
  const { platforms, userId, channelId, taskId, action, status, fromAt, untilAt } = filter
  const all = db.selectFrom('tasks')
  const hint = <T>(column: string, isIndexed: boolean) => (isIndexed ? sql.ref<T>(column) : withoutIndex<T>(db, column))
  const isFound = [userId, channelId, taskId, action, status].some((given) => given !== undefined)
  // Database servers refuse an empty list.
  let query =
    platforms.length > 0
      ? all.where(hint<TaskPlatform>('platform', byTime || (platforms.length === 1 && !isFound)), 'in', [...platforms])
      : all.where(sql<boolean>`1 = 0`)
  if (userId !== undefined) query = query.where('user_id', '=', userId)
  if (channelId !== undefined) query = query.where('channel_id', '=', channelId)
  if (taskId !== undefined) query = query.where('task_id', '=', taskId)
  if (action !== undefined) query = query.where(hint<string>('action', !byTime), '=', action)
  if (status !== undefined) query = query.where(hint<string>('status', !byTime), '=', status)
  if (fromAt !== undefined) query = query.where(hint<number>('submitted_at', byTime), '>=', fromAt)
  if (untilAt !== undefined) query = query.where(hint<number>('submitted_at', byTime), '<', untilAt)
  return query
}

/**
 * The charge of a call in the ledger. `isPosted` = it is written, also if it is 0; `isOpen` = its hold is still open.
 */
export async function findChargeState(
  db: Db,
  ref: string,
): Promise<{ charged: number; isPosted: boolean; isOpen: boolean }> {
  // The hold is read first: the transaction that writes the entry deletes it, so one of the two is always found.
  const held = await db.selectFrom('reservations').select('ref').where('ref', '=', ref).executeTakeFirst()
  const entry = await db
    .selectFrom('ledger_entries')
    .select('amount')
    .where('ref', '=', ref)
    .where('kind', '=', 'charge')
    .executeTakeFirst()
  return { charged: entry ? -entry.amount : 0, isPosted: entry !== undefined, isOpen: held !== undefined }
}
