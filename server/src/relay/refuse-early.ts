import type { GatewayError } from '../core/errors.ts'
import { clientTargetOf } from '../protocols/client-target.ts'
import { buildOwnError } from './answer/build-client-error.ts'
import { listingTarget, pathOf } from './entry/request-target.ts'
import { clientFormatOf } from './formats/index.ts'
import { isModelApiPath, isPlaygroundPath } from './served-paths.ts'

/**
 * The answer to a request while the model API is not open yet, in the format of its path. Null for a path outside that
 * API.
 */
export function refuseEarly(
  request: Request,
  error: GatewayError,
  { id, basePath }: { id: string; basePath: string },
): Response | null {
  const { pathname, query } = pathOf(request.url, basePath)
  const isPlayground = isPlaygroundPath(pathname)
  if (!isModelApiPath(pathname) && !isPlayground) return null
  const format = clientFormatOf(clientTargetOf(pathname, query) ?? listingTarget(request, pathname))
  const response = buildOwnError({ id, headers: request.headers, format }, error)
  // As for open calls: pages of other origins may call with an API key.
  if (!isPlayground) response.headers.set('access-control-allow-origin', '*')
  return response
}
