import { firstGroup } from '@sluice/contract/account-groups'
import type {
  DoctorEstimate,
  DoctorResult,
  doctorEstimateRequest,
  doctorRequest,
} from '@sluice/contract/channel-doctor'
import type { z } from 'zod'
import type { ConsoleCaller } from '../../identity/console-caller.ts'
import { createSlots } from '../../platform/slots.ts'
import { estimateDoctor } from '../../upkeep/doctor/estimate-doctor.ts'
import { runDoctor } from '../../upkeep/doctor/run-doctor.ts'
import type { AdminDependencies } from '../dependencies.ts'
import type { ChannelService } from './service.ts'

/** Runs by all administrators: at once, and the longest queue. */
const slots = { atOnce: 8, waiting: 500 }

/** Tests channels as clients of each format call them: through the API for models, pinned to the channel. */
export function createDoctor(deps: AdminDependencies, channels: Pick<ChannelService, 'read'>) {
  const { state, clock, config, callModels } = deps
  const inTurn = createSlots(slots)
  return {
    /** In the group of the caller. Throws GatewayError `not_found`. */
    async estimate(id: number, plan: z.output<typeof doctorEstimateRequest>, caller: ConsoleCaller) {
      await channels.read(id)
      const { options } = state.current()
      const groupRatio = options.GroupRatio[firstGroup(caller.group)] ?? 1
      return estimateDoctor(plan, { options, groupRatio, now: clock.now() }) satisfies DoctorEstimate
    },

    /** The calls are charged to the caller. Throws GatewayError `not_found`, `server_overloaded`. */
    async run(
      id: number,
      { model, client, checks }: z.output<typeof doctorRequest>,
      { caller, signal }: { caller: ConsoleCaller; signal: AbortSignal },
    ): Promise<DoctorResult[]> {
      await channels.read(id)
      const person = { id: caller.id, channelId: id, name: 'channel-doctor' }
      const ask = (request: Request) => callModels(request, person)
      const origin = `http://localhost${config.BASE_PATH}`
      return await inTurn(() => runDoctor({ clock, ask, origin, signal }, { model, client }, checks))
    },
  }
}

export type Doctor = ReturnType<typeof createDoctor>
