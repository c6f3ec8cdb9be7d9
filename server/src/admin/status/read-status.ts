import type { SystemStatus } from '@sluice/contract/status'
import { isSetUp } from '../../store/setups.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { buildStatus } from './build-status.ts'

/** Reads the public status of the site. */
export function createStatusReader(deps: AdminDependencies): () => Promise<SystemStatus> {
  // Set-up is never undone, so the result true is cached.
  let isDone = false
  return async () => {
    isDone ||= await isSetUp(deps.db)
    const facts = { ...deps, isSetUp: isDone, canSendMail: deps.mailer.isConfigured() }
    return buildStatus(deps.state.current().options, facts)
  }
}
