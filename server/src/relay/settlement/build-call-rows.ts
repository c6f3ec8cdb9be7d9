import { packParams } from '@sluice/contract/pack-params'
import { logType } from '@sluice/contract/roles'
import type { Unbelieved, UsageLogDetail } from '@sluice/contract/usage-log'
import type { Billable } from '../../core/billing/billable.ts'
import { buildChargeDetail } from '../../core/billing/build-charge-detail.ts'
import type { Charge } from '../../core/billing/charge.ts'
import { knownCostOf } from '../../core/billing/cost.ts'
import type { CallPrice } from '../../core/billing/price-plan.ts'
import type { GatewayError } from '../../core/errors.ts'
import type { Served } from '../../core/usage/served.ts'
import type { ToolRun } from '../../core/usage/tool-runs.ts'
import { inputTotal, outputTotal, type Usage } from '../../core/usage/usage.ts'
import type { Clock } from '../../platform/clock.ts'
import type { ChannelState } from '../../state/snapshot.ts'
import { buildUsageRow, type UsageRow } from '../../store/usage-row.ts'
import type { CallEnd } from '../call/call-end.ts'
import type { Caller } from '../call/caller.ts'
import type { AdmittedCall, RelayCall } from '../call/relay-call.ts'
import { operationOf } from '../passage/operations.ts'

export interface ChargedResult {
  /** How often a fixed price was due; absent = as often as requested. */
  units?: number
  usage: Usage
  charge: Charge
  isEstimated: boolean
  /** As in a billable. */
  sample?: Usage | undefined
  /** How the call was served; absent = in the standard way. */
  served?: Served | undefined
  /** Paid tools that ran, other than searches; absent = none. */
  toolRuns?: readonly ToolRun[] | undefined
  /** Names of counts in the report that no reader knows; absent = none. */
  unknown?: readonly string[] | undefined
  /** What the report says beyond what is possible; absent = nothing. */
  unbelieved?: Unbelieved | undefined
  /** The price with those of the models that the tools used; absent = the call's. */
  price?: CallPrice | undefined
  /** The part of the price that the work costs, which the price includes; absent = the whole. */
  discount?: number | undefined
  end: CallEnd
  /** Milliseconds from the call's start to the upstream's first frame; null for plain answers. */
  firstFrameMs: number | null
}

/** The parts of a call that every row contains. */
type LoggedCall = Pick<RelayCall, 'id' | 'startedMonotonic' | 'path' | 'clientAddress' | 'attempts'> &
  Partial<Pick<RelayCall, 'client'>>

/** The parts of a call that a charged row contains. */
export type ChargedCall = LoggedCall &
  Pick<RelayCall, 'startedAt'> &
  Pick<AdmittedCall, 'group' | 'routedModel' | 'terms' | 'known' | 'promptPart'> & {
    caller: LoggedCaller
    target: Pick<RelayCall['target'], 'operation'>
    request: { model: string }
  }

type LoggedCaller = Pick<Caller, 'userId' | 'username' | 'tokenId' | 'tokenName'>

