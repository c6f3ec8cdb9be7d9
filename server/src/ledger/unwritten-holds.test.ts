import { describe, expect, test } from 'bun:test'
import { forTests } from '../../test/for-tests.ts'
import { engines } from '../store/test-databases.ts'
import { mustReserve, q } from './test-accounts.ts'
import { startTestNode } from './test-node.ts'

describe.each(engines)('holds that are no rows on $name', (engine) => {
  const node = forTests(() => startTestNode(engine))

  test('are counted for their account until they end', async () => {
    const { userId, tokenId } = await node.addAccount()
    const other = await node.addAccount()
    const reserve = (ref: string, amount: number) =>
      mustReserve(node.ledger, { ref, userId, tokenId, amount, deliversAtEnd: true })
    const held = async () => {
      await node.ledger.flush()
      const rows = await node.db.selectFrom('reservations').select('amount').where('user_id', '=', userId).execute()
      return rows.reduce((sum, { amount }) => sum + amount, 0) + node.ledger.unwrittenHolds(userId)
    }
    const first = await reserve('first', 300)
    const second = await reserve('second', 200)
    expect(await held()).toBe(500)
    expect(node.ledger.unwrittenHolds(other.userId)).toBe(q(0))
    await first.release(null)
    expect(await held()).toBe(200)
    await second.release(null)
    expect(await held()).toBe(0)
  })
})
