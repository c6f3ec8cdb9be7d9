import type { RelayDependencies } from '../call/dependencies.ts'
import type { Inflight } from '../call/inflight.ts'
import type { CallerDirectory } from './caller-directory.ts'
import type { IssuedItems } from './issued-items.ts'

export interface EntryTools {
  dependencies: RelayDependencies
  directory: CallerDirectory
  inflight: Inflight
  issuedItems: IssuedItems
}
