import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Limits as LimitValues } from '@sluice/contract/limits'
import type { Redis } from 'ioredis'
import { GatewayError } from '../../core/errors.ts'
import { readErrorCode } from '../../core/test-failures.ts'
import { createLog } from '../../platform/log.ts'
import { createRedis } from '../../platform/redis.ts'
import { createSecretBox } from '../../platform/secret-box.ts'
import { createManualClock } from '../../platform/test-clock.ts'
import { untilReady } from '../../platform/test-redis.ts'
import type { State } from '../../state/snapshot.ts'
import { createState } from '../../state/state.ts'
import type { Store } from '../../store/open-database.ts'
import { engines } from '../../store/test-databases.ts'
import { newTestUsageHour } from '../../store/test-usage-hours.ts'
import { noUse } from '../../store/usage-hour-question.ts'
import { buildSignedInCaller, type Caller } from '../call/caller.ts'
import { createLimits, type Limits } from './create-limits.ts'

// Spending limits of two nodes with one database, which share their counts through Redis.

const redisUrl = process.env.TEST_REDIS_URL
const hourMs = 3_600_000
/** Ids that no other run uses: the counts are in a Redis that others use too. */
const createId = (): number => 1_000_000_000 + Math.floor(Math.random() * 1_000_000_000)

interface Node {
  state: State
  limits: Limits
  redis: Redis
}

describe.skipIf(!redisUrl)('spending limits of two nodes', () => {
  const clock = createManualClock(Date.now())
  const log = createLog('silent')
  const nodes: Node[] = []
  let store: Store

  beforeAll(async () => {
    const [engine] = engines
    if (!engine) throw new Error('no database engine')
    store = await engine.fresh()
    for (let count = 0; count < 2; count++) nodes.push(await startNode())
    await untilLinked()
  })
  afterAll(async () => {
    for (const { state, limits, redis } of nodes) {
      limits.close()
      await state.close()
      redis.disconnect()
    }
    await store?.close()
  })

  async function startNode(): Promise<Node> {
    const redis = await createRedis(redisUrl ?? '', log)
    await untilReady(redis)
    const { db } = store
    const secretBox = createSecretBox('limits under test')
    const state = await createState({ db, secretBox, clock, log, syncFrequencyMs: 0, redis })
    return { state, redis, limits: createLimits({ db, clock, state, redis }) }
  }

  const findNode = (index: 0 | 1): Node => {
    const node = nodes[index]
    if (!node) throw new Error('the node did not start')
    return node
  }

  /** Resolves when the second node receives changes of the first one. */
  async function untilLinked(): Promise<void> {
    const id = createId()
    const received = nextChange((change) => change.kind === 'token' && change.id === id)
    const publishing = setInterval(() => void findNode(0).state.publish({ kind: 'token', id }), 20)
    await received
    clearInterval(publishing)
  }

  function nextChange(isExpected: (change: Parameters<Parameters<State['subscribe']>[0]>[0]) => boolean) {
    return new Promise<void>((resolve) => {
      const stop = findNode(1).state.subscribe((change) => {
        if (!isExpected(change)) return
        stop()
        resolve()
      })
    })
  }

  function callerWith(tokenLimits: LimitValues): Caller {
    const user = { username: 'u', user_group: 'default', user_status: 1, user_role: 1, user_setting: '' }
    const caller = buildSignedInCaller({ ...user, user_id: createId(), user_limits: null }, '')
    return { ...caller, tokenId: createId(), tokenLimits }
  }

  /** A call that holds `amount` at this node. Throws if it is refused. */
  async function hold(index: 0 | 1, caller: Caller, amount: number) {
    const { limits, state } = findNode(index)
    const { options } = state.current()
    const call = limits.open()
    await call.enter(caller, options)
    await call.admit({ requested: 'm', routed: 'm', group: 'default', options, tokens: 0, amount })
    return call
  }

  /** Retries while the call is refused: returned holds reach the other node without being awaited. */
  async function holdWhenFree(index: 0 | 1, caller: Caller, amount: number) {
    for (;;) {
      try {
        return await hold(index, caller, amount)
      } catch (cause) {
        if (!(cause instanceof GatewayError)) throw cause
      }
    }
  }

  /** Records what calls cost, as the ledger does. */
  async function charge({ userId, tokenId }: Caller, quota: number): Promise<void> {
    const hour = Math.floor(clock.now() / hourMs) * hourMs
    await store.db
      .deleteFrom('usage_hours')
      .where('user_id', '=', userId)
      .where('token_id', '=', tokenId ?? 0)
      .execute()
    await store.db
      .insertInto('usage_hours')
      .values(
        newTestUsageHour({
          ...noUse,
          hour,
          user_id: userId,
          token_id: tokenId ?? 0,
          channel_id: 7,
          model_name: 'm',
          quota,
          list_quota: quota,
          calls: 1,
        }),
      )
      .execute()
  }

  test('the other node cannot spend what one node holds or has spent', async () => {
    const caller = callerWith({ spend_day: 100 })
    const first = await hold(0, caller, 60)
    expect(await readErrorCode(hold(1, caller, 60))).toBe('spend_limit_reached')
    first.settled(30, 0)
    first.end()
    // 30 of 100 are spent at the first node.
    const second = await holdWhenFree(1, caller, 70)
    expect(await readErrorCode(hold(0, caller, 1))).toBe('spend_limit_reached')
    second.end()
    await holdWhenFree(0, caller, 70)
  })

  test('money that comes back is free at both nodes', async () => {
    const caller = callerWith({ spend_day: 100 })
    await charge(caller, 100)
    for (const index of [0, 1] as const) expect(await readErrorCode(hold(index, caller, 1))).toBe('spend_limit_reached')
    await charge(caller, 20)
    const received = nextChange((change) => change.kind === 'spending' && change.userId === caller.userId)
    await findNode(0).state.publish({
      kind: 'spending',
      userId: caller.userId,
      tokenId: caller.tokenId,
      channelId: 7,
      group: 'default',
      models: ['m'],
    })
    await received
    for (const index of [1, 0] as const)
      expect(await readErrorCode(hold(index, caller, 81))).toBe('spend_limit_reached')
    const held = await hold(1, caller, 80)
    expect(await readErrorCode(hold(0, caller, 1))).toBe('spend_limit_reached')
    held.end()
    await holdWhenFree(0, caller, 80)
  })

  test('looking at a limit counts nothing, and includes the holds of the other node', async () => {
    const caller = callerWith({ spend_month: 100 })
    const peek = async (index: 0 | 1, amount: number) => {
      const { options } = findNode(index).state.current()
      const facts = { requested: 'm', routed: 'm', group: 'default', options, tokens: 0, amount }
      return (await findNode(index).limits.view.refusalFor(caller, facts))?.code ?? null
    }
    const held = await hold(0, caller, 60)
    for (let count = 0; count < 3; count++) expect(await peek(1, 40)).toBeNull()
    expect([await peek(1, 41), await peek(0, 41)]).toEqual(['spend_limit_reached', 'spend_limit_reached'])
    held.end()
    await holdWhenFree(1, caller, 100)
  })
})
