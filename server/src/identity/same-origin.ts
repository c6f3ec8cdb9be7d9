/**
 * Whether the browser says that one of our own pages sent this request. A request that says nothing is not
 * believed: every browser of today sends one of the two headers with a write.
 */
export function isSameOrigin(request: Request, serverAddress: string): boolean {
  const site = request.headers.get('sec-fetch-site')
  if (site !== null) return site === 'same-origin'
  const origin = request.headers.get('origin')
  return origin !== null && isOwnOrigin(origin, request, serverAddress)
}

/** Whether the browser says that a page of another site sent this request. */
export function isForeignOrigin(request: Request, serverAddress: string): boolean {
  const site = request.headers.get('sec-fetch-site')
  if (site !== null) return site === 'cross-site' || site === 'same-site'
  const origin = request.headers.get('origin')
  return origin !== null && !isOwnOrigin(origin, request, serverAddress)
}

function isOwnOrigin(origin: string, request: Request, serverAddress: string): boolean {
  if (!URL.canParse(origin)) return false
  const { host } = new URL(origin)
  if (host === (request.headers.get('host') ?? new URL(request.url).host)) return true
  return URL.canParse(serverAddress) && new URL(serverAddress).origin === origin
}