/** The row of a call that was charged. */
export function buildChargedRow(
  clock: Clock,
  call: ChargedCall,
  attempt: { channel: Pick<ChannelState, 'id' | 'costPrices'>; upstreamModel: string },
  result: ChargedResult,
): UsageRow {
  const { imageFactor } = call.terms
  const { usage, served, toolRuns, sample, units = call.terms.units, price = call.terms.price } = result
  const billable: Billable = { usage, units, imageFactor, served, toolRuns, sample }
  const cost = knownCostOf(attempt.channel.costPrices, [call.routedModel, attempt.upstreamModel], {
    billable,
    price,
    quotaPerUnit: call.terms.quotaPerUnit,
    at: call.startedAt,
  })
  const detail: UsageLogDetail = {
    ...buildChargeDetail(billable, result.charge.price, { ...call.terms, tools: price }),
    frt: result.firstFrameMs === null ? -1000 : Math.round(result.firstFrameMs),
    ...(attempt.upstreamModel === call.request.model
      ? {}
      : { is_model_mapped: true, upstream_model_name: attempt.upstreamModel }),
    ...(result.discount === undefined || result.discount === 1 ? {} : { discount: result.discount }),
    ...(result.isEstimated ? { usage_estimated: true } : {}),
    ...(call.promptPart && { prompt_part: call.promptPart }),
    ...(result.unknown && { usage_unknown_fields: result.unknown }),
    ...(result.unbelieved && { usage_unbelieved: result.unbelieved }),
    ...(isSpoken(call, result) ? { characters: true } : {}),
    end: result.end,
    list_quota: result.charge.list,
    exact_quota: result.charge.exact,
    ...callDetail(clock, call, cost),
  }
  return buildUsageRow({
    ...callerColumns(clock, call, call.caller),
    type: logType.consume,
    channel_id: attempt.channel.id,
    model_name: call.request.model,
    group_name: call.group,
    quota: result.charge.quota,
    list_quota: result.charge.list,
    cost_quota: cost ?? 0,
    cost_known: cost === null ? 0 : 1,
    prompt_tokens: inputTotal(result.usage),
    completion_tokens: outputTotal(result.usage),
    is_stream: result.firstFrameMs === null ? 0 : 1,
    detail,
  })
}

/** Text for speech that was counted in characters; with a report, tokens are counted instead. */
const isSpoken = ({ target, known }: ChargedCall, { usage }: ChargedResult): boolean =>
  operationOf(target).isSound && known !== undefined && usage.outputAudio === 0

export interface FailedCall {
  caller: Caller
  /** Null when the body could not be read. */
  model: string | null
  group: string | null
  isStream: boolean
  /** The call was charged before: its charge has a row of its own. */
  isCharged?: boolean
}

/** Parameters of the code's message; absent if the message is an upstream's own. */
export type FailedWith = Pick<GatewayError, 'status' | 'message'> & {
  code: string
  params?: GatewayError['params']
}

/** The row (type 5) of a call that was refused or failed. It has no charge itself. */
export function buildErrorRow(clock: Clock, call: RelayCall, failed: FailedCall, error: FailedWith): UsageRow {
  const detail: UsageLogDetail = {
    end: 'error',
    error: {
      code: error.code,
      status: error.status,
      message: error.message,
      ...(error.params && packParams(error.params)),
    },
    ...callDetail(clock, call),
  }
  return buildUsageRow({
    ...callerColumns(clock, call, failed.caller),
    type: logType.error,
    channel_id: call.attempts.at(-1)?.channel_id ?? 0,
    model_name: failed.model ?? '',
    group_name: failed.group ?? failed.caller.userGroup,
    is_stream: failed.isStream ? 1 : 0,
    content: error.message,
    is_charged: failed.isCharged === true ? 1 : 0,
    detail,
  })
}

function callerColumns(clock: Clock, call: LoggedCall, caller: LoggedCaller) {
  return {
    user_id: caller.userId,
    created_at: clock.now(),
    username: caller.username,
    // 0 = none.
    token_id: caller.tokenId ?? 0,
    token_name: caller.tokenName,
    use_time_ms: Math.round(clock.monotonic() - call.startedMonotonic),
    request_id: call.id,
    client: call.client ?? '',
  }
}

function callDetail(clock: Clock, call: LoggedCall, cost: number | null = null): UsageLogDetail {
  return {
    total_ms: Math.round(clock.monotonic() - call.startedMonotonic),
    path: call.path.split('?', 1)[0] ?? call.path,
    admin_info: {
      use_channel: call.attempts.map((attempt) => String(attempt.channel_id)),
      attempts: call.attempts,
      client_ip: call.clientAddress,
      ...(cost === null ? {} : { cost_quota: cost }),
    },
  }
}
