import { describe, expect, test } from 'bun:test'
import { forTests } from '../../test/for-tests.ts'
import { rebuildAbilities } from './abilities.ts'
import {
  cancelSweep,
  claimSweep,
  countSweepResults,
  doctorKind,
  dropWork,
  findChannelsToSweep,
  findSweep,
  finishSweep,
  listSweepResults,
  listSweeps,
  listWorks,
  renewSweep,
  type SweepResultRow,
  saveSweepResult,
  setSweepTotal,
} from './channel-sweeps.ts'
import { deleteChannels, findChannel, insertChannel } from './channels.ts'
import { countDoctorPairs, insertDoctorPairs, listDoctorPairs, updateDoctorPair } from './doctor-runs.ts'
import type { NewChannel } from './schema.ts'
import { switchChannel } from './switch-channel.ts'
import { newTestChannel } from './test-channels.ts'
import { engines } from './test-databases.ts'

const result = (channel_id: number, outcome: string): SweepResultRow => ({
  kind: 'test',
  channel_id,
  channel_name: `渠道 ${channel_id}`,
  outcome,
  message: '',
  reason: null,
  model: 'gpt-4o',
  duration_ms: 12,
  has_balance: 0,
  balance: 0,
  currency: '',
  switched: '',
})
const reasonFields = {
  status_reason: 'a test passed',
  status_reason_data: { code: 'test_passed' as const, params: {} },
}
const claim = (runId: string, now: number, ifScheduledBefore?: number) => ({
  kind: 'test' as const,
  runId,
  startedBy: 'vera',
  now,
  leaseUntil: now + 60,
  ...(ifScheduledBefore !== undefined && { ifScheduledBefore }),
})

