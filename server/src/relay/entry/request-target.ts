import { withoutBasePath } from '../../platform/base-path.ts'
import { normalisePath } from '../../platform/normalise-path.ts'
import { type ClientTarget, formatOfPath } from '../../protocols/client-target.ts'

/** Lists of models are in the format of the client. */
export function listingTarget(request: Request, pathname: string): ClientTarget {
  const { headers } = request
  const own = headers.has('anthropic-version') ? 'anthropic' : headers.has('x-goog-api-key') ? 'gemini' : null
  const format = own ?? formatOfPath(request.method, pathname)
  return { format, operation: 'chat', inPath: null, isArrayStream: false }
}

/** `path` is the one for upstreams: it comes from the same normalised path that selected the call. */
export function pathOf(url: string, base: string): { path: string; pathname: string; query: string } {
  const whole = url.slice(url.indexOf('/', url.indexOf('://') + 3))
  const mark = whole.indexOf('?')
  const pathname = withoutAlias(withoutBasePath(normalisePath(mark < 0 ? whole : whole.slice(0, mark)), base))
  return {
    path: mark < 0 ? pathname : pathname + whole.slice(mark),
    pathname,
    query: mark < 0 ? '' : whole.slice(mark + 1),
  }
}

/** The path at which Google serves OpenAI's API; here an alias of `/v1`. */
const openaiAlias = '/v1beta/openai/'

const withoutAlias = (pathname: string): string =>
  pathname.startsWith(openaiAlias) ? `/v1/${pathname.slice(openaiAlias.length)}` : pathname
