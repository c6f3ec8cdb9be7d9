import type { WorkSettlers } from '../relay/deposits/poll-works.ts'
import type { ExtensionApi } from '../relay/modeless/extension-api.ts'
import { createBatchApi } from './batch-api.ts'
import { type BatchDependencies, createBatchSettler } from './settle-batch.ts'

export interface Batches {
  api: ExtensionApi
  settlers: Pick<WorkSettlers, 'batch' | 'message_batch'>
}

/** Files and batches that upstreams store: creating batches, and charging them at their end. */
export function createBatches(deps: BatchDependencies): Batches {
  const settler = createBatchSettler(deps)
  return { api: createBatchApi(settler), settlers: { batch: settler, message_batch: settler } }
}
