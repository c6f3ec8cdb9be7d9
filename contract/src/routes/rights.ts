import { z } from 'zod'
import { adminPermissions } from '../admin-permissions.ts'
import { adminRole, adminRoleWrite } from '../admin-role.ts'
import { idParams, route } from '../route.ts'

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
    summary: 'The rights of administrators, and those of each role, the operator’s own after the others',
    data: rightsCatalog,
  }),
  'GET /api/authz/roles': route({
    access: 'root',
    summary: 'The roles of the operator’s own by name, with the number of their holders',
    data: z.array(adminRole),
  }),
  'POST /api/authz/roles': route({
    access: 'root',
    summary: 'Creates a role: a named set of rights',
    body: adminRoleWrite,
    data: adminRole,
    errors: ['name_taken', 'owner_proof_required', 'too_many_roles'],
  }),
  'PUT /api/authz/roles/:id': route({
    access: 'root',
    summary: 'Changes the name and the rights of a role, and with them the rights of its holders',
    params: idParams,
    body: adminRoleWrite.partial(),
    data: adminRole,
    errors: ['name_taken', 'not_found', 'owner_proof_required'],
  }),
  'DELETE /api/authz/roles/:id': route({
    access: 'root',
    summary: 'Deletes a role that nobody has',
    params: idParams,
    errors: ['not_found', 'owner_proof_required', 'role_has_holders'],
  }),
}
