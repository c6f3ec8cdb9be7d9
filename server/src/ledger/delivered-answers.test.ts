import { afterAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { closeAfterTests, forTests } from '../../test/for-tests.ts'
import { auditLedger } from '../cli/ledger-audit.ts'
import { systemClock } from '../platform/clock.ts'
import { serverEngines } from '../store/test-databases.ts'
import type { LedgerOptions } from './create-ledger.ts'
import type { Reservation } from './ledger.ts'
import {
  addChannel,
  addToken,
  addUser,
  createSkippingClock,
  mustReserve,
  openLedger,
  q,
  untilWritten,
  usageRow,
} from './test-accounts.ts'
import { BatchLink, withLink } from './test-link.ts'

// A node that has lost the database delivers answers whose settlements wait in its spill file. Whatever other nodes do
// with the holds meanwhile, each of these answers is charged once, at its whole price.

describe.if(serverEngines.length > 0)('answers of a node that has lost the database', () => {
  describe.each(serverEngines)('on $name', ({ fresh }) => {
    const closeLater = closeAfterTests()
    const folder = mkdtempSync(join(tmpdir(), 'sluice-delivered-'))
    const store = forTests(fresh)
    afterAll(() => rmSync(folder, { recursive: true }))

    async function setUp({ funds = 8_000, isUnlimited = true, keepsUsageRows = true } = {}) {
      const lines: string[] = []
      const recordLine = (...args: unknown[]) => lines.push(String(args.at(-1)))
      const link = new BatchLink()
      const clock = createSkippingClock()
      const ref = crypto.randomUUID()
      const spillPath = join(folder, ref)
      const open = (log: typeof recordLine, own: Partial<LedgerOptions> = {}) =>
        openLedger(withLink(store, link), {
          clock,
          nodeName: `cut ${ref}`,
          spillPath,
          log: { error: log, warn: log, info: log } as never,
          leasePolicy: { share: 2, holdsMin: 1 },
          keepsUsageRows: () => keepsUsageRows,
          ...own,
        })
      const ledger = closeLater(await open(recordLine))
      const other = closeLater(await openLedger(store))
      const userId = await addUser(store, ref)
      const tokenId = await addToken(store, userId, isUnlimited)
      const channelId = await addChannel(store)
      await other.post({ ref: `funds of ${ref}`, userId, kind: 'initial', amount: q(funds) })
      if (!isUnlimited) await other.setTokenRemain(tokenId, q(funds))
      const row = (charge: number, tokens = charge) => ({
        ...usageRow(userId, tokenId, ref, charge),
        channel_id: channelId,
        prompt_tokens: 10,
        completion_tokens: tokens,
        cost_quota: charge,
        cost_known: 1 as const,
      })
      return {
        ref,
        ledger,
        other,
        link,
        clock,
        userId,
        tokenId,
        channelId,
        lines,
        open,
        hold: (amount: number) => mustReserve(ledger, { ref, userId, tokenId, amount }),
        /** The answer is delivered: its settlement is in the spill file. */
        async deliver(held: Reservation, charge: number) {
          link.isCut = true
          expect(await held.settle(q(charge), row(charge), channelId)).toBe('settled')
        },
        async checkpoint(held: Reservation, charge: number) {
          held.checkpoint(q(charge), row(charge), channelId)
          await ledger.flush()
        },
        /** Other nodes take the node for dead: they end its holds and return its leases. */
        async endByAnother() {
          const epochs = store.db.selectFrom('epochs').select('id').where('node', '=', `cut ${ref}`)
          do {
            await store.db.updateTable('epochs').set({ lease_until: 0 }).where('node', '=', `cut ${ref}`).execute()
            await (await openLedger(store)).close()
          } while (await epochs.executeTakeFirst())
        },
        async returnToDatabase() {
          clock.skipMs += 60_000
          link.isCut = false
          await untilWritten(ledger)
        },
        /** One answer was charged, everywhere. */
        async expectCharged(amount: number) {
          const entries = store.db.selectFrom('ledger_entries').select(['amount', 'ref']).where('user_id', '=', userId)
          const found = await entries.where('kind', '=', 'charge').execute()
          expect(0 - found.reduce((sum, entry) => sum + entry.amount, 0)).toBe(amount)
          const user = store.db.selectFrom('users').selectAll().where('id', '=', userId)
          expect(await user.executeTakeFirstOrThrow()).toMatchObject({
            quota: funds - amount,
            used_quota: amount,
            request_count: 1,
          })
          const token = store.db.selectFrom('api_tokens').selectAll().where('id', '=', tokenId)
          expect(await token.executeTakeFirstOrThrow()).toMatchObject({ used_quota: amount })
          const channel = store.db.selectFrom('channels').select('used_quota').where('id', '=', channelId)
          expect(await channel.executeTakeFirstOrThrow()).toEqual({ used_quota: amount })
          const rows = await store.db.selectFrom('usage_logs').selectAll().where('user_id', '=', userId).execute()
          const sumOf = (name: 'quota' | 'list_quota' | 'cost_quota' | 'prompt_tokens' | 'completion_tokens') =>
            rows.reduce((sum, one) => sum + one[name], 0)
          const whole = { quota: amount, list_quota: amount, cost_quota: amount }
          const tokens = { prompt_tokens: 10, completion_tokens: amount }
          expect({
            quota: sumOf('quota'),
            list_quota: sumOf('list_quota'),
            cost_quota: sumOf('cost_quota'),
            prompt_tokens: sumOf('prompt_tokens'),
            completion_tokens: sumOf('completion_tokens'),
          }).toEqual({ ...whole, ...tokens })
          const hours = await store.db.selectFrom('usage_hours').selectAll().where('user_id', '=', userId).execute()
          expect(hours).toMatchObject([
            { ...whole, ...tokens, calls: 1, cost_known_calls: 1, cost_known_quota: amount },
          ])
          expect(await auditLedger(store)).toMatchObject({ findings: [], usageRowDifferences: [] })
          return {
            entries: found.length,
            rows: rows.map(({ quota, detail }) => ({ quota, detail: JSON.parse(detail) })),
          }
        },
      }
    }

    test.each([
      ['the rest', 40, 850],
      ['the whole', 0, 850],
      ['what was too much back', 90, 50],
    ])('a stream that was charged by its checkpoint is charged %s when its node returns', async (_, before, charge) => {
      const node = await setUp({ funds: 2_000, isUnlimited: false })
      const held = await node.hold(1_000)
      await node.checkpoint(held, before)
      await node.deliver(held, charge)
      await node.endByAnother()
      expect(await node.other.balanceOf(node.userId)).toBe(q(2_000 - before))
      await node.returnToDatabase()
      const { entries, rows } = await node.expectCharged(charge)
      expect(entries).toBe(2)
      expect(rows).toMatchObject([
        { quota: before, detail: { end: 'recovered' } },
        { quota: charge - before, detail: { end: 'corrected', correction: { charge, charged: before } } },
      ])
      expect(node.lines.filter((line) => line.includes('charged the rest of its price'))).toHaveLength(1)
      expect(node.lines.filter((line) => line.includes('reservation_lost'))).toEqual([])
    })

    test('a stream whose checkpoint was its whole charge gets no second entry', async () => {
      const node = await setUp()
      const held = await node.hold(100)
      await node.checkpoint(held, 70)
      await node.deliver(held, 70)
      await node.endByAnother()
      await node.returnToDatabase()
      expect(await node.expectCharged(70)).toMatchObject({ entries: 1 })
    })

    test('plain answers are charged even if the returned hold was spent elsewhere', async () => {
      const node = await setUp({ funds: 5_000, isUnlimited: false })
      const held = await node.hold(5_000)
      await node.deliver(held, 5_000)
      await node.endByAnother()
      const spent = await mustReserve(node.other, {
        ref: `${node.ref} elsewhere`,
        userId: node.userId,
        tokenId: node.tokenId,
        amount: 5_000,
      })
      const row = { ...usageRow(node.userId, node.tokenId, 'elsewhere', 5_000), channel_id: node.channelId }
      expect(await spent.settle(q(5_000), row, node.channelId)).toBe('settled')
      await node.returnToDatabase()
      expect(await node.other.balanceOf(node.userId)).toBe(q(-5_000))
      expect((await auditLedger(store)).findings).toEqual([])
      expect(node.lines).toContain('a call was charged after another node had given up its hold; nothing is lost')
      const refused = await node.other.reserve({ ref: 'r', userId: node.userId, tokenId: node.tokenId, amount: q(1) })
      expect(refused).toMatchObject({ ok: false, available: q(-5_000) })
    })

    test('a free answer keeps its row', async () => {
      const node = await setUp()
      const held = await node.hold(0)
      await node.deliver(held, 0)
      await node.endByAnother()
      await node.returnToDatabase()
      const rows = await store.db.selectFrom('usage_logs').select('quota').where('user_id', '=', node.userId).execute()
      expect(rows).toEqual([{ quota: 0 }])
    })

    test('an answer is charged whole if its refused settlement was committed without an answer', async () => {
      const node = await setUp({ funds: 1_000 })
      const held = await node.hold(1_000)
      await node.checkpoint(held, 40)
      await node.endByAnother()
      // The first attempt finds the hold ended and charges nothing. Its answer is lost, so the stream is delivered.
      node.link.lostAnswers = 1
      expect(
        await held.settle(
          q(700),
          { ...usageRow(node.userId, node.tokenId, node.ref, 700), channel_id: node.channelId },
          node.channelId,
        ),
      ).toBe('settled')
      await node.returnToDatabase()
      const user = store.db.selectFrom('users').select(['quota', 'used_quota']).where('id', '=', node.userId)
      expect(await user.executeTakeFirstOrThrow()).toEqual({ quota: 300, used_quota: 700 })
      expect((await auditLedger(store)).findings).toEqual([])
    })

    test('a node that died keeps the charges of its answers in its file, and the next start takes them once', async () => {
      const node = await setUp({ funds: 1_000 })
      const held = await node.hold(900)
      await node.checkpoint(held, 40)
      await node.deliver(held, 850)
      await node.endByAnother()
      for (let start = 0; start < 2; start++) {
        const next = await node.open(() => 0, { store, clock: systemClock })
        await node.expectCharged(850)
        await next.close()
      }
      // The first process only was cut off.
      await node.returnToDatabase()
      expect(await node.expectCharged(850)).toMatchObject({ entries: 2 })
    })

    test('usage rows that are not kept are corrected in the sums alone', async () => {
      const node = await setUp({ keepsUsageRows: false })
      const held = await node.hold(900)
      await node.checkpoint(held, 40)
      await node.deliver(held, 850)
      await node.endByAnother()
      await node.returnToDatabase()
      const hours = store.db.selectFrom('usage_hours').select(['quota', 'calls']).where('user_id', '=', node.userId)
      expect(await hours.execute()).toEqual([{ quota: 850, calls: 1 }])
      const rows = store.db.selectFrom('usage_logs').select('quota').where('user_id', '=', node.userId)
      expect(await rows.execute()).toEqual([{ quota: 40 }])
    })

    test('an answer whose charge the database refuses is found by the audit', async () => {
      const node = await setUp()
      const held = await node.hold(1_000)
      node.link.isCut = true
      const row = { ...usageRow(node.userId, node.tokenId, node.ref, 850), list_quota: 2 ** 53 }
      expect(await held.settle(q(850), row, node.channelId)).toBe('settled')
      await node.returnToDatabase()
      const { findings } = await auditLedger(store)
      expect(findings).toMatchObject([
        {
          userId: node.userId,
          entry: node.ref,
          problem: 'a delivered answer was not charged',
          expected: 850,
          found: 0,
        },
      ])
      await store.db.deleteFrom('ledger_entries').where('user_id', '=', node.userId).where('amount', '=', 0).execute()
    })
  })
})
