import { quota } from '@sluice/contract/quota'
import type { RatioPrice } from '../../core/billing/model-price.ts'
import { plain } from '../../core/billing/test-prices.ts'
import { noToolPrices } from '../../core/billing/tool-prices.ts'
import { mustReserve, usageRow } from '../../ledger/test-accounts.ts'
import type { TestNode } from '../../ledger/test-node.ts'
import { markOfKey } from '../../platform/mark-of-key.ts'
import { findStoredById, insertStoredObject, type StoredWorkKind, workPhase } from '../../store/stored-objects.ts'
import type { DepositedWork } from './deposited-work.ts'

export const testDeposit = 5_000

interface TestOwner {
  userId: number
  tokenId: number
  channelId: number
}

const base: RatioPrice = { ...plain, completionRatio: 4, audioCompletionRatio: 1, factor: 0.5 }

/** Work on the model `m`, at half the price: an input token costs 0.5 × 2, above 1 000 of them twice as much. */
const buildTestWork = (requestRef: string, tokenId: number): DepositedWork => ({
  requestRef,
  deposit: testDeposit,
  username: 'u',
  tokenId,
  tokenName: 't',
  group: 'default',
  groupRatio: 2,
  quotaPerUnit: 500_000,
  discount: 0.5,
  endpoint: '/v1/chat/completions',
  models: {
    m: {
      upstreamModel: 'm',
      price: { base, steps: [{ inputOver: 1_000, price: { ...base, ratio: 2 } }], toolPrices: noToolPrices },
      inputTokens: 9,
    },
  },
  path: '/v1/batches',
  clientAddress: '127.0.0.1',
})

/** Adds work at the account with the key `key`, due now, whose deposit is charged unless `isUnpaid`; returns its id. */
export async function addTestWork(
  { db, clock, ledger }: TestNode,
  { userId, tokenId, channelId }: TestOwner,
  {
    kind,
    more = {},
    claim = '',
    isUnpaid = false,
  }: {
    kind: StoredWorkKind
    more?: object
    claim?: string
    isUnpaid?: boolean
  },
): Promise<number> {
  const ref = crypto.randomUUID()
  const now = clock.now()
  const id = await insertStoredObject(db, {
    kind,
    object_id: `${kind}_${ref.slice(0, 8)}`,
    user_id: userId,
    channel_id: channelId,
    key_mark: markOfKey('key'),
    batch_id: null,
    data: '',
    details: JSON.stringify({ ...buildTestWork(ref, tokenId), ...more }),
    phase: workPhase.open,
    at: now,
    due_at: now,
    claim,
  })
  if (isUnpaid) return id
  const hold = await mustReserve(ledger, { ref, userId, tokenId, amount: testDeposit })
  const row = { ...usageRow(userId, tokenId, ref, testDeposit), created_at: now }
  await hold.settle(quota(testDeposit), row, channelId)
  return id
}

export async function readTestWork({ db }: Pick<TestNode, 'db'>, id: number) {
  const row = await findStoredById(db, id)
  if (!row) throw new Error('no such work')
  return row
}
