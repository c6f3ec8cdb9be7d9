import { undoSeconds } from '@sluice/contract/channel-batch'
import { clearDeletedNames } from '../identity/retired-names.ts'
import type { Sessions } from '../identity/sessions.ts'
import { sweepViews } from '../identity/sweep-account-views.ts'
import type { TokenStates } from '../ledger/token-states.ts'
import type { Notices } from '../notify/notices.ts'
import { expireWaitingOrders, trimAlerts } from '../payments/order-upkeep.ts'
import type { NodeBoard } from '../platform/node-board.ts'
import type { PriceProposals } from '../prices/price-proposals.ts'
import type { WorkPoller } from '../relay/deposits/poll-works.ts'
import type { ChannelHealth } from '../relay/routing/channel-health.ts'
import type { Services } from '../services.ts'
import { deleteEndedWindows } from '../store/counted-events.ts'
import { removeDeletedChannels } from '../store/deleted-channels.ts'
import { deleteEndedCodes } from '../store/one-time-codes.ts'
import { deleteEndedSignInFlows } from '../store/sign-in-flows.ts'
import type { EndMessages } from '../tasks/end-messages.ts'
import type { VideoFiles } from '../tasks/files/video-files.ts'
import type { TaskPoller } from '../tasks/poll-tasks.ts'
import { storeLastKeyUses } from '../upkeep/store-last-key-uses.ts'
import type { Upkeep } from '../upkeep/upkeep.ts'
import type { Job } from './supervisor.ts'
import { createUsageLogJob } from './usage-log-job.ts'
import { createUsageMoveJob } from './usage-move-job.ts'
import { createUsageSumsJob } from './usage-sums-job.ts'

export interface JobDependencies extends Services {
  channelHealth: Pick<ChannelHealth, 'takeKeyUses'>
  sessions: Sessions
  taskPoller: Pick<TaskPoller, 'run'>
  videoFiles: Pick<VideoFiles, 'run'>
  endMessages: Pick<EndMessages, 'run'>
  workPoller: WorkPoller
  notices: Pick<Notices, 'deliverDue'>
  tokenStates: Pick<TokenStates, 'sweepExpired' | 'sweepExhausted'>
  upkeep: Pick<Upkeep, 'runDue'>
  priceProposals: Pick<PriceProposals, 'lookDue'>
  nodeBoard: Pick<NodeBoard, 'publish'>
}

const rowsPerTransaction = 1_000

/** Scheduled work of one node. Each is safe to run on several nodes at once. */
export function createJobs(deps: JobDependencies): Job[] {
  const { db, sessions, clock, log, config, notices, tokenStates, upkeep } = deps
  const jobs: Job[] = [
    {
      name: 'sessions',
      schedule: '0 17 * * * *',
      async run() {
        const removed = await sessions.sweep()
        if (removed > 0) log.info({ removed }, 'expired sessions removed')
        await sweepViews(deps)
      },
    },
  ]
  jobs.push(
    // Only retries: the first attempt is made at once.
    { name: 'notices', schedule: '*/10 * * * * *', run: notices.deliverDue },
    { name: 'expired tokens', schedule: '5 * * * * *', run: tokenStates.sweepExpired },
    { name: 'used-up tokens', schedule: '0 11 * * * *', run: tokenStates.sweepExhausted },
  )
  // The first node does the work; for the others it is not due.
  if (config.CHANNEL_TEST_FREQUENCY > 0)
    jobs.push({
      name: 'channel tests',
      schedule: '20 * * * * *',
      run: (signal) => upkeep.runDue('test', signal),
    })
  if (config.CHANNEL_UPDATE_FREQUENCY > 0)
    jobs.push({
      name: 'channel balances',
      schedule: '40 * * * * *',
      run: (signal) => upkeep.runDue('balance', signal),
    })
  // An option sets whether it is due.
  jobs.push({
    name: 'models of upstreams',
    schedule: '50 * * * * *',
    run: (signal) => upkeep.runDue('models', signal),
  })
  // A source is claimed, so that one node looks at it.
  jobs.push({ name: 'price lists', schedule: '45 */5 * * * *', run: deps.priceProposals.lookDue })
  // Each node claims its own tasks.
  if (config.UPDATE_TASK)
    jobs.push(
      { name: 'tasks', schedule: '*/5 * * * * *', run: deps.taskPoller.run },
      { name: 'copies of videos', schedule: '*/5 * * * * *', run: deps.videoFiles.run },
      { name: 'callbacks to customers', schedule: '*/5 * * * * *', run: deps.endMessages.run },
      { name: 'batches and background answers', schedule: '*/15 * * * * *', run: deps.workPoller.run },
      { name: 'old batches and background answers', schedule: '0 57 * * * *', run: deps.workPoller.forgetOld },
    )
  jobs.push({
    name: 'expired codes, counted events and sign-ins',
    schedule: '0 29 * * * *',
    async run(signal) {
      for (const remove of [deleteEndedCodes, deleteEndedWindows, deleteEndedSignInFlows])
        while (!signal.aborted && (await remove(db, clock.now(), rowsPerTransaction)) === rowsPerTransaction);
    },
  })
  jobs.push({
    name: 'last uses of keys',
    schedule: '15 * * * * *',
    run: () => storeLastKeyUses(deps, deps.channelHealth),
  })
  jobs.push({
    name: 'deleted channels',
    schedule: '25 * * * * *',
    async run(signal) {
      const before = clock.now() - undoSeconds * 1_000
      while (!signal.aborted && (await removeDeletedChannels(db, before, rowsPerTransaction)) > 0);
    },
  })
  jobs.push(
    {
      name: 'unpaid orders',
      schedule: '35 * * * * *',
      run: (signal) => expireWaitingOrders(db, clock.now(), signal),
    },
    {
      name: 'payment alerts',
      schedule: '0 37 * * * *',
      run: (signal) => trimAlerts(db, clock.now(), signal),
    },
  )
  jobs.push({
    name: 'names of deleted accounts',
    schedule: '0 51 * * * *',
    async run(signal) {
      const cleared = await clearDeletedNames(deps, signal)
      if (cleared > 0) log.info({ cleared }, 'names of deleted accounts were removed from the usage log')
    },
  })
  jobs.push(createUsageLogJob(deps))
  const { reports, logStore, nodeBoard } = deps
  jobs.push({ name: 'figures of this node', schedule: '*/15 * * * * *', run: nodeBoard.publish })
  jobs.push(createUsageSumsJob({ db, reports, clock, log }))
  if (logStore) jobs.push(createUsageMoveJob({ db, reports, logStore, clock, log }))
  return jobs
}
