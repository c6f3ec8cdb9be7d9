import { parseConfig } from '../platform/config.ts'
import { createLog } from '../platform/log.ts'
import { createUpstreamCaller } from '../platform/outbound/call-upstream.ts'
import { createPinnedHosts } from '../platform/outbound/pinned-hosts.ts'
import { createReachability } from '../platform/reachability.ts'
import { createSecretBox } from '../platform/secret-box.ts'
import { createManualClock } from '../platform/test-clock.ts'
import { channelKeySealContext } from '../state/load-channels.ts'
import { createState } from '../state/state.ts'
import { insertReturningId } from '../store/dialects/writing.ts'
import type { NewChannel } from '../store/schema.ts'
import { newTestChannel } from '../store/test-channels.ts'
import type { TestEngine } from '../store/test-databases.ts'
import { addToken, addUser, openLedger, q } from './test-accounts.ts'

/** What a node has for calls that are paid: a new database, a state, a ledger and a clock that the test moves. */
export async function startTestNode({ fresh }: TestEngine) {
  const clock = createManualClock()
  const secretBox = createSecretBox('a secret that only tests know')
  const config = parseConfig({})
  const log = createLog('silent')
  const store = await fresh()
  const { db } = store
  const state = await createState({ db, secretBox, clock, log, syncFrequencyMs: 0 })
  const ledger = await openLedger(store, { clock })
  let accounts = 0
  return {
    db,
    store,
    state,
    ledger,
    clock,
    secretBox,
    config,
    log,
    /** A new account with a balance of 1 000 000, and a token that may spend 400 000 of it. */
    async addAccount(): Promise<{ userId: number; tokenId: number }> {
      accounts += 1
      const userId = await addUser(store, `u${accounts}`)
      const tokenId = await addToken(store, userId, false)
      await ledger.post({ ref: `gift ${accounts}`, userId, kind: 'credit', amount: q(1_000_000) })
      await ledger.setTokenRemain(tokenId, q(400_000))
      return { userId, tokenId }
    },
    /** What that account and token have, and have spent. */
    async readFigures({ userId, tokenId }: { userId: number; tokenId: number }) {
      await ledger.flush()
      const users = db.selectFrom('users').select(['quota', 'used_quota']).where('id', '=', userId)
      const user = await users.executeTakeFirstOrThrow()
      const tokens = db.selectFrom('api_tokens').select(['remain_quota', 'used_quota']).where('id', '=', tokenId)
      const token = await tokens.executeTakeFirstOrThrow()
      return {
        quota: user.quota,
        used: user.used_quota,
        remain: token.remain_quota,
        tokenUsed: token.used_quota,
      }
    },
    /** A channel with these keys that the node knows; it is not switched off. */
    async addChannel(more: Partial<NewChannel>, keys = 'key'): Promise<number> {
      const key_box = secretBox.seal(keys, channelKeySealContext)
      const id = await insertReturningId(db, 'channels', newTestChannel({ auto_ban: 0, key_box, ...more }))
      await state.publish({ kind: 'channels' })
      return id
    },
    /** Calls upstreams as a node that has just started, at any address. */
    createCaller: () =>
      createUpstreamCaller(config, {
        reachability: createReachability(clock),
        hosts: createPinnedHosts({ clock, allowPrivate: true }),
      }),
    async close() {
      await ledger.close()
      await state.close()
      await store.close()
    },
  }
}

export type TestNode = Awaited<ReturnType<typeof startTestNode>>
