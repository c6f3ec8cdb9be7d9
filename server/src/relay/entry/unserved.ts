import { GatewayError } from '../../core/errors.ts'

/** Known to clients, and not offered: said plainly instead of "no such address". Everything below counts too. */
const notImplemented = [
  ...['assistants', 'batches', 'chat/completions', 'containers', 'conversations', 'edits', 'evals', 'files'],
  ...['fine-tunes', 'fine_tuning', 'messages/batches', 'organization', 'realtime', 'responses', 'skills'],
  ...['threads', 'uploads', 'vector_stores', 'videos', 'dashboard/billing/credit_grants'],
].map((path) => `/v1/${path}`)

const notImplementedElsewhere = [
  ...[
    'batches',
    'cachedContents',
    'corpora',
    'files',
    'fileSearchStores',
    'interactions',
    'operations',
    'tunedModels',
  ].map((path) => `/v1beta/${path}`),
  '/dashboard/billing/credit_grants',
]

/** Whether the API for models answers under this path, if only by an error of its own. */
export const isModelApiPath = (pathname: string): boolean =>
  /^\/(v1|v1beta)(\/|$)/.test(pathname) || pathname.startsWith('/dashboard/')

/** What a call that nothing serves is told. */
export function unservedError(method: string, pathname: string): GatewayError {
  const isBelow = (path: string) => pathname === path || pathname.startsWith(`${path}/`)
  const isKnown = notImplemented.some(isBelow) || notImplementedElsewhere.some(isBelow)
  const isOfModel = /^\/v1(beta)?\/models\/./.test(pathname)
  if (isKnown || (isOfModel && (method === 'DELETE' || method === 'PATCH')))
    return new GatewayError('api_not_implemented')
  return new GatewayError('invalid_url', { method, path: pathname.slice(0, 200) })
}