for (const engine of engines) {
  describe(engine.name, () => {
    const store = forTests(engine.fresh)

    test('only one of many concurrent requests starts the sweep', async () => {
      const claims = ['a', 'b', 'c', 'd'].map((runId) => claimSweep(store.db, claim(runId, 1_000)))
      expect((await Promise.all(claims)).filter((isClaimed) => isClaimed)).toHaveLength(1)
      const row = await findSweep(store.db, 'test')
      expect(row).toMatchObject({ state: 'running', started_by: 'vera', started_at: 1_000, scheduled_at: 0 })
      expect(await findSweep(store.db, 'balance')).toBeUndefined()
    })

    test('a sweep can be claimed again once its lease is over, and its former owner is notified', async () => {
      const before = { kind: 'test' as const, runId: (await findSweep(store.db, 'test'))?.run_id ?? '' }
      await saveSweepResult(store.db, result(1, 'failed'))
      expect(await renewSweep(store.db, before, { leaseUntil: 1_100 })).toBe('running')
      expect(await claimSweep(store.db, claim('late', 1_099))).toBe(false)
      expect(await claimSweep(store.db, claim('late', 1_100))).toBe(true)
      expect(await renewSweep(store.db, before, { leaseUntil: 9_999 })).toBe('lost')
      expect(await listSweepResults(store.db, 'test', 10)).toEqual([])
    })

    test('a request to cancel ends it once', async () => {
      const run = { kind: 'test' as const, runId: 'late' }
      expect(await renewSweep(store.db, run, { leaseUntil: 1_200 })).toBe('running')
      expect(await cancelSweep(store.db, 'test', 1_150)).toBe(true)
      expect(await renewSweep(store.db, run, { leaseUntil: 1_200 })).toBe('cancelled')
      await finishSweep(store.db, run, { state: 'cancelled', now: 1_160 })
      expect(await findSweep(store.db, 'test')).toMatchObject({ state: 'cancelled', finished_at: 1_160 })
      expect(await cancelSweep(store.db, 'test', 1_170)).toBe(false)
    })

    test('the schedule starts a sweep some time after its last sweep; a manual start does not wait', async () => {
      const finish = (runId: string) =>
        finishSweep(store.db, { kind: 'test', runId }, { state: 'finished', now: 2_001 })
      expect(await claimSweep(store.db, claim('first', 2_000, 1_000))).toBe(true)
      await finish('first')
      expect(await claimSweep(store.db, claim('soon', 2_500, 1_999))).toBe(false)
      expect(await claimSweep(store.db, claim('hand', 2_600))).toBe(true)
      await finish('hand')
      expect(await claimSweep(store.db, claim('second', 3_000, 2_000))).toBe(true)
      expect(await findSweep(store.db, 'test')).toMatchObject({ scheduled_at: 3_000, is_cancelled: 0 })
    })

    test('results are counted, and failures come first', async () => {
      const run = { kind: 'test' as const, runId: 'second' }
      await setSweepTotal(store.db, run, 3)
      for (const [id, outcome] of [
        [3, 'passed'],
        [1, 'skipped'],
        [2, 'failed'],
        [4, 'passed'],
      ] as const)
        await saveSweepResult(store.db, result(id, outcome))
      await saveSweepResult(store.db, { ...result(4, 'failed'), message: 'x', has_balance: 1, balance: 1.25 })
      expect(await countSweepResults(store.db, 'test')).toEqual({ passed: 1, failed: 2, skipped: 1 })
      expect(await countSweepResults(store.db, 'balance')).toEqual({ passed: 0, failed: 0, skipped: 0 })
      const listed = await listSweepResults(store.db, 'test', 3)
      expect(listed.map((row) => row.channel_id)).toEqual([2, 4, 1])
      expect(listed[1]).toMatchObject({ message: 'x', balance: 1.25, has_balance: 1 })
    })

    test('channels are switched from the expected status only, together with their abilities', async () => {
      const insert = async (more: Partial<NewChannel>) => {
        const row = await insertChannel(store.db, newTestChannel(more))
        await rebuildAbilities(store.db, row)
        return row.id
      }
      const [on, off, auto, expired] = [
        await insert({}),
        await insert({ status: 2 }),
        await insert({ status: 3, slow_tests: 2 }),
        await insert({ expires_at: 10 }),
      ]
      const reason = { ...reasonFields, status_time: 5 }
      const change = (id: number, to: 'enable' | 'disable') =>
        switchChannel(store.db, { id, to, reason }, async () => {})
      const sweep = (withAutoDisabled: boolean) => findChannelsToSweep(store.db, { now: 10, withAutoDisabled })
      expect(await sweep(false)).toEqual([on])
      expect(await sweep(true)).toEqual([on, auto])
      expect(await sweep(true)).not.toContain(expired)
      expect([await change(off, 'disable'), await change(off, 'enable')]).toEqual([false, false])
      expect([await change(on, 'enable'), await change(on, 'disable')]).toEqual([false, true])
      expect(await change(auto, 'enable')).toBe(true)
      expect(await findChannel(store.db, auto)).toMatchObject({ status: 1, slow_tests: 0, refused_tests: 0 })
      const { other_info, status } = (await findChannel(store.db, on)) ?? {}
      expect([status, JSON.parse(other_info ?? '')]).toEqual([3, reason])
      const abilities = await store.db
        .selectFrom('abilities')
        .select(['channel_id', 'enabled'])
        .orderBy('channel_id')
        .execute()
      expect(abilities.map((row) => row.enabled)).toEqual([0, 0, 1, 1])
    })

    test('a failure of the accompanying write undoes the switch', async () => {
      const { id } = await insertChannel(store.db, newTestChannel())
      const fail = async () => {
        throw new Error('no')
      }
      const reason = { ...reasonFields, status_time: 0 }
      const failed = await switchChannel(store.db, { id, to: 'disable', reason }, fail).catch(() => 'failed')
      expect(failed).toBe('failed')
      expect((await findChannel(store.db, id))?.status).toBe(1)
    })

    test('the doctor of a channel keeps its pairs in their order until the channel is deleted', async () => {
      const { id } = await insertChannel(store.db, newTestChannel())
      const kind = doctorKind(id)
      const run = { kind, runId: 'd' }
      const plan = { models: ['m', 'n', 'm'], clients: ['openai', 'gemini'], checks: ['plain'] } as const
      await claimSweep(store.db, { ...run, startedBy: 'vera', now: 5_000, leaseUntil: 5_060 })
      await insertDoctorPairs(store.db, id, { models: [...plan.models], clients: [...plan.clients], checks: ['plain'] })
      const found = { check: 'plain', outcome: 'failed', finding: 'no_text', detail: '', time: 1 } as const
      const place = { channelId: id, index: 1 }
      await updateDoctorPair(store.db, place, { state: 'done', checks: ['plain'], results: [found] })
      const { checks, pairs } = await listDoctorPairs(store.db, id)
      expect(checks).toEqual(['plain'])
      expect(pairs.map(({ model, client, state }) => `${model} ${client} ${state}`)).toEqual([
        'm openai waiting',
        'm gemini done',
        'n openai waiting',
        'n gemini waiting',
      ])
      expect(pairs[1]?.results).toEqual([found])
      expect(await countDoctorPairs(store.db, [kind])).toEqual(new Map([[kind, { done: 1, failed: 1 }]]))
      expect((await listWorks(store.db, 20)).map((row) => row.kind)).toEqual([kind])
      expect((await listSweeps(store.db)).map((row) => row.kind)).not.toContain(kind)
      await deleteChannels(store.db, [id])
      expect(await listDoctorPairs(store.db, id)).toEqual({ checks: [], pairs: [] })
      expect(await listWorks(store.db, 20)).toEqual([])
    })

    test('of simultaneous claims of work that leaves nothing behind one wins at a time, and none fails', async () => {
      let running = 0
      const claimOften = async (name: string) => {
        for (let turn = 0; turn < 12; turn++) {
          const run = { kind: 'export:8' as const, runId: `${name}${turn}` }
          const isOurs = await claimSweep(store.db, { ...run, startedBy: 'vera', now: 7_000, leaseUntil: 7_060 })
          if (!isOurs) continue
          running += 1
          expect(running).toBe(1)
          await renewSweep(store.db, run, { leaseUntil: 7_120 })
          running -= 1
          await dropWork(store.db, run)
        }
      }
      await Promise.all(['a', 'b', 'c', 'd'].map(claimOften))
      expect(await listWorks(store.db, 20)).toEqual([])
    })

    test('work of unknown length stores how much is done, and leaves nothing behind on request', async () => {
      const run = { kind: 'export:7' as const, runId: 'e' }
      await claimSweep(store.db, { ...run, startedBy: 'vera', now: 6_000, leaseUntil: 6_060 })
      expect(await renewSweep(store.db, run, { leaseUntil: 6_120, done: 1_500 })).toBe('running')
      expect(await listWorks(store.db, 20)).toMatchObject([{ kind: 'export:7', total: 1_500, lease_until: 6_120 }])
      await dropWork(store.db, { ...run, runId: 'of another' })
      expect(await listWorks(store.db, 20)).toHaveLength(1)
      await dropWork(store.db, run)
      expect(await listWorks(store.db, 20)).toEqual([])
    })
  })
}
