import { afterAll, describe, expect, test } from 'bun:test'
import { createLog } from '../platform/log.ts'
import { createSecretBox } from '../platform/secret-box.ts'
import { createManualClock } from '../platform/test-clock.ts'
import type { Invalidation } from '../state/snapshot.ts'
import { createState } from '../state/state.ts'
import type { Store } from '../store/open-database.ts'
import { engines } from '../store/test-databases.ts'
import { reenableToken } from '../store/token-states.ts'
import { createLedger } from './create-ledger.ts'
import type { LedgerWatcher } from './ledger.ts'
import { addChannel, addToken, addUser, mustReserve, q } from './test-accounts.ts'
import { createTokenStates } from './token-states.ts'

const log = createLog('silent')
const never = new AbortController().signal

for (const { name, fresh } of engines) {
  describe(`token states on ${name}`, () => {
    const closers: (() => Promise<void>)[] = []
    afterAll(async () => {
      for (const close of closers.reverse()) await close()
    })

    const set = async () => {
      const store = await fresh()
      const { db } = store
      const clock = createManualClock()
      const secretBox = createSecretBox('a secret that only tests know')
      const state = await createState({ db, secretBox, clock, log, syncFrequencyMs: 0 })
      const published: Invalidation[] = []
      state.subscribe((change) => published.push(change))
      const states = createTokenStates({ db, state, clock, log })
      const left: Parameters<LedgerWatcher['userCharged']>[0][] = []
      const ledger = await createLedger({
        ...{ store, clock, log, nodeName: 'test', sync: 'normal' },
        mode: store.engine === 'sqlite' ? 'single' : 'shared',
        watcher: { userCharged: (one) => left.push(one), tokenSpent: states.tokenSpent },
      })
      closers.push(
        store.close,
        () => state.close(),
        states.close,
        () => ledger.close(),
      )
      const userId = await addUser(store, 'u')
      const channelId = await addChannel(store)
      await ledger.post({ ref: 'initial', userId, kind: 'initial', amount: q(10_000) })
      const hold = async (tokenId: number, amount: number) => {
        const held = await mustReserve(ledger, { ref: crypto.randomUUID(), userId, tokenId, amount })
        return {
          settle: (charge: number) => held.settle(q(charge), null, channelId),
          release: () => held.release(null),
        }
      }
      const noticed = async () => {
        await ledger.flush()
        await states.idle()
      }
      return { store, clock, ledger, states, published, left, userId, channelId, hold, noticed }
    }
    const statusOf = async ({ db }: Store, id: number) =>
      (await db.selectFrom('api_tokens').select('status').where('id', '=', id).executeTakeFirst())?.status

    test('a settlement that uses a token up marks it, and every node learns of it', async () => {
      const { store, ledger, published, userId, hold, noticed } = await set()
      const tokenId = await addToken(store, userId, false)
      await ledger.setTokenRemain(tokenId, q(100))
      await (await hold(tokenId, 60)).settle(60)
      await noticed()
      expect(await statusOf(store, tokenId)).toBe(1)
      await (await hold(tokenId, 40)).settle(45)
      await noticed()
      expect(await statusOf(store, tokenId)).toBe(4)
      expect(published).toEqual([{ kind: 'token', id: tokenId }])
    })

    test('a token is not used up while other calls may return part of their holds', async () => {
      const { store, ledger, userId, hold, noticed } = await set()
      const tokenId = await addToken(store, userId, false)
      await ledger.setTokenRemain(tokenId, q(100))
      const [a, b] = [await hold(tokenId, 60), await hold(tokenId, 40)]
      await a.settle(60)
      await noticed()
      expect(await statusOf(store, tokenId)).toBe(1)
      await b.settle(40)
      await noticed()
      expect(await statusOf(store, tokenId)).toBe(4)
    })

    test('unlimited tokens never are, nor disabled ones', async () => {
      const { store, ledger, states, userId, hold, noticed } = await set()
      const [unlimited, disabled] = [await addToken(store, userId, true), await addToken(store, userId, false)]
      await ledger.setTokenRemain(disabled, q(10))
      await store.db.updateTable('api_tokens').set({ status: 2 }).where('id', '=', disabled).execute()
      await (await hold(unlimited, 500)).settle(500)
      await (await hold(disabled, 10)).settle(10)
      await noticed()
      await states.sweepExhausted(never)
      expect([await statusOf(store, unlimited), await statusOf(store, disabled)]).toEqual([1, 2])
    })

    test('jobs find tokens that no settlement reported: used up, or past their time', async () => {
      const { store, clock, ledger, states, published, userId } = await set()
      const add = async (expiresAt: number | null) => {
        const id = await addToken(store, userId, false)
        await store.db.updateTable('api_tokens').set({ expires_at: expiresAt }).where('id', '=', id).execute()
        await ledger.setTokenRemain(id, q(5))
        return id
      }
      const [spent, past, living] = [await add(null), await add(clock.now()), await add(clock.now() + 1)]
      await ledger.setTokenRemain(spent, q(0))
      await states.sweepExpired(never)
      await states.sweepExhausted(never)
      expect([await statusOf(store, spent), await statusOf(store, past), await statusOf(store, living)]).toEqual([
        4, 3, 1,
      ])
      expect(published).toEqual([
        { kind: 'token', id: past },
        { kind: 'token', id: spent },
      ])
    })

    test('a used-up token works again only with a positive quota', async () => {
      const { store, ledger, states, userId } = await set()
      const tokenId = await addToken(store, userId, false)
      await states.sweepExhausted(never)
      await reenableToken(store.db, tokenId)
      expect(await statusOf(store, tokenId)).toBe(4)
      await ledger.setTokenRemain(tokenId, q(1))
      await reenableToken(store.db, tokenId)
      expect(await statusOf(store, tokenId)).toBe(1)
    })

    test('user and token both bound a call, and an unlimited token is bound by the user', async () => {
      const { store, ledger, userId } = await set()
      const [limited, unlimited] = [await addToken(store, userId, false), await addToken(store, userId, true)]
      await ledger.setTokenRemain(limited, q(20_000))
      const ask = (tokenId: number, amount: number) =>
        ledger.reserve({ ref: crypto.randomUUID(), userId, tokenId, amount: q(amount) })
      expect(await ask(limited, 10_001)).toMatchObject({
        ok: false,
        reason: 'user_quota',
        available: q(10_000),
      })
      expect(await ask(unlimited, 10_001)).toMatchObject({ ok: false, reason: 'user_quota' })
      await ledger.setTokenRemain(limited, q(50))
      expect(await ask(limited, 51)).toMatchObject({ ok: false, reason: 'token_quota', available: q(50) })
      expect(await ask(unlimited, 10_000)).toMatchObject({ ok: true })
    })

    test('watchers receive what each charge left, and nothing for calls that cost nothing', async () => {
      const { ledger, left, userId, channelId } = await set()
      const call = async (ref: string, amount: number, charge: number) => {
        const held = await mustReserve(ledger, { ref, userId, tokenId: null, amount })
        await held.settle(q(charge), null, channelId)
      }
      await call('a', 100, 70)
      await call('b', 0, 0)
      const open = await mustReserve(ledger, { ref: 'open', userId, tokenId: null, amount: 500 })
      await call('c', 10, 30)
      expect(left).toEqual([
        { userId, balance: 9_930, charge: 70 },
        { userId, balance: 9_400, charge: 30 },
      ])
      await open.release(null)
      expect(left).toHaveLength(2)
    })
  })
}
