import { z } from 'zod'
import { channelBatch } from '../channel-batch.ts'
import {
  channelBalanceAnswer,
  channelTestAnswer,
  channelTestQuery,
  fetchModelsRequest,
  unsavedChannelTest,
} from '../channel-check.ts'
import { doctorEstimate, doctorEstimateRequest, doctorRequest, doctorRun } from '../channel-doctor.ts'
import { channelErrors } from '../channel-figures.ts'
import { channelHealth } from '../channel-health.ts'
import { channelSweep, sweepResultsDefault, sweepResultsMax } from '../channel-sweep.ts'
import { queryNumber } from '../query-number.ts'
import { idParams, route } from '../route.ts'
import {
  upstreamModels,
  upstreamModelsApplied,
  upstreamModelsAppliedToAll,
  upstreamModelsApply,
  upstreamModelsApplyAll,
  upstreamModelsCheck,
} from '../upstream-models.ts'
import { names } from './channel.ts'

const progressQuery = z.object({
  /** Maximum number of results, failed ones first. */
  results: queryNumber.transform((asked) => Math.min(Math.max(asked ?? sweepResultsDefault, 0), sweepResultsMax)),
})

const progress = {
  access: 'admin',
  summary: 'The progress of this sweep, on any node',
  query: progressQuery,
  data: channelSweep,
} as const

const cancel = {
  access: 'admin',
  summary: 'Cancels this sweep; false if it is not running',
  data: z.boolean(),
} as const

/** Tests, balances, health and the models of the upstreams. */
export const channelUpkeepRoutes = {
  'GET /api/channel/test/progress': route(progress),
  'POST /api/channel/test/cancel': route(cancel),
  'GET /api/channel/update_balance/progress': route(progress),
  'POST /api/channel/update_balance/cancel': route(cancel),
  'GET /api/channel/fetch_models/:id': route({
    access: 'admin',
    effect: true,
    summary: 'Asks the upstream of a channel for its models',
    params: idParams,
    data: names,
    errors: ['channel_misconfigured', 'channel_not_testable', 'not_found', 'upstream_call_failed'],
  }),
  'POST /api/channel/fetch_models': route({
    access: 'admin',
    summary: 'Asks an upstream that is not stored yet for its models',
    body: fetchModelsRequest,
    data: names,
    errors: ['channel_misconfigured', 'channel_not_testable', 'not_found', 'upstream_call_failed'],
  }),
  'GET /api/channel/health': route({
    access: 'admin',
    summary: 'The health of channels on this node: failures, rests, the last error',
    data: z.array(channelHealth),
  }),
  'GET /api/channel/errors': route({
    access: 'admin',
    summary: 'The failed calls of the last hour by channel, in steps of five minutes',
    data: channelErrors,
  }),
  'GET /api/channel/test': route({
    access: 'admin',
    effect: true,
    summary: 'Starts a test of all enabled channels and answers at once; costs the operator a few tokens each',
    data: channelSweep,
    errors: ['sweep_running'],
  }),
  'POST /api/channel/test': route({
    access: 'admin',
    summary:
      'Makes one small call through a channel that is not stored, with the first of its keys, and stores nothing; costs the operator a few tokens',
    body: unsavedChannelTest,
    beside: channelTestAnswer,
    errors: ['channel_misconfigured', 'channel_not_testable', 'server_overloaded', 'upstream_call_failed'],
  }),
  'POST /api/channel/test/batch': route({
    access: 'admin',
    summary:
      'Starts a test of the given channels, whatever their status, and answers at once; costs the operator a few tokens each',
    body: channelBatch,
    data: channelSweep,
    errors: ['sweep_running'],
  }),
  'GET /api/channel/test/:id': route({
    access: 'admin',
    effect: true,
    summary:
      'Makes one small call through a channel, with one of its models, by an endpoint, plain or streamed; costs the operator a few tokens',
    params: idParams,
    query: channelTestQuery,
    beside: channelTestAnswer,
    errors: ['channel_misconfigured', 'channel_not_testable', 'not_found', 'server_overloaded', 'upstream_call_failed'],
  }),
  'POST /api/channel/:id/doctor': route({
    access: 'admin',
    summary:
      'Starts checks of models of a channel as clients of each format call them, through the API for models, and answers at once; charged to the caller as its own calls',
    params: idParams,
    body: doctorRequest,
    data: doctorRun,
    errors: ['not_found', 'work_running'],
  }),
  'GET /api/channel/:id/doctor': route({
    access: 'admin',
    summary: 'The last run of these checks, on any node, with its results',
    params: idParams,
    data: doctorRun,
    errors: ['not_found'],
  }),
  'POST /api/channel/:id/doctor/cancel': route({
    access: 'admin',
    summary: 'Cancels the running checks of a channel; false if none run',
    params: idParams,
    data: z.boolean(),
  }),
  'POST /api/channel/:id/doctor/estimate': route({
    access: 'admin',
    inDemo: true,
    summary: 'How many calls such checks make, and what they cost at most',
    params: idParams,
    body: doctorEstimateRequest,
    data: doctorEstimate,
    errors: ['not_found'],
  }),
  'GET /api/channel/update_balance': route({
    access: 'admin',
    effect: true,
    summary: 'Asks for the balances of all enabled channels; answers when it is done, or after twenty seconds',
    data: channelSweep,
    errors: ['sweep_running'],
  }),
  'GET /api/channel/update_balance/:id': route({
    access: 'admin',
    effect: true,
    summary: 'Asks the upstream of a channel for the balance, and keeps it',
    params: idParams,
    beside: channelBalanceAnswer,
    errors: ['balance_unknown', 'channel_misconfigured', 'channel_not_testable', 'not_found', 'upstream_call_failed'],
  }),
  'GET /api/channel/upstream_updates': route({
    access: 'admin',
    summary: 'New and vanished models of the upstreams of channels, as of the last check of each',
    data: z.array(upstreamModels),
  }),
  'POST /api/channel/upstream_updates/detect': route({
    access: 'admin',
    summary: 'Asks the upstream of a channel for its models and compares them with those of the channel',
    body: upstreamModelsCheck,
    data: upstreamModels,
    errors: ['channel_misconfigured', 'channel_not_testable', 'not_found', 'upstream_call_failed'],
  }),
  'POST /api/channel/upstream_updates/detect_all': route({
    access: 'admin',
    summary: 'Starts a comparison of the models of all enabled channels with their upstreams and answers at once',
    data: channelSweep,
    errors: ['sweep_running'],
  }),
  'GET /api/channel/upstream_updates/progress': route(progress),
  'POST /api/channel/upstream_updates/cancel': route(cancel),
  'POST /api/channel/upstream_updates/apply': route({
    access: 'admin',
    summary: 'Adds new models of an upstream and removes vanished ones; returns what is still pending',
    body: upstreamModelsApply,
    data: upstreamModelsApplied,
    errors: ['not_found'],
  }),
  'POST /api/channel/upstream_updates/apply_all': route({
    access: 'admin',
    summary: 'The same with everything that is pending, for all channels or some',
    body: upstreamModelsApplyAll,
    data: upstreamModelsAppliedToAll,
  }),
}
