import { z } from 'zod'
import { adminPermissions } from '../admin-permissions.ts'
import { route } from '../route.ts'

const named = z.object({ action: z.string(), label_key: z.string(), description_key: z.string() })

/** The rights of administrators, and what each role has of them by resource and action. */
const rightsCatalog = z.object({
  resources: z.array(z.object({ resource: z.string(), label_key: z.string(), actions: z.array(named) })),
  roles: z.array(
    z.object({
      key: z.string(),
      name: z.string(),
      built_in: z.boolean(),
      superuser: z.boolean(),
      grants: adminPermissions,
    }),
  ),
})
export type RightsCatalog = z.infer<typeof rightsCatalog>

export const rightsRoutes = {
  'GET /api/authz/catalog': route({
    access: 'admin',
    summary: 'The rights of administrators, and those of each role',
    data: rightsCatalog,
  }),
}
