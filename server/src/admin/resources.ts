import type { AdminApi } from './admin-api.ts'
import { mountChannelRoutes } from './channels/routes.ts'
import type { AdminDependencies } from './dependencies.ts'
import { mountGroupRoutes } from './groups/routes.ts'
import { mountLogRoutes } from './logs/routes.ts'
import { mountModelRoutes } from './models/routes.ts'
import { mountOptionRoutes } from './options/routes.ts'
import { mountTokenRoutes } from './tokens/routes.ts'

/** Every resource of the management API, one line each. Fixed paths of one resource come before its `/:id`. */
export const adminResources: readonly ((api: AdminApi, deps: AdminDependencies) => void)[] = [
  mountOptionRoutes,
  mountChannelRoutes,
  mountGroupRoutes,
  mountLogRoutes,
  mountModelRoutes,
  mountTokenRoutes,
]
