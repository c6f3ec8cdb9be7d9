import { z } from 'zod'
import { modelCardPage } from '../catalogue.ts'
import { route } from '../route.ts'
import { modelCardQuery } from './catalogue.ts'

const ownModels = {
  query: z.object({ group: z.string().trim().max(64).default('') }),
  data: z.array(z.string()),
} as const

export const modelRoutes = {
  'GET /api/models': route({
    access: 'user',
    summary: 'The models offered for each channel type; with a trailing slash, for administrators, the model entries',
    query: modelCardQuery,
    data: z.union([z.record(z.string(), z.array(z.string())), modelCardPage]),
    errors: ['insufficient_rights'],
  }),
  'GET /api/user/models': route({
    access: 'user',
    summary: 'The models the caller can use through any of their groups, or through one of them',
    ...ownModels,
  }),
  'GET /api/user/self/models': route({
    access: 'user',
    summary: 'The same, under the address that client libraries use',
    ...ownModels,
  }),
}
