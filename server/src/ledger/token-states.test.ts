import { describe, expect, test } from 'bun:test'
import { closeAfterTests } from '../../test/for-tests.ts'
import { createLog } from '../platform/log.ts'
import { createSecretBox } from '../platform/secret-box.ts'
import { createManualClock } from '../platform/test-clock.ts'
import type { Invalidation } from '../state/snapshot.ts'
import { createState } from '../state/state.ts'
import type { Store } from '../store/open-database.ts'
import { engines } from '../store/test-databases.ts'
import { reenableToken } from '../store/token-states.ts'
import type { LedgerWatcher } from './ledger.ts'
import { addChannel, addToken, addUser, mustReserve, openLedger, q } from './test-accounts.ts'
import { createTokenStates } from './token-states.ts'

const log = createLog('silent')
const neverAborted = new AbortController().signal

for (const { name, fresh } of engines) {
  describe(`token states on ${name}`, () => {
    const closeLater = closeAfterTests()

    const setUp = async () => {
      const store = closeLater(await fresh())
      const { db } = store
      const clock = createManualClock()
      const secretBox = createSecretBox('a secret that only tests know')
      const state = closeLater(await createState({ db, secretBox, clock, log, syncFrequencyMs: 0 }))
      const published: Invalidation[] = []
      state.subscribe((change) => published.push(change))
      const states = closeLater(createTokenStates({ db, state, clock, log }))
      const charges: Parameters<LedgerWatcher['userCharged']>[0][] = []
      const userCharged: LedgerWatcher['userCharged'] = (charge) => charges.push(charge)
      const watcher = { userCharged, tokenSpent: states.tokenSpent }
      const ledger = closeLater(await openLedger(store, { clock, watcher }))
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
      const waitUntilNoticed = async () => {
        await ledger.flush()
        await states.idle()
      }
      return { store, clock, ledger, states, published, charges, userId, channelId, hold, waitUntilNoticed }
    }
    const readStatus = async ({ db }: Store, id: number) =>
      (await db.selectFrom('api_tokens').select('status').where('id', '=', id).executeTakeFirst())?.status

    test('a settlement that uses up a token marks it, and every node is notified', async () => {
      const { store, ledger, published, userId, hold, waitUntilNoticed } = await setUp()
      const tokenId = await addToken(store, userId, false)
      await ledger.setTokenRemain(tokenId, q(100))
      await (await hold(tokenId, 60)).settle(60)
      await waitUntilNoticed()
      expect(await readStatus(store, tokenId)).toBe(1)
      await (await hold(tokenId, 40)).settle(45)
      await waitUntilNoticed()
      expect(await readStatus(store, tokenId)).toBe(4)
      expect(published).toEqual([{ kind: 'token', id: tokenId }])
    })

    test('a token is not used up while other calls may return part of their holds', async () => {
      const { store, ledger, userId, hold, waitUntilNoticed } = await setUp()
      const tokenId = await addToken(store, userId, false)
      await ledger.setTokenRemain(tokenId, q(100))
      const [a, b] = [await hold(tokenId, 60), await hold(tokenId, 40)]
      await a.settle(60)
      await waitUntilNoticed()
      expect(await readStatus(store, tokenId)).toBe(1)
      await b.settle(40)
      await waitUntilNoticed()
      expect(await readStatus(store, tokenId)).toBe(4)
    })

    test('unlimited and disabled tokens are never marked as used up', async () => {
      const { store, ledger, states, userId, hold, waitUntilNoticed } = await setUp()
      const [unlimited, disabled] = [await addToken(store, userId, true), await addToken(store, userId, false)]
      await ledger.setTokenRemain(disabled, q(10))
      await store.db.updateTable('api_tokens').set({ status: 2 }).where('id', '=', disabled).execute()
      await (await hold(unlimited, 500)).settle(500)
      await (await hold(disabled, 10)).settle(10)
      await waitUntilNoticed()
      await states.sweepExhausted(neverAborted)
      expect([await readStatus(store, unlimited), await readStatus(store, disabled)]).toEqual([1, 2])
    })

    test('jobs find used-up and expired tokens that no settlement reported', async () => {
      const { store, clock, ledger, states, published, userId } = await setUp()
      const add = async (expiresAt: number | null) => {
        const id = await addToken(store, userId, false)
        await store.db.updateTable('api_tokens').set({ expires_at: expiresAt }).where('id', '=', id).execute()
        await ledger.setTokenRemain(id, q(5))
        return id
      }
      const [spent, expired, valid] = [await add(null), await add(clock.now()), await add(clock.now() + 1)]
      await ledger.setTokenRemain(spent, q(0))
      await states.sweepExpired(neverAborted)
      await states.sweepExhausted(neverAborted)
      expect([
        await readStatus(store, spent),
        await readStatus(store, expired),
        await readStatus(store, valid),
      ]).toEqual([4, 3, 1])
      expect(published).toEqual([
        { kind: 'token', id: expired },
        { kind: 'token', id: spent },
      ])
    })

    test('a used-up token works again only with a positive quota', async () => {
      const { store, ledger, states, userId } = await setUp()
      const tokenId = await addToken(store, userId, false)
      await states.sweepExhausted(neverAborted)
      await reenableToken(store.db, tokenId)
      expect(await readStatus(store, tokenId)).toBe(4)
      await ledger.setTokenRemain(tokenId, q(1))
      await reenableToken(store.db, tokenId)
      expect(await readStatus(store, tokenId)).toBe(1)
    })

    test('the quotas of user and token both limit a call; an unlimited token is limited by the user alone', async () => {
      const { store, ledger, userId } = await setUp()
      const [limited, unlimited] = [await addToken(store, userId, false), await addToken(store, userId, true)]
      await ledger.setTokenRemain(limited, q(20_000))
      const reserve = (tokenId: number, amount: number) =>
        ledger.reserve({ ref: crypto.randomUUID(), userId, tokenId, amount: q(amount) })
      expect(await reserve(limited, 10_001)).toMatchObject({
        ok: false,
        reason: 'user_quota',
        available: q(10_000),
      })
      expect(await reserve(unlimited, 10_001)).toMatchObject({ ok: false, reason: 'user_quota' })
      await ledger.setTokenRemain(limited, q(50))
      expect(await reserve(limited, 51)).toMatchObject({ ok: false, reason: 'token_quota', available: q(50) })
      expect(await reserve(unlimited, 10_000)).toMatchObject({ ok: true })
    })

    test('watchers receive the balance after each charge, and nothing for calls that cost nothing', async () => {
      const { ledger, charges, userId, channelId } = await setUp()
      const call = async (ref: string, amount: number, charge: number) => {
        const held = await mustReserve(ledger, { ref, userId, tokenId: null, amount })
        await held.settle(q(charge), null, channelId)
      }
      await call('a', 100, 70)
      await call('b', 0, 0)
      const open = await mustReserve(ledger, { ref: 'open', userId, tokenId: null, amount: 500 })
      await call('c', 10, 30)
      expect(charges).toEqual([
        { userId, balance: 9_930, charge: 70 },
        { userId, balance: 9_400, charge: 30 },
      ])
      await open.release(null)
      expect(charges).toHaveLength(2)
    })
  })
}
