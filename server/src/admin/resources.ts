import type { AdminApi } from './admin-api.ts'
import { mountAuditRoutes } from './audit/routes.ts'
import type { AdminDependencies } from './dependencies.ts'
import { mountDocsRoutes } from './docs/routes.ts'
import { mountOptionRoutes } from './options/routes.ts'
import { mountSelfRoutes } from './self/routes.ts'
import { mountSessionRoutes } from './session/routes.ts'
import { mountSetupRoutes } from './setup/routes.ts'
import { mountStatusRoutes } from './status/routes.ts'

/** Every resource of the management API, one line each. Fixed paths of one resource come before its `/:id`. */
export const adminResources: readonly ((api: AdminApi, deps: AdminDependencies) => void)[] = [
  mountSetupRoutes,
  mountStatusRoutes,
  mountSessionRoutes,
  mountSelfRoutes,
  mountOptionRoutes,
  mountAuditRoutes,
  mountDocsRoutes,
]
