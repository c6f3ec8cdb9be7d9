import type { OpenAPIHono, RouteConfig } from '@hono/zod-openapi'
import { pagedListOf } from '@sluice/contract/envelope'
import { type AnyRoute, listFigures, type RouteEntry, takes } from '@sluice/contract/route'
import { z } from 'zod'
import { createFailureDescriber } from './describe-failures.ts'

export interface DescribedRoute {
  method: string
  path: string
  entry: AnyRoute
  /** Another route has the same path but for a trailing slash. */
  needsExactSlash: boolean
}

type Responses = RouteConfig['responses']

/** Adds routes to the description at `/api/openapi.json`. */
export function createRouteDescriber(router: Pick<OpenAPIHono, 'openAPIRegistry'>) {
  const describeFailures = createFailureDescriber(router)
  return ({ method, path, entry, needsExactSlash }: DescribedRoute): void => {
    const { refusal, byStatus } = describeFailures(method, entry)
    router.openAPIRegistry.registerPath({
      // The method of a key of the contract.
      method: method.toLowerCase() as 'get' | 'post' | 'put' | 'delete',
      path: path.replace(/:(\w+)/g, '{$1}'),
      operationId: operationIdOf(method, needsExactSlash && path.endsWith('/') ? `${path}with_slash` : path),
      summary: entry.summary,
      tags: [path.split('/')[2] ?? 'api'],
      description: accessTexts[entry.access],
      security: securityOf(entry),
      request: {
        ...(entry.params instanceof z.ZodObject && { params: entry.params }),
        ...(entry.query instanceof z.ZodObject && { query: entry.query }),
        ...bodyOf(entry),
      },
      responses: { ...byStatus, ...othersOf(entry, byStatus), 200: successOf(entry, refusal) },
    })
  }
}

/** `GET /api/channel/:id` is `getChannelById`. */
function operationIdOf(method: string, path: string): string {
  const words = path
    .replace(/^\/api\//, '')
    .replace(/:/g, 'by_')
    .split(/[^a-zA-Z0-9]+/)
    .filter((word) => word !== '')
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}

const accessTexts: Record<RouteEntry['access'], string> = {
  public: 'Open to everyone.',
  session: 'Open to everyone; a session is recognised.',
  key: 'For callers with an API key, from pages of any origin.',
  user: 'For every account.',
  admin: 'For administrators.',
  root: 'For super administrators.',
}

function securityOf({ access }: RouteEntry): RouteConfig['security'] {
  if (access === 'public') return []
  if (access === 'session') return [{}, { session: [] }]
  if (access === 'key') return [{ apiKey: [] }]
  return [
    { session: [], user: [] },
    { accessToken: [], user: [] },
  ]
}

function bodyOf({ body, bodyType }: AnyRoute): RouteConfig['request'] {
  if (bodyType !== undefined) return { body: { content: { [bodyType]: { schema: {} } } } }
  return takes(body) ? { body: { required: true, content: { 'application/json': { schema: body } } } } : {}
}

/** Answers with a status of their own, which errors may share. */
const othersOf = ({ others = {} }: AnyRoute, ofErrors: Responses): Responses =>
  Object.fromEntries(
    Object.entries(others).map(([status, { description, file }]) => {
      const content = { ...(file !== undefined && contentOf(file)), ...(ofErrors[status] && failureContent) }
      return [status, { description, ...(Object.keys(content).length > 0 && { content }) }]
    }),
  )

const failureContent = { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } }

const contentOf = (file: string) => ({ [file]: { schema: { type: 'string' as const } } })

function successOf(entry: AnyRoute, refusal: z.ZodType): Responses[string] {
  const { file, whole } = entry
  if (file !== undefined && !file.includes('json'))
    return {
      description: 'The file.',
      content: { ...contentOf(file), 'application/json': { schema: refusal } },
    }
  const description = whole
    ? 'The answer, or a refusal.'
    : 'The envelope; `success` is false where the request was understood and refused.'
  const schema = z.union([whole ?? envelopeOf(entry), refusal])
  return { description, content: { 'application/json': { schema } } }
}

/** A list of `items` has two forms: for clients of 2025, and for newer ones. */
export function envelopeOf({ data, items, beside, pageFields }: AnyRoute): z.ZodType {
  const success = beside ? z.boolean() : z.literal(true)
  const envelope = z.object({ success, message: z.string(), ...beside?.shape })
  if (data) return envelope.extend({ data })
  if (!items) return envelope
  const paged = envelope.extend({ data: pagedListOf(items).extend(pageFields?.shape ?? {}) })
  return z.union([envelope.extend({ data: z.array(items), ...listFigures.shape }), paged])
}
