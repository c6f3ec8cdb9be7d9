import type { RelayDependencies } from '../call/dependencies.ts'
import type { Inflight } from '../call/inflight.ts'
import { type CallerDirectory, createCallerDirectory } from './caller-directory.ts'
import { createFailedKeys } from './failed-keys.ts'
import { createIssuedItems, type IssuedItems } from './issued-items.ts'

export interface EntryTools {
  dependencies: RelayDependencies
  directory: CallerDirectory
  inflight: Inflight
  issuedItems: IssuedItems
}

export function createEntryTools(dependencies: RelayDependencies, inflight: Inflight): EntryTools {
  const { config, redis } = dependencies
  return {
    dependencies,
    directory: createCallerDirectory(dependencies, createFailedKeys(dependencies), config.SYNC_FREQUENCY * 1_000),
    inflight,
    issuedItems: createIssuedItems(redis),
  }
}
