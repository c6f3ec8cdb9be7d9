import type { Redis } from 'ioredis'
import type { Kysely } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import { describeError, type Log } from '../../platform/log.ts'
import { markOfKey } from '../../platform/mark-of-key.ts'
import { createSharedMemory } from '../../platform/shared-memory.ts'
import type { Database } from '../../store/schema.ts'
import {
  deleteIssuedObject,
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
  /** The account of each object of the user; objects that are not theirs are absent. */
  find(userId: number, ids: readonly string[]): Promise<ReadonlyMap<string, HoldingAccount>>
  /** An answer to the user named these objects. Stored within a second, in batches. */
  remember(userId: number, account: HoldingAccount, ids: readonly string[]): void
  /** The upstream deleted what an answer had named. */
  forget(userId: number, id: string): Promise<void>
  /** Stores what is not stored yet. */
  close(): Promise<void>
}

const idLengthMax = 191
/** As long as OpenAI stores answers. */
const keptMs = 30 * 86_400_000
const flushMs = 250
const rowsPerInsert = 500
const rowsPerQuery = 500
/** While the database cannot be written, later objects are known only in memory. */
const waitingMax = 20_000

export function createObjectOwners(deps: {
  db: Kysely<Database>
  clock: Pick<Clock, 'now'>
  log: Log
  redis: Redis | undefined
  /** The current keys of a channel. */
  keysOf: (channelId: number) => readonly string[]
}): ObjectOwners {
  const { db, clock, log, keysOf } = deps
  // What this node wrote may not be in the database yet; other nodes have it through Redis.
  const memory = createSharedMemory({
    name: 'object',
    redis: deps.redis,
    sizeMax: 16 * 1_048_576,
    entrySizeMax: 1_000,
    ttlSeconds: 3_600,
  })
  let waiting: IssuedObject[] = []
  let timer: ReturnType<typeof setTimeout> | null = null
  let writing: Promise<void> = Promise.resolve()

  const accountFor = (channelId: number, mark: string): HoldingAccount | null => {
    const key = keysOf(channelId).find((candidate) => markOfKey(candidate) === mark)
    // If the key was replaced, no other key is tried: it may belong to another account.
    return key === undefined ? null : { channelId, key }
  }

  function flush(): Promise<void> {
    timer = null
    const rows = waiting
    waiting = []
    writing = writing
      .then(async () => {
        for (let from = 0; from < rows.length; from += rowsPerInsert)
          await insertIssuedObjects(db, rows.slice(from, from + rowsPerInsert))
      })
      .catch((error: unknown) => log.warn({ error: describeError(error) }, 'ids of stored objects could not be stored'))
    return writing
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
    remember(userId, { channelId, key }, ids) {
      const mark = markOfKey(key)
      const now = clock.now()
      for (const id of ids) {
        if (id === '' || id.length > idLengthMax) continue
        memory.set(`${userId}:${id}`, `${channelId} ${mark}`)
        if (waiting.length < waitingMax) waiting.push({ id, userId, channelId, mark, now, until: now + keptMs })
      }
      if (waiting.length === 0 || timer) return
      timer = setTimeout(() => void flush(), flushMs)
      timer.unref()
    },
    async forget(userId, id) {
      memory.delete(`${userId}:${id}`)
      if (timer) clearTimeout(timer)
      await flush()
      await deleteIssuedObject(db, userId, id)
    },
    async close() {
      if (timer) clearTimeout(timer)
      await flush()
    },
  }
}
