import { randomUUID } from 'node:crypto'
import type { Redis } from 'ioredis'
import type { Clock } from '../clock.ts'
import { createGrowingCache } from '../growing-cache.ts'
import type { Check, CounterState, Counters, HoldCheck, Receipt, TakeResult } from './counters.ts'
import type { MemoryCounters } from './memory-counters.ts'
import { correctScript, holdScript, seedScript, takeScript } from './scripts.ts'
import { createSharedHolds } from './shared-holds.ts'

interface SharedSettings {
  redis: Redis
  memory: MemoryCounters
  clock: Clock
  /** Added to the clock of Redis; for tests. */
  offsetMs?: () => number
}

const prefix = 'sluice:limit:'
/**
 * The time after which the unrenewed holds of a node are dropped: as long as the ledger takes a silent node for alive.
 */
const leaseMs = 30_000
/** After a failure Redis is not awaited for this long. */
const restMs = 1_000
const seedTriesMax = 3

/** Clients that load the scripts. Each is shared by many counters. */
const loading = new WeakSet<Redis>()

/** A call whose script Redis does not know is sent again, after later ones: each connection begins with the scripts. */
function keepScriptsLoaded(redis: Redis): void {
  if (loading.has(redis)) return
  loading.add(redis)
  const load = () => {
    for (const text of [takeScript, correctScript, holdScript, seedScript]) redis.script('LOAD', text).catch(() => {})
  }
  redis.on('ready', load)
  if (redis.status === 'ready') load()
}

/**
 * Counters that nodes share through Redis, which decides: one step for each call. Each node also counts what Redis has
 * admitted. It refuses by itself what its own calls leave no room for, and decides alone while Redis is unreachable.
 */
