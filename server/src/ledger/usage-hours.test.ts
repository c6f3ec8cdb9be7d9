import { afterAll, describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { auditLedger } from '../cli/ledger-audit.ts'
import { readFailure } from '../core/test-failures.ts'
import { firstTokenCountOf, firstTokenCounts, noFirstTokens } from '../store/first-token-times.ts'
import type { Store } from '../store/open-database.ts'
import { sumByClient } from '../store/sum-by-client.ts'
import { engines } from '../store/test-databases.ts'
import type { UsageRow } from '../store/usage-row.ts'
import type { LedgerEntryRequest } from './ledger.ts'
import { addChannel, addToken, addUser, mustReserve, openLedger, q, usageRow } from './test-accounts.ts'

for (const { name, fresh } of engines) {
  describe(`usage by the hour on ${name}`, () => {
    const stores: Store[] = []
    afterAll(() => Promise.all(stores.map((store) => store.close())))

    const open = (store: Store, keepsUsageRows: boolean) => openLedger(store, { keepsUsageRows: () => keepsUsageRows })
    const setUp = async (keepsUsageRows = true) => {
      const store = await fresh()
      stores.push(store)
      const ledger = await open(store, keepsUsageRows)
      const userId = await addUser(store, 'u')
      const channelId = await addChannel(store)
      const tokenId = await addToken(store, userId, false)
      await ledger.post({ ref: 'initial', userId, kind: 'initial', amount: q(10_000) })
      await ledger.setTokenRemain(tokenId, q(5_000))
      const row = (ref: string, quota: number, more: Partial<UsageRow> = {}): UsageRow => ({
        ...usageRow(userId, tokenId, ref, quota),
        list_quota: quota * 2,
        ...more,
      })
      const call = async (ref: string, charge: number, more: Partial<UsageRow> = {}) => {
        const hold = await mustReserve(ledger, { ref, userId, tokenId, amount: 100 })
        await hold.settle(q(charge), row(ref, charge, more), channelId)
      }
      return { store, ledger, userId, tokenId, channelId, row, call }
    }
    const readHours = ({ db }: Store) =>
      db.selectFrom('usage_hours').selectAll().orderBy('hour').orderBy('model_name').execute()
    const at = 1_790_000_000_000
    const hour = at - (at % 3_600_000)

    test('calls with one key are one row, whatever batch they were in', async () => {
      const { store, ledger, userId, tokenId, row, call } = await setUp()
      await Promise.all([
        call('a', 30, { cost_quota: 7, cost_known: 1 }),
        call('b', 20, { cost_quota: 0, cost_known: 1 }),
        call('c', 50, { detail: '{"served_unpriced":["tier"]}' }),
      ])
      await call('d', 0)
      await call('later', 5, { created_at: hour + 3_600_000 })
      ledger.record({ ...row('e', 0), type: 5, quota: 0, list_quota: 0 })
      ledger.record({ ...row('f', 9), type: 4 })
      await ledger.flush()
      const key = { user_id: userId, token_id: tokenId, channel_id: 1, group_name: 'default' }
      expect(await readHours(store)).toEqual([
        {
          ...key,
          hour,
          model_name: 'gpt-4o-mini',
          calls: 4,
          errors: 1,
          charged_errors: 0,
          quota: 100,
          list_quota: 200,
          cost_quota: 7,
          cost_known_calls: 2,
          cost_known_quota: 50,
          unpriced_calls: 1,
          unpriced_quota: 50,
          prompt_tokens: 40,
          completion_tokens: 80,
          use_time_ms: 1_200,
          cache_read_tokens: 0,
          cache_counted_tokens: 0,
          cache_write_tokens: 0,
          ...noFirstTokens,
        },
        expect.objectContaining({ hour: hour + 3_600_000, calls: 1, quota: 5 }),
      ])
      await ledger.close()
    })

    test('cached input and times to the first token agree with the rows, for random calls', async () => {
      const { store, ledger, call } = await setUp()
      const seed = Math.floor(Math.random() * 2 ** 31)
      const calls = fc.record({
        model_name: fc.constantFrom('a', 'b', 'c'),
        prompt_tokens: fc.nat(1_000),
        is_stream: fc.constantFrom(0, 1),
        created_at: fc.constantFrom(at, at + 3_600_000),
        share: fc.option(fc.integer({ min: 0, max: 10 })),
        frt: fc.option(fc.oneof(fc.constant(-1_000), fc.nat(100_000))),
      })
      const random = fc.sample(calls, { numRuns: 120, seed })
      for (const [index, { share, frt, ...columns }] of random.entries()) {
        const cached = share === null ? null : Math.floor((columns.prompt_tokens * share) / 10)
        const detail = {
          end: 'done',
          ...(frt !== null && { frt }),
          ...(cached !== null && { cache_tokens: cached, cache_creation_tokens: cached, cache_creation_tokens_1h: 1 }),
        }
        await call(`r${index}`, 1, { ...columns, detail: JSON.stringify(detail) })
      }
      await ledger.flush()
      const rows = await store.db.selectFrom('usage_logs').selectAll().execute()
      const expected = new Map<string, Record<string, number>>()
      for (const row of rows) {
        const key = `${row.created_at - (row.created_at % 3_600_000)} ${row.model_name}`
        const sums = expected.get(key) ?? {
          cache_read_tokens: 0,
          cache_counted_tokens: 0,
          cache_write_tokens: 0,
          ...noFirstTokens,
        }
        expected.set(key, sums)
        const detail = JSON.parse(row.detail) as { frt?: number; cache_tokens?: number; cache_creation_tokens?: number }
        const add = (name: string, value: number) => {
          sums[name] = (sums[name] ?? 0) + value
        }
        if (detail.cache_tokens !== undefined) {
          add('cache_read_tokens', detail.cache_tokens)
          add('cache_counted_tokens', row.prompt_tokens)
          add('cache_write_tokens', detail.cache_creation_tokens ?? 0)
        }
        if (row.is_stream === 1 && detail.frt !== undefined && detail.frt > 0) add(firstTokenCountOf(detail.frt), 1)
      }
      const names = ['cache_read_tokens', 'cache_counted_tokens', 'cache_write_tokens', ...firstTokenCounts] as const
      const found = (await readHours(store)).map((hour) => [
        `${hour.hour} ${hour.model_name}`,
        Object.fromEntries(names.map((name) => [name, hour[name]])),
      ])
      expect([seed, Object.fromEntries(found)]).toEqual([seed, Object.fromEntries(expected)])
      await ledger.close()
    })

    test('sums by program and one more column agree with the rows, for random calls', async () => {
      const { store, ledger, call, row } = await setUp()
      const seed = Math.floor(Math.random() * 2 ** 31)
      const calls = fc.record({
        model_name: fc.constantFrom('a', 'b'),
        group_name: fc.constantFrom('default', 'vip'),
        client: fc.constantFrom('', 'Codex', 'Claude Code', 'made-up', 'another'),
        type: fc.constantFrom(2, 2, 5),
        created_at: fc.constantFrom(at, at + 3_600_000),
        charge: fc.nat(9),
      })
      for (const [index, { charge, type, ...columns }] of fc.sample(calls, { numRuns: 100, seed }).entries())
        if (type === 5) ledger.record({ ...row(`r${index}`, 0), ...columns, type })
        else await call(`r${index}`, charge, columns)
      await ledger.flush()
      const rows = await store.db.selectFrom('usage_logs').selectAll().where('type', 'in', [2, 5]).execute()
      const step = { lengthMs: 3_600_000, offsetMs: 0 }
      for (const column of ['model_name', 'group_name'] as const)
        for (const modelName of [undefined, 'a']) {
          const expected: Record<string, number[]> = {}
          for (const one of rows.filter(({ model_name }) => modelName === undefined || model_name === modelName)) {
            const client = one.client === 'made-up' || one.client === 'another' ? 'other' : one.client
            const key = `${one.created_at - (one.created_at % step.lengthMs)} ${client} ${one[column]}`
            const [count = 0, errors = 0, charged = 0] = expected[key] ?? []
            const isCall = one.type === 2
            expected[key] = [count + Number(isCall), errors + Number(!isCall), charged + (isCall ? one.quota : 0)]
          }
          const filter = { fromAt: hour, untilAt: hour + 2 * step.lengthMs, modelName }
          const sums = await sumByClient(store.reports, filter, { columns: ['client', column], step })
          const found = sums.map((sum) => [
            `${sum.at} ${sum.client} ${sum[column]}`,
            [sum.calls, sum.errors, sum.quota],
          ])
          expect([seed, column, Object.fromEntries(found)]).toEqual([seed, column, expected])
        }
      await ledger.close()
    })

    test('calls of known programs are summed by program, too; others are one, and unknown ones none', async () => {
      const { store, ledger, row, call } = await setUp()
      await call('a', 30, { client: 'Claude Code', detail: '{"cache_tokens":3}' })
      await call('b', 20, { client: 'Claude Code' })
      await call('c', 10, { client: 'made-up-1' })
      await call('d', 5, { client: 'made-up-2' })
      await call('e', 1)
      ledger.record({ ...row('f', 0), type: 5, client: 'Codex' })
      await ledger.flush()
      const read = () => store.db.selectFrom('usage_client_hours').selectAll().orderBy('client').execute()
      expect(await read()).toMatchObject([
        {
          client: 'Claude Code',
          calls: 2,
          errors: 0,
          quota: 50,
          cache_read_tokens: 3,
          model_name: 'gpt-4o-mini',
          hour,
        },
        { client: 'Codex', calls: 0, errors: 1, quota: 0 },
        { client: 'other', calls: 2, errors: 0, quota: 15 },
      ])
      expect(await readHours(store)).toMatchObject([{ calls: 5, errors: 1, quota: 66 }])
      await call('g', 4, { client: 'Codex' })
      await ledger.flush()
      expect((await read())[1]).toMatchObject({ client: 'Codex', calls: 1, errors: 1, quota: 4 })
      await ledger.close()
    })

    test('the cached input of a tool is not that of the call', async () => {
      const { store, ledger, call } = await setUp()
      const used = { cache_tokens: 500, cache_creation_tokens: 600 }
      const runs = [{ tool: 'advisor', count: 1, tokens: { detail: used } }]
      await call('a', 1, { prompt_tokens: 10, detail: JSON.stringify({ cache_tokens: 4, tool_runs: runs }) })
      const own = { cache_tokens: 0, cache_creation_tokens: 2, tool_runs: runs }
      await call('c', 1, { prompt_tokens: 10, detail: JSON.stringify(own) })
      await call('b', 1, { prompt_tokens: 10, detail: JSON.stringify({ text: '"cache_tokens":9' }) })
      await ledger.flush()
      const sums = { cache_read_tokens: 4, cache_counted_tokens: 20, cache_write_tokens: 2 }
      expect(await readHours(store)).toMatchObject([sums])
      await ledger.close()
    })

    test('an API token knows the program of its last call; a call of an unknown one changes nothing', async () => {
      const { store, ledger, call } = await setUp()
      const read = async () => (await store.db.selectFrom('api_tokens').select('last_client').execute())[0]?.last_client
      expect(await read()).toBe('')
      await call('a', 1, { client: 'Claude Code' })
      await call('b', 1, { client: 'Codex' })
      await ledger.flush()
      expect(await read()).toBe('Codex')
      await call('c', 1)
      await ledger.flush()
      expect(await read()).toBe('Codex')
      const rows = await store.db.selectFrom('usage_logs').select('client').orderBy('request_id').execute()
      expect(rows.map(({ client }) => client)).toEqual(['Claude Code', 'Codex', ''])
      await ledger.close()
    })

    test('a failed call that was charged is one of the failures, and its charge counts', async () => {
      const { store, ledger, row, call } = await setUp()
      await call('cut', 30)
      ledger.record({ ...row('cut', 0), type: 5, is_charged: 1 })
      ledger.record({ ...row('refused', 0), type: 5 })
      await ledger.flush()
      expect(await readHours(store)).toMatchObject([{ calls: 1, errors: 2, charged_errors: 1, quota: 30 }])
      await ledger.close()
    })

    test('a later part of a charge is money of a call that is counted already', async () => {
      const { store, ledger, call } = await setUp()
      await call('video', 30, { cost_quota: 10, cost_known: 1 })
      await call('rest', 12, { cost_quota: 4, cost_known: 1, is_charged: 1 })
      await ledger.flush()
      const money = { calls: 1, quota: 42, cost_quota: 14, cost_known_calls: 1, cost_known_quota: 42 }
      expect(await readHours(store)).toMatchObject([money])
      const users = await store.db.selectFrom('users').select(['used_quota', 'request_count']).execute()
      expect(users).toEqual([{ used_quota: 42, request_count: 1 }])
      await ledger.close()
    })

    test('a call that never reached a channel is counted without the requested model', async () => {
      const { store, ledger, row } = await setUp()
      for (const model_name of ['made-up-1', 'made-up-2'])
        ledger.record({ ...row(model_name, 0), type: 5, channel_id: 0, model_name })
      await ledger.flush()
      expect(await readHours(store)).toMatchObject([{ model_name: '', errors: 2, calls: 0 }])
      await ledger.close()
    })

    test('hours and balances are kept even where rows are not', async () => {
      const { store, ledger, row, call } = await setUp(false)
      await call('a', 30)
      ledger.record({ ...row('e', 0), type: 5 })
      await ledger.flush()
      const rows = await store.db.selectFrom('usage_logs').select('type').execute()
      expect(rows).toEqual([{ type: 5 }])
      expect(await readHours(store)).toMatchObject([{ calls: 1, errors: 1, quota: 30 }])
      expect((await auditLedger(store)).findings).toEqual([])
      await ledger.close()
    })

    test.each([true, false])('after a crash the delivered part counts once; rows are kept: %p', async (isKept) => {
      const { store, ledger, userId, tokenId, channelId, row } = await setUp(isKept)
      const hold = await mustReserve(ledger, { ref: 'stream', userId, tokenId, amount: 100 })
      hold.checkpoint(q(40), row('stream', 40), channelId)
      await ledger.flush()
      await store.db.updateTable('epochs').set({ lease_until: 0 }).execute()
      const next = await open(store, isKept)
      expect(await readHours(store)).toMatchObject([{ calls: 1, quota: 40, list_quota: 80 }])
      expect(await store.db.selectFrom('usage_logs').select('quota').execute()).toHaveLength(isKept ? 1 : 0)
      if (store.engine !== 'sqlite') {
        await hold.settle(q(90), row('stream', 90), channelId)
        expect(await readHours(store)).toMatchObject([{ calls: 1, quota: 40 }])
        await ledger.close()
      }
      await next.close()
    })

    test('a refund returns the charge to user and token and corrects every total, once', async () => {
      const { store, ledger, userId, tokenId, channelId, call } = await setUp()
      const balance = () => ledger.balanceOf(userId)
      await store.db.updateTable('channels').set({ name: 'c' }).execute()
      await call('task', 80, { channel_id: channelId, cost_quota: 8, cost_known: 1 })
      expect(await balance()).toBe(q(9_920))
      const refund: LedgerEntryRequest = {
        ref: 'task:refund',
        userId,
        kind: 'refund',
        amount: q(60),
        note: { code: 'task_failed', params: { id: 1 } },
        refunds: {
          tokenId,
          channelId,
          groupName: 'default',
          modelName: 'gpt-4o-mini',
          list: q(120),
          cost: q(6),
        },
      }
      expect(await ledger.post(refund)).toBe('done')
      expect(await ledger.post(refund)).toBe('duplicate')
      expect(await balance()).toBe(q(9_980))
      const user = await store.db.selectFrom('users').select(['quota', 'used_quota']).executeTakeFirst()
      expect(user).toEqual({ quota: 9_980, used_quota: 20 })
      const token = store.db.selectFrom('api_tokens').select(['remain_quota', 'used_quota', 'granted_quota'])
      expect(await token.executeTakeFirst()).toEqual({
        remain_quota: 4_980,
        used_quota: 20,
        granted_quota: 5_000,
      })
      const channel = await store.db.selectFrom('channels').select('used_quota').executeTakeFirst()
      expect(channel).toEqual({ used_quota: 20 })
      const sums = { calls: 0, quota: 0, list_quota: 0, cost_quota: 0, cost_known_quota: 0 }
      for (const row of await readHours(store))
        for (const column of Object.keys(sums) as (keyof typeof sums)[]) sums[column] += row[column]
      expect(sums).toEqual({ calls: 1, quota: 20, list_quota: 40, cost_quota: 2, cost_known_quota: 20 })
      expect((await auditLedger(store)).findings).toEqual([])
      // The balance in memory agrees: the refund can be spent, and no more.
      expect(await ledger.reserve({ ref: 'all', userId, tokenId, amount: q(4_981) })).toMatchObject({
        ok: false,
      })
      expect(await ledger.reserve({ ref: 'all', userId, tokenId, amount: q(4_980) })).toMatchObject({
        ok: true,
      })
      await ledger.close()
    })

    test('a refund counts even if its batch takes as much as the refund returns', async () => {
      const { store, ledger, userId, tokenId, channelId, call } = await setUp()
      await call('task', 80, { channel_id: channelId })
      const refunds = { tokenId, channelId, groupName: '', modelName: '', list: q(0), cost: null }
      await Promise.all([
        ledger.post({ ref: 'back', userId, kind: 'refund', amount: q(80), refunds }),
        ledger.post({ ref: 'taken', userId, kind: 'adjustment', amount: q(-80) }),
        mustReserve(ledger, { ref: 'held', userId, tokenId, amount: 80 }),
      ])
      await ledger.flush()
      expect((await auditLedger(store)).findings).toEqual([])
      await ledger.close()
    })

    test('only a refund reverses a charge', async () => {
      const { ledger, userId, channelId } = await setUp()
      const refunds = { tokenId: null, channelId, groupName: '', modelName: '', list: q(0), cost: null }
      const credit = ledger.post({ ref: 'x', userId, kind: 'credit', amount: q(1), refunds })
      expect(await readFailure(credit)).toBeInstanceOf(RangeError)
      await ledger.close()
    })
  })
}
