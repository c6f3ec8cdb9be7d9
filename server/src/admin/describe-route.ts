import type { OpenAPIHono } from '@hono/zod-openapi'
import { envelopeOf } from '@sluice/contract/envelope'
import { type AnyRoute, nothing, type RouteEntry } from '@sluice/contract/route'
import { z } from 'zod'

interface DescribedRoute {
  method: string
  path: string
  entry: RouteEntry & Partial<AnyRoute>
}

/** Adds the route to the description at `/api/openapi.json`. */
export function describeRoute(
  router: Pick<OpenAPIHono, 'openAPIRegistry'>,
  { method, path, entry }: DescribedRoute,
): void {
  router.openAPIRegistry.registerPath({
    method: method.toLowerCase() as 'get' | 'post' | 'put' | 'delete',
    path: path.replace(/:(\w+)/g, '{$1}'),
    ...(entry.summary !== undefined && { summary: entry.summary }),
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
      ...(takes(entry.params) && { params: entry.params as unknown as z.ZodObject }),
      ...(takes(entry.query) && { query: entry.query as unknown as z.ZodObject }),
      ...(takes(entry.body) && {
        body: { required: true, content: { 'application/json': { schema: entry.body } } },
      }),
    },
    responses: {
      200: {
        description: 'The envelope; `success` is false when the request was understood but refused.',
        content: { 'application/json': { schema: envelopeOf(entry.data ?? z.unknown()) } },
      },
      default: {
        description: 'Any other status: the envelope of a failure.',
        content: { 'application/json': { schema: failure } },
      },
    },
  })
}

const takes = (schema: z.ZodType | undefined): schema is z.ZodType =>
  schema !== undefined && schema !== nothing

const failure = z.object({
  success: z.literal(false),
  message: z.string(),
  code: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  request_id: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  reasons: z.record(z.string(), z.string()).optional(),
})
