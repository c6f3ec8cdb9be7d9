import { roles } from '@sluice/contract/roles'
import { languageOf } from '../../platform/accepted-language.ts'
import type { AdminApi } from '../admin-api.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { cancelWork } from './cancel-work.ts'
import { createCheckup } from './checkup.ts'
import { buildSupportFile } from './support-file.ts'
import { createSystemState } from './system-state.ts'

export function mountSystemRoutes(api: AdminApi, deps: AdminDependencies): void {
  const readState = createSystemState(deps)
  const checkup = createCheckup(deps)
  api.route('GET /api/system/', async ({ caller, raw }) => ({
    data: await readState({ isRoot: caller.role >= roles.root }, raw.signal),
  }))
  api.route('POST /api/system/check', async ({ caller, raw }) => ({
    data: await checkup(languageOf(raw.headers, caller)),
  }))
  api.route('POST /api/system/cancel', async ({ body }) => ({ data: await cancelWork(deps, body) }))
  api.route('GET /api/system/bundle', async ({ raw }) => {
    const parts = { state: await readState({ isRoot: true }, raw.signal), checks: await checkup('en') }
    return buildSupportFile(deps, parts)
  })
}
