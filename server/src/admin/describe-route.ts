import type { OpenAPIHono } from '@hono/zod-openapi'
import { envelopeOf } from '@sluice/contract/envelope'
import type { RouteEntry } from '@sluice/contract/routes'
import { z } from 'zod'

/** What the description of the API says of a route. */
export interface RouteDescription {
  summary: string
  params?: z.ZodType | undefined
  query?: z.ZodType | undefined
  body?: z.ZodType | undefined
  /** Shape of `data`. */
  data?: z.ZodType | undefined
}

interface DescribedRoute {
  method: string
  path: string
  entry: RouteEntry
  spec: RouteDescription
}

/** Adds the route to the description at `/api/openapi.json`. */
export function describeRoute(
  router: Pick<OpenAPIHono, 'openAPIRegistry'>,
  { method, path, entry, spec }: DescribedRoute,
): void {
  router.openAPIRegistry.registerPath({
    method: method.toLowerCase() as 'get' | 'post' | 'put' | 'delete',
    path: path.replace(/:(\w+)/g, '{$1}'),
    summary: spec.summary,
    tags: [path.split('/')[2] ?? 'api'],
    description: `Access: ${entry.access}.`,
    ...(entry.access === 'key' && { security: [{ apiKey: [] }] }),
    ...(['user', 'admin', 'root'].includes(entry.access) && {
      security: [
        { session: [], user: [] },
        { accessToken: [], user: [] },
      ],
    }),
    request: {
      ...(spec.params && { params: spec.params as unknown as z.ZodObject }),
      ...(spec.query && { query: spec.query as unknown as z.ZodObject }),
      ...(spec.body && { body: { required: true, content: { 'application/json': { schema: spec.body } } } }),
    },
    responses: {
      200: {
        description: 'The envelope; `success` is false when the request was understood but refused.',
        content: { 'application/json': { schema: envelopeOf(spec.data ?? z.unknown()) } },
      },
      default: {
        description: 'Any other status: the envelope of a failure.',
        content: { 'application/json': { schema: failure } },
      },
    },
  })
}

const failure = z.object({
  success: z.literal(false),
  message: z.string(),
  code: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  request_id: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  reasons: z.record(z.string(), z.string()).optional(),
})
