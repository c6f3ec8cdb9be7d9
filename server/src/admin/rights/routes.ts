import { actionOf, permissionsOf, rightAreas, rightsOfArea } from '@sluice/contract/admin-rights'
import type { RightsCatalog } from '@sluice/contract/routes/rights'
import type { AdminApi } from '../admin-api.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { createRoleService } from './service.ts'

const all = permissionsOf(0)

/** The same for every caller. */
const resources: RightsCatalog['resources'] = rightAreas.map((resource) => ({
  resource,
  label_key: `rights.${resource}`,
  actions: rightsOfArea(resource).map((right) => ({
    action: actionOf(right),
    label_key: `rights.${right}`,
    description_key: `rights.${right}.description`,
  })),
}))

/** An administrator starts with every right. */
const builtIn: RightsCatalog['roles'] = [
  { key: 'root', name: 'Super administrator', built_in: true, superuser: true, grants: all },
  { key: 'admin', name: 'Administrator', built_in: true, superuser: false, grants: all },
]

export function mountRightsRoutes(api: AdminApi, deps: AdminDependencies): void {
  const service = createRoleService(deps)

  api.route('GET /api/authz/catalog', async () => {
    const own = (await service.list()).map(({ id, name, permissions }) => ({
      key: `role:${id}`,
      name,
      built_in: false,
      superuser: false,
      grants: permissions,
    }))
    return { data: { resources, roles: [...builtIn, ...own] } }
  })
  api.route('GET /api/authz/roles', async () => ({ data: await service.list() }))
  api.route('POST /api/authz/roles', async ({ body, ...actor }) => ({ data: await service.create(body, actor) }))
  api.route('PUT /api/authz/roles/:id', async ({ params, body, ...actor }) => ({
    data: await service.update(params.id, body, actor),
  }))
  api.route('DELETE /api/authz/roles/:id', async ({ params, ...actor }) => {
    await service.remove(params.id, actor)
    return {}
  })
}
