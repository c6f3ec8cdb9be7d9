import { makeReason, type Reason } from '@sluice/contract/error-reasons'

/**
 * Whether one of our own pages sent this request, by the headers of the browser. A request without such a header is
 * refused: every current browser sends one of the two headers with a write.
 */
export function isSameOrigin(request: Request, serverAddress: string): boolean {
  if (isEmbedded(request)) return false
  const site = request.headers.get('sec-fetch-site')
  if (site !== null) return site === 'same-origin'
  const origin = request.headers.get('origin')
  return origin !== null && isOwnOrigin(origin, request, serverAddress)
}

/**
 * Whether the request comes from a web document of another origin: a page of another site, or a frame that hides its
 * origin. Programs send no origin; browser extensions and apps send origins of their own kind.
 */
export function isForeignDocument(request: Request, serverAddress: string): boolean {
  if (isEmbedded(request)) return true
  const origin = request.headers.get('origin')
  if (origin === null) return false
  return origin === 'null' || (/^https?:/i.test(origin) && !isSameOrigin(request, serverAddress))
}

/**
 * Whether the request was not sent by one of our pages, by the headers of the browser: by a page of another site, or by
 * following a link in a mail.
 */
export function isForeignOrigin(request: Request, serverAddress: string): boolean {
  if (isEmbedded(request)) return true
  const site = request.headers.get('sec-fetch-site')
  // A write with the site `none` is not sent by a page, but by a program with the headers of a browser.
  const isByNoPage = site === 'none' && !['GET', 'HEAD'].includes(request.method)
  if (site !== null && !isByNoPage) return site !== 'same-origin'
  const origin = request.headers.get('origin')
  return origin !== null && !isOwnOrigin(origin, request, serverAddress)
}

/** Why a request that is not of this site is refused. */
export function explainForeign(request: Request): Reason {
  const site = request.headers.get('sec-fetch-site')
  if (isEmbedded(request) || (site !== null && site !== 'none')) return makeReason('originOfOtherSite')
  const origin = request.headers.get('origin')
  if (origin === null) return makeReason('originMissing')
  if (!URL.canParse(origin)) return makeReason('originOfOtherSite')
  return makeReason('originDiffers', {
    origin: new URL(origin).origin.slice(0, 200),
    host: hostOf(request).slice(0, 200),
  })
}

const hostOf = (request: Request): string => request.headers.get('host') ?? new URL(request.url).host

/** Images, scripts and other parts of a page: texts on our pages may contain any address. */
function isEmbedded(request: Request): boolean {
  const destination = request.headers.get('sec-fetch-dest')
  return destination !== null && destination !== 'empty' && destination !== 'document'
}

function isOwnOrigin(origin: string, request: Request, serverAddress: string): boolean {
  if (!URL.canParse(origin)) return false
  const { host } = new URL(origin)
  if (host === hostOf(request)) return true
  return URL.canParse(serverAddress) && new URL(serverAddress).origin === origin
}
