import { z } from 'zod'
import { route } from '../route.ts'

/** Some generators of clients read only the older one. */
const descriptionVersions = ['3.0', '3.1'] as const

export const docsRoutes = {
  'GET /api/openapi.json': route({
    access: 'public',
    summary: 'This description',
    query: z.object({ version: z.enum(descriptionVersions).default('3.1').describe('Of OpenAPI.') }),
    file: 'application/json',
    whole: z.looseObject({ openapi: z.enum(['3.0.3', '3.1.0']) }),
  }),
  'GET /api/docs': route({ access: 'public', summary: 'The description as a page', file: 'text/html' }),
  'GET /api/docs/start.js': route({ access: 'public', summary: 'Part of the page', file: 'text/javascript' }),
  'GET /api/docs/viewer.js': route({
    access: 'public',
    summary: 'Part of the page',
    file: 'text/javascript',
  }),
  'GET /api/docs/viewer.css': route({ access: 'public', summary: 'Part of the page', file: 'text/css' }),
}
