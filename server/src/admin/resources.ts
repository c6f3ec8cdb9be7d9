import type { AdminApi } from './admin-api.ts'
import type { AdminDependencies } from './dependencies.ts'
import { mountOptionRoutes } from './options/routes.ts'

/** Every resource of the management API, one line each. Fixed paths of one resource come before its `/:id`. */
export const adminResources: readonly ((api: AdminApi, deps: AdminDependencies) => void)[] = [
  mountOptionRoutes,
]
