import { randomUUID } from 'node:crypto'
import type { Redis } from 'ioredis'
import { LRUCache } from 'lru-cache'
import type { Clock } from '../clock.ts'
import type { Check, Counters, HoldCheck, Receipt, Standing, TakeResult } from './counters.ts'
import type { MemoryCounters } from './memory-counters.ts'
import { correctScript, holdScript, seedScript, takeScript } from './scripts.ts'

interface SharedSettings {
  redis: Redis
  memory: MemoryCounters
  clock: Clock
  /** Added to the clock of Redis; for tests. */
  offsetMs?: () => number
}

const prefix = 'sluice:limit:'
/** The time after which the unrenewed holds of a node are dropped. */
const leaseMs = 60_000
const renewMs = 20_000
/** After a failure Redis is not awaited for this long. */
const restMs = 1_000
const seedTriesMax = 3

/**
 * Counters that nodes share through Redis: one step for each call. Each node also counts by itself and checks that
 * first; it is the fallback while Redis is unreachable.
 */
export function createSharedCounters({ redis, memory, clock, offsetMs = () => 0 }: SharedSettings): Counters {
  const node = randomUUID().slice(0, 8)
  let restsUntil = 0
  /** Keys whose sum in Redis is incomplete after an outage: their seed is read again. */
  const stale = new LRUCache<string, true>({ max: 10_000 })
  const take = defineScript(redis, 'sluiceTake', takeScript)
  const correct = defineScript(redis, 'sluiceCorrect', correctScript)
  const hold = defineScript(redis, 'sluiceHold', holdScript)
  const seed = defineScript(redis, 'sluiceSeed', seedScript)

  const isAvailable = () => redis.status === 'ready' && clock.monotonic() >= restsUntil
  const noteFailure = () => {
    restsUntil = clock.monotonic() + restMs
  }

  let renewal: NodeJS.Timeout | null = null

  /** The total that this node holds now. It is absolute, so that the next message corrects a lost one. */
  function publishHeld(key: string): void {
    if (!isAvailable()) return
    hold([prefix + key], [offsetMs(), node, leaseMs, memory.heldOf(key)]).catch(noteFailure)
  }

  /** Runs from the first hold on; windows do not need it. */
  function renewHolds(): void {
    renewal ??= setInterval(() => {
      for (const key of memory.heldKeys()) publishHeld(key)
    }, renewMs).unref()
  }

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

  /** A check that is counted is part of what memory holds already. */
  function argumentsOf(check: Check, counts: boolean): (string | number)[] {
    if (check.kind === 'window') return ['w', check.limit, check.amount, check.windowMs, 0, 0]
    const held = memory.heldOf(check.key) + (counts ? 0 : check.amount)
    return ['h', check.limit, check.amount, check.endsAt ?? 0, held, check.seed ? 1 : 0]
  }

  async function ask(checks: readonly Check[], counts: boolean): Promise<TakeResult> {
    for (const check of checks)
      if (check.kind === 'hold' && check.seed && stale.has(check.key)) await askSeed(check, true)
    const keys = checks.map((check) => prefix + nameOf(check))
    for (let tries = 0; tries < seedTriesMax; tries++) {
      const head = [offsetMs(), node, leaseMs, counts ? 1 : 0]
      const answer = (await take(keys, [
        ...head,
        ...checks.flatMap((check) => argumentsOf(check, counts)),
      ])) as number[]
      const [status = 0, index = 0] = answer
      if (status !== 2) return parseAnswer(checks, answer)
      const missing = checks[index]
      if (missing?.kind === 'hold') await askSeed(missing, false)
    }
    throw new Error('a sum in Redis disappears after it is written')
  }

  function giveBack(receipts: readonly Receipt[]): void {
    for (const receipt of receipts) {
      const { check } = receipt
      if (check.kind === 'window') memory.correct(receipt, -check.amount)
      else {
        memory.release(receipt, check.amount)
        publishHeld(check.key)
      }
    }
  }

  return {
    async take(checks) {
      const own = await memory.take(checks)
      if (!own.ok || !isAvailable()) return own
      let shared: TakeResult
      try {
        shared = await ask(checks, true)
      } catch {
        noteFailure()
        return own
      }
      if (!shared.ok) {
        giveBack(own.receipts)
        return shared
      }
      if (checks.some((check) => check.kind === 'hold')) renewHolds()
      const slots = shared.receipts
      const receipts = own.receipts.map((one, index) => ({ ...one, sharedSlot: slots[index]?.slot ?? null }))
      return { ...shared, receipts }
    },
    async look(check) {
      const own = await memory.look(check)
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
      publishHeld(receipt.check.key)
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
      if (renewal) clearInterval(renewal)
    },
  }
}

const nameOf = (check: Check): string =>
  check.kind === 'window' ? `${check.key}/${check.windowMs}` : check.key

function parseAnswer(checks: readonly Check[], answer: readonly number[]): TakeResult {
  const standing = (at: number): Standing => {
    const resetMs = answer[at + 1] ?? -1
    return { used: answer[at] ?? 0, resetMs: resetMs < 0 ? null : resetMs }
  }
  const [status, index = 0, waitMs = -1] = answer
  if (status === 1) return { ok: false, index, waitMs: waitMs < 0 ? null : waitMs, standing: standing(3) }
  return {
    ok: true,
    standings: checks.map((_, at) => standing(3 + 3 * at)),
    receipts: checks.map((check, at) => ({ check, slot: answer[5 + 3 * at] ?? 0, sharedSlot: null })),
  }
}

type Script = (keys: readonly string[], words: readonly (string | number)[]) => Promise<unknown>

/** The client sends a script's text once and its hash afterwards. Its types do not include names made at run time. */
function defineScript(redis: Redis, name: string, lua: string): Script {
  redis.defineCommand(name, { lua })
  const run = (redis as unknown as Record<string, (...words: unknown[]) => Promise<unknown>>)[name]
  return (keys, words) => run?.call(redis, keys.length, ...keys, ...words) ?? Promise.reject(new Error(name))
}
