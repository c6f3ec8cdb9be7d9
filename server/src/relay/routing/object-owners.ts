import { dayMs } from '@sluice/contract/durations'
import type { Clock } from '../../platform/clock.ts'
import { describeError } from '../../platform/log.ts'
import { markOfKey } from '../../platform/mark-of-key.ts'
import { createSharedMemory } from '../../platform/shared-memory.ts'
import type { Services } from '../../services.ts'
import {
  deleteIssuedObject,
  findForeignObjects,
  findOwnedObjects,
  type IssuedObject,
  insertIssuedObjects,
} from '../../store/stored-objects.ts'

/** The upstream account that stores an object. */
export interface HoldingAccount {
  channelId: number
  key: string
}

/**
 * The objects that upstreams store for accounts of this gateway: files and batches, and what answers named, such as
 * their own ids, items and containers. An object is found only for the account that it belongs to.
 */
export interface ObjectOwners {
  /** The account of each object of the user. Objects of other users are absent. */
  find(userId: number, ids: readonly string[]): Promise<ReadonlyMap<string, HoldingAccount>>
  /** The `ids` that belong only to other accounts. Ids without a known owner are absent. */
  findForeign(userId: number, ids: readonly string[]): Promise<readonly string[]>
  /** An answer to the user named these objects. Stored at once, together with those that come while it is written. */
  remember(userId: number, account: HoldingAccount, ids: readonly string[]): void
  /** The upstream deleted what an answer had named. */
  forget(userId: number, id: string): Promise<void>
  /** Stores what is not stored yet. */
  close(): Promise<void>
}

const idLengthMax = 191
/** As long as OpenAI stores answers. */
const keptMs = 30 * dayMs
/** After a failed write. */
const retryMs = 1_000
const rowsPerInsert = 500
const rowsPerQuery = 500
/** While the database cannot be written, later objects are known only in memory. */
const waitingMax = 20_000

export function createObjectOwners(
  { db, clock, log, redis }: Services<'db' | 'log' | 'redis'> & { clock: Pick<Clock, 'now'> },
  /** The current keys of a channel. */
  keysOf: (channelId: number) => readonly string[],
): ObjectOwners {
  // What this node wrote may not be in the database yet; other nodes have it through Redis.
  const memory = createSharedMemory({
    name: 'object',
    redis,
    sizeMax: 16 * 1_048_576,
    entrySizeMax: 1_000,
    ttlSeconds: 3_600,
  })
  let waiting: IssuedObject[] = []
  let retry: ReturnType<typeof setTimeout> | null = null
  let writing: Promise<void> | null = null

  const accountFor = (channelId: number, mark: string): HoldingAccount | null => {
    const key = keysOf(channelId).find((candidate) => markOfKey(candidate) === mark)
    // If the key was replaced, no other key is tried: it may belong to another account.
    return key === undefined ? null : { channelId, key }
  }

  /** Writes until nothing waits. After a failure the rest waits for another attempt. Never rejects. */
  async function write(): Promise<void> {
    if (retry) clearTimeout(retry)
    retry = null
    while (waiting.length > 0) {
      const rows = waiting.splice(0, rowsPerInsert)
      try {
        await insertIssuedObjects(db, rows)
      } catch (error) {
        log.warn({ error: describeError(error) }, 'ids of stored objects could not be stored')
        waiting = [...rows, ...waiting].slice(0, waitingMax)
        retry = setTimeout(() => void flush(), retryMs)
        retry.unref()
        return
      }
    }
  }

  function flush(): Promise<void> {
    writing ??= write().finally(() => {
      writing = null
    })
    return writing
  }

  /** Writes what waits now, also after a write that is failing. */
  async function writeAll(): Promise<void> {
    await writing
    await flush()
  }

  return {
    async find(userId, ids) {
      const found = new Map<string, HoldingAccount>()
      const unknown: string[] = []
      for (const id of ids) {
        const text = await memory.get(`${userId}:${id}`)
        const [channelId = '', mark = ''] = text?.split(' ') ?? []
        const account = text === null ? null : accountFor(Number(channelId), mark)
        if (account) found.set(id, account)
        else if (id.length <= idLengthMax) unknown.push(id)
      }
      if (unknown.length === 0) return found
      for (let from = 0; from < unknown.length; from += rowsPerQuery) {
        // The newest of several with the same id.
        for (const row of await findOwnedObjects(db, userId, unknown.slice(from, from + rowsPerQuery))) {
          const account = accountFor(row.channel_id, row.key_mark)
          if (account) found.set(row.object_id, account)
        }
      }
      return found
    },
    async findForeign(userId, ids) {
      const known = await Promise.all(ids.map((id) => memory.get(`${userId}:${id}`)))
      const unknown = ids.filter((id, index) => known[index] === null && id.length <= idLengthMax)
      if (unknown.length === 0) return []
      if (waiting.length > 0) await writeAll()
      const foreign: string[] = []
      for (let from = 0; from < unknown.length; from += rowsPerQuery)
        foreign.push(...(await findForeignObjects(db, userId, unknown.slice(from, from + rowsPerQuery))))
      return foreign
    },
    remember(userId, { channelId, key }, ids) {
      const mark = markOfKey(key)
      const now = clock.now()
      for (const id of ids) {
        if (id === '' || id.length > idLengthMax) continue
        memory.set(`${userId}:${id}`, `${channelId} ${mark}`)
        if (waiting.length < waitingMax) waiting.push({ id, userId, channelId, mark, now, until: now + keptMs })
      }
      if (waiting.length > 0 && !retry) void flush()
    },
    async forget(userId, id) {
      memory.delete(`${userId}:${id}`)
      await writeAll()
      await deleteIssuedObject(db, userId, id)
    },
    async close() {
      await writeAll()
      if (retry) clearTimeout(retry)
    },
  }
}
