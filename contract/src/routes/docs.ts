import { z } from 'zod'
import { route } from '../route.ts'

export const docsRoutes = {
  'GET /api/openapi.json': route({
    access: 'public',
    summary: 'This description',
    file: 'application/json',
    whole: z.looseObject({ openapi: z.literal('3.1.0') }),
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
