import type { GuestApi } from '../relay/beside/guest-api.ts'
import { createBatchApi } from './batch-api.ts'
import { type BatchPoller, createBatchPoller } from './poll-batches.ts'
import { type BatchDependencies, createBatchSettler } from './settle-batch.ts'

export interface Batches {
  api: GuestApi
  poller: BatchPoller
}

/** Files and batches that upstreams store: taking them, following them, charging them when they are over. */
export function createBatches(deps: BatchDependencies): Batches {
  const settler = createBatchSettler(deps)
  return { api: createBatchApi(settler), poller: createBatchPoller(deps, settler) }
}
