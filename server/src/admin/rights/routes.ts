import { actionOf, permissionsOf, rightAreas, rightsOfArea } from '@sluice/contract/admin-rights'
import type { RightsCatalog } from '@sluice/contract/routes/rights'
import type { AdminApi } from '../admin-api.ts'

const all = permissionsOf(0)

/** The same for every caller: an administrator starts with every right. */
const catalog: RightsCatalog = {
  resources: rightAreas.map((resource) => ({
    resource,
    label_key: `rights.${resource}`,
    actions: rightsOfArea(resource).map((right) => ({
      action: actionOf(right),
      label_key: `rights.${right}`,
      description_key: `rights.${right}.description`,
    })),
  })),
  roles: [
    { key: 'root', name: 'Super administrator', built_in: true, superuser: true, grants: all },
    { key: 'admin', name: 'Administrator', built_in: true, superuser: false, grants: all },
  ],
}

export function mountRightsRoutes(api: AdminApi): void {
  api.route('GET /api/authz/catalog', () => ({ data: catalog }))
}
