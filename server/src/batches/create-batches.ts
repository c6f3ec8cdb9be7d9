import type { ExtensionApi } from '../relay/modeless/extension-api.ts'
import { createBatchApi } from './batch-api.ts'
import { type BatchPoller, createBatchPoller } from './poll-batches.ts'
import { type BatchDependencies, createBatchSettler } from './settle-batch.ts'

export interface Batches {
  api: ExtensionApi
  poller: BatchPoller
}

/** Files and batches that upstreams store: creating batches, polling them, charging them at their end. */
export function createBatches(deps: BatchDependencies): Batches {
  const settler = createBatchSettler(deps)
  return { api: createBatchApi(settler), poller: createBatchPoller(deps, settler) }
}
