import { createGrowingCache } from '../../platform/growing-cache.ts'
import type { Services } from '../../services.ts'
import { tokenKeyPurpose } from '../../store/api-tokens.ts'
import { findCallerByKey, findCallerOfToken } from '../../store/callers.ts'
import { buildCaller, type Caller } from '../call/caller.ts'
import type { FailedKeys } from './failed-keys.ts'

/** Callers by API key or by the id of a token, cached after the first call. */
export interface CallerDirectory {
  /** Called with unknown keys. */
  readonly failedKeys: FailedKeys

  /** Null = no such key. Synchronous for a cached key, including one that is cached as unknown. */
  find(key: string): Caller | null | Promise<Caller | null>
  /** The same for a token that the call proved without its key. */
  findToken(tokenId: number): Caller | null | Promise<Caller | null>
  close(): void
}

const knownMax = 100_000
const unknownMax = 20_000
const unknownTtlMs = 10_000
const keyLengthMax = 256

export function createCallerDirectory(
  { db, secretBox, state }: Services<'db' | 'state' | 'secretBox'>,
  failedKeys: FailedKeys,
  callerTtlMs: number,
): CallerDirectory {
  // Keys are texts and ids are numbers, so that no key is taken for an id.
  const known = createGrowingCache<string | number, Caller>(knownMax, { ttl: Math.max(1_000, callerTtlMs) })
  const unknown = createGrowingCache<string | number, true>(unknownMax, { ttl: unknownTtlMs })
  const loading = new Map<string | number, Promise<Caller | null>>()
  // Grows with every invalidation: a value that was read before one may not be cached after it.
  let generation = 0

  const unsubscribe = state.subscribe((change) => {
    if (change.kind !== 'user' && change.kind !== 'token' && change.kind !== 'missed') return
    generation++
    unknown.clear()
    if (change.kind === 'missed') return known.clear()
    for (const [key, caller] of known.entries()) {
      const isHit = change.kind === 'user' ? caller.userId === change.id : caller.tokenId === change.id
      if (isHit) known.delete(key)
    }
  })

  async function load(key: string | number): Promise<Caller | null> {
    const before = generation
    const isId = typeof key === 'number'
    const row = await (isId ? findCallerOfToken(db, key) : findCallerByKey(db, secretBox.lookup(key, tokenKeyPurpose)))
    const caller = row ? buildCaller(row) : null
    if (before === generation) {
      if (caller) known.set(key, caller)
      else unknown.set(key, true)
    }
    return caller
  }

  function find(key: string | number): Caller | null | Promise<Caller | null> {
    const caller = known.get(key)
    if (caller) return caller
    if ((typeof key === 'string' && key.length > keyLengthMax) || unknown.has(key)) return null
    const running = loading.get(key)
    if (running) return running
    const started = load(key).finally(() => loading.delete(key))
    loading.set(key, started)
    return started
  }

  return {
    failedKeys,
    find,
    findToken: find,
    close: unsubscribe,
  }
}
