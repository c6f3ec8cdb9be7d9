import { firstGroup } from '@sluice/contract/account-groups'
import { hasRight } from '@sluice/contract/admin-rights'
import type { DoctorEstimate, DoctorPlan, DoctorRun } from '@sluice/contract/channel-doctor'
import { GatewayError } from '../../core/errors.ts'
import { toSeconds } from '../../core/to-seconds.ts'
import type { ConsoleCaller } from '../../identity/console-caller.ts'
import { inParallel } from '../../platform/in-parallel.ts'
import { describeError } from '../../platform/log.ts'
import { createSlots } from '../../platform/slots.ts'
import { factsOfModel } from '../../state/facts-of-model.ts'
import { priceListOf } from '../../state/price-list-of.ts'
import { doctorKind, findSweep } from '../../store/channel-sweeps.ts'
import { insertDoctorPairs, listDoctorPairs, pairsOfPlan, updateDoctorPair } from '../../store/doctor-runs.ts'
import { findUser, isBanned } from '../../store/users.ts'
import { estimateDoctor } from '../../upkeep/doctor/estimate-doctor.ts'
import { runDoctor } from '../../upkeep/doctor/run-doctor.ts'
import type { WorkRun } from '../../upkeep/long-works.ts'
import { sweepStateOf } from '../../upkeep/sweeper.ts'
import type { AdminDependencies } from '../dependencies.ts'
import type { Audit } from '../record-audit.ts'
import type { ChannelService } from './service.ts'

/** Pairs of a model and a client that a run checks at once, and those of all runs of this node. */
const ofRunAtOnce = 4
const slots = { atOnce: 8, waiting: 500 }

/** Tests channels as clients of each format call them: through the API for models, pinned to the channel. */
export function createDoctor(deps: AdminDependencies, channels: Pick<ChannelService, 'read'>) {
  const { db, state, clock, log, config, callModels, upkeep } = deps
  const inTurn = createSlots(slots)

  /** Of a model that has a price; null = unknown. */
  function contextTokensOf(model: string): number | null {
    const { catalogue } = state.current()
    return factsOfModel(model, catalogue.cardOf(model) ?? null).context_tokens ?? null
  }
  const isPriced = (model: string): boolean => priceListOf(state.current().options).priceOf(model, clock.now()) !== null

  /** A run outlives the request that started it, and maybe the rights of its account. */
  async function mayStill(userId: number): Promise<boolean> {
    const user = await findUser(db, userId)
    if (!user || isBanned(user)) return false
    return hasRight({ role: user.role, withheldRights: user.withheld_rights }, 'channel.operate')
  }

  async function perform(id: number, plan: DoctorPlan, caller: ConsoleCaller, run: WorkRun): Promise<void> {
    const { signal } = run
    const person = { id: caller.id, channelId: id, name: 'channel-doctor' }
    const ask = async (request: Request) => {
      if (await mayStill(caller.id)) return await callModels(request, person)
      await upkeep.works.cancel(doctorKind(id))
      throw new GatewayError('insufficient_rights')
    }
    const tools = { clock, ask, origin: `http://localhost${config.BASE_PATH}`, signal }
    const { checks } = plan
    const pairs = pairsOfPlan(plan).map((pair, index) => ({ ...pair, index }))
    await inParallel(pairs, ofRunAtOnce, async ({ model, client, index }) => {
      if (signal.aborted) return
      const place = { channelId: id, index }
      await updateDoctorPair(db, place, { state: 'running', checks, results: [] })
      const subject = { model, client, contextTokens: isPriced(model) ? contextTokensOf(model) : null }
      const results = await inTurn(() => runDoctor(tools, subject, checks)).catch((error: unknown) => {
        log.warn({ channel: id, model, client, error: describeError(error) }, 'the checks of an endpoint failed')
        return null
      })
      // Half of the checks say nothing about the model.
      if (signal.aborted) await updateDoctorPair(db, place, { state: 'waiting', checks, results: [] })
      else if (results === null) await updateDoctorPair(db, place, { state: 'refused', checks, results: [] })
      else await updateDoctorPair(db, place, { state: 'done', checks, results })
      await run.renew()
    })
  }

  async function read(id: number): Promise<DoctorRun> {
    await channels.read(id)
    const row = await findSweep(db, doctorKind(id))
    if (row === undefined)
      return { state: 'idle', started_at: 0, finished_at: 0, started_by: '', checks: [], pairs: [] }
    const { checks, pairs: stored } = await listDoctorPairs(db, id)
    const state = sweepStateOf(row, clock.now())
    // A run that ended with its server leaves pairs that nothing checks.
    const pairs = stored.map((pair) =>
      state !== 'running' && pair.state === 'running' ? { ...pair, state: 'waiting' as const } : pair,
    )
    return {
      state,
      started_at: toSeconds(row.started_at),
      finished_at: toSeconds(row.finished_at),
      started_by: row.started_by,
      checks: [...checks],
      pairs,
    }
  }

  return {
    /** In the group of the caller. Throws GatewayError `not_found`. */
    async estimate(id: number, plan: DoctorPlan, caller: ConsoleCaller) {
      await channels.read(id)
      const { options } = state.current()
      const groupRatio = options.GroupRatio[firstGroup(caller.group)] ?? 1
      return estimateDoctor(plan, {
        options,
        groupRatio,
        now: clock.now(),
        contextTokensOf,
      }) satisfies DoctorEstimate
    },

    /** The calls are charged to the caller. Throws GatewayError `not_found`, `work_running`. */
    async start(
      id: number,
      plan: DoctorPlan,
      { caller, audit }: { caller: ConsoleCaller; audit: Audit },
    ): Promise<DoctorRun> {
      await channels.read(id)
      const { promise: planned, resolve: tellPlanned } = Promise.withResolvers<void>()
      const started = await upkeep.works.start(doctorKind(id), { startedBy: caller.username }, async (run) => {
        await insertDoctorPairs(db, id, plan)
        await run.setTotal(pairsOfPlan(plan).length)
        tellPlanned()
        await perform(id, plan, caller, run)
      })
      if (started === null) throw new GatewayError('work_running')
      await Promise.race([planned, started.ended])
      await audit({ action: 'channel.doctor', objectType: 'channel', objectId: id, after: plan })
      return await read(id)
    },

    /** The last run. Throws GatewayError `not_found`. */
    read,

    cancel: (id: number): Promise<boolean> => upkeep.works.cancel(doctorKind(id)),
  }
}

export type Doctor = ReturnType<typeof createDoctor>
