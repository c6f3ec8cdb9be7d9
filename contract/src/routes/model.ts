import { z } from 'zod'
import { route } from '../route.ts'

export const modelRoutes = {
  'GET /api/models': route({
    access: 'user',
    summary: 'Channel type to the models offered for it',
    data: z.record(z.string(), z.array(z.string())),
  }),
  'GET /api/user/models': route({
    access: 'user',
    summary: 'The models the caller can use through any of their groups',
    data: z.array(z.string()),
  }),
}