export function createSharedCounters({ redis, memory, clock, offsetMs = () => 0 }: SharedSettings): Counters {
  const node = randomUUID().slice(0, 8)
  let restsUntil = 0
  /** Keys whose sum in Redis is incomplete after an outage: their seed is read again. */
  const stale = createGrowingCache<string, true>(10_000)
  const take = defineScript(redis, 'sluiceTake', takeScript)
  const correct = defineScript(redis, 'sluiceCorrect', correctScript)
  const hold = defineScript(redis, 'sluiceHold', holdScript)
  const seed = defineScript(redis, 'sluiceSeed', seedScript)
  keepScriptsLoaded(redis)

  const isAvailable = () => redis.status === 'ready' && clock.monotonic() >= restsUntil
  const noteFailure = () => {
    restsUntil = clock.monotonic() + restMs
  }

  const holds = createSharedHolds({
    memory,
    isAvailable,
    noteFailure,
    store: (key, held, added) => hold([prefix + key], [offsetMs(), node, leaseMs, held ?? '', added]),
  })

  const asking = new Map<string, Promise<void>>()

  /** Read once for all callers that wait for it. */
  function askSeed(check: HoldCheck, replaces: boolean): Promise<void> {
    const running = asking.get(check.key)
    if (running) return running
    const asked = putSeed(check, replaces).finally(() => asking.delete(check.key))
    asking.set(check.key, asked)
    return asked
  }

  async function putSeed(check: HoldCheck, replaces: boolean): Promise<void> {
    const spent = (await check.seed?.()) ?? 0
    await seed([prefix + check.key], [offsetMs(), spent, check.endsAt ?? 0, replaces ? 1 : 0])
    stale.delete(check.key)
  }

  function argumentsOf(check: Check): (string | number)[] {
    if (check.kind === 'window') return ['w', check.limit, check.amount, check.windowMs, 0, 0]
    return ['h', check.limit, check.amount, check.endsAt ?? 0, memory.heldOf(check.key), check.seed ? 1 : 0]
  }

  /** What memory counts with the answer, it counts in the same turn. */
  async function send(checks: readonly Check[], counts: boolean): Promise<number[]> {
    const head = [offsetMs(), node, leaseMs, counts ? 1 : 0]
    const keys = checks.map((check) => prefix + nameOf(check))
    if (counts) holds.asking(checks)
    try {
      // The script answers with a list of numbers.
      return (await take(keys, [...head, ...checks.flatMap(argumentsOf)])) as number[]
    } catch (error) {
      if (counts) holds.unanswered(checks)
      throw error
    }
  }

  async function ask(checks: readonly Check[], counts: boolean): Promise<TakeResult> {
    for (const check of checks)
      if (check.kind === 'hold' && check.seed && stale.has(check.key)) await askSeed(check, true)
    for (let tries = 0; tries < seedTriesMax; tries++) {
      const answer = await send(checks, counts)
      const [status = 0, index = 0] = answer
      const own = status === 0 && counts ? memory.count(checks) : []
      if (counts) holds.answered(checks)
      if (status !== 2) return parseAnswer(checks, answer, own)
      const missing = checks[index]
      if (missing?.kind === 'hold') await askSeed(missing, false)
    }
    throw new Error('a sum in Redis disappears after it is written')
  }

  function takeAlone(checks: readonly Check[]): TakeResult | Promise<TakeResult> {
    holds.miss(checks)
    return memory.take(checks)
  }

  return {
    async take(checks) {
      if (!isAvailable()) return takeAlone(checks)
      for (let reading = memory.readSeeds(checks); reading; reading = memory.readSeeds(checks)) await reading
      // Calls whose answers are awaited do not count here: Redis may refuse them, and admit this one.
      const refused = memory.refusalOf(checks)
      if (refused) return refused
      try {
        return await ask(checks, true)
      } catch {
        noteFailure()
        return takeAlone(checks)
      }
    },
    async peek(check) {
      const own = await memory.peek(check)
      if (!own.ok || !isAvailable()) return own
      try {
        return await ask([check], false)
      } catch {
        noteFailure()
        return own
      }
    },
    correct(receipt, delta) {
      memory.correct(receipt, delta)
      if (receipt.sharedSlot === null || !isAvailable()) return
      correct([prefix + nameOf(receipt.check)], [receipt.sharedSlot, delta]).catch(noteFailure)
    },
    release(receipt, amount) {
      memory.release(receipt, amount)
      holds.released(receipt.check.key, amount)
    },
    spend(key, amount) {
      memory.spend(key, amount)
      if (!isAvailable()) return void stale.set(key, true)
      correct([prefix + key], ['s', amount]).catch(() => {
        stale.set(key, true)
        noteFailure()
      })
    },
    renew(keys) {
      for (const key of keys ?? memory.holdKeys()) stale.set(key, true)
      memory.renew(keys)
    },
    async forget(check) {
      await memory.forget(check)
      if (isAvailable()) await redis.del(prefix + nameOf(check)).catch(noteFailure)
    },
    close() {
      holds.close()
    },
  }
}

const nameOf = (check: Check): string => (check.kind === 'window' ? `${check.key}/${check.windowMs}` : check.key)

/** `own`: what memory has counted. */
function parseAnswer(checks: readonly Check[], answer: readonly number[], own: readonly Receipt[]): TakeResult {
  const state = (at: number): CounterState => {
    const resetMs = answer[at + 1] ?? -1
    return { used: answer[at] ?? 0, resetMs: resetMs < 0 ? null : resetMs }
  }
  const [status, index = 0, waitMs = -1] = answer
  if (status === 1) return { ok: false, index, waitMs: waitMs < 0 ? null : waitMs, state: state(3) }
  return {
    ok: true,
    states: checks.map((_, at) => state(3 + 3 * at)),
    receipts: own.map((one, at) => ({ ...one, sharedSlot: answer[5 + 3 * at] ?? null })),
  }
}

type Script = (keys: readonly string[], words: readonly (string | number)[]) => Promise<unknown>

/** The client's types do not include names made at run time. */
function defineScript(redis: Redis, name: string, lua: string): Script {
  redis.defineCommand(name, { lua })
  const run = (redis as unknown as Record<string, (...words: unknown[]) => Promise<unknown>>)[name]
  return (keys, words) => run?.call(redis, keys.length, ...keys, ...words) ?? Promise.reject(new Error(name))
}
