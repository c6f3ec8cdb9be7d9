/** On every answer of the console and its API. */
export function addCommonHeaders(headers: Headers, { isHttps }: { isHttps: boolean }): void {
  headers.set('x-content-type-options', 'nosniff')
  headers.set('referrer-policy', 'no-referrer')
  if (!headers.has('permissions-policy')) headers.set('permissions-policy', permissionsPolicy([]))
  if (isHttps) headers.set('strict-transport-security', 'max-age=31536000')
}

/** Features of a browser that no page of the gateway uses, and no frame in one. */
const unusedFeatures = [
  'accelerometer',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'midi',
  'payment',
  'serial',
  'usb',
]

/** What a page may use of the device: nothing, except camera and microphone in the chat clients that it frames. */
export function permissionsPolicy(frames: readonly string[]): string {
  const origins = [...new Set(frames.flatMap(originOf))].map((origin) => `"${origin}"`)
  const inFrames = origins.length === 0 ? '()' : `(self ${origins.join(' ')})`
  return [...unusedFeatures.map((feature) => `${feature}=()`), `camera=${inFrames}`, `microphone=${inFrames}`].join(
    ', ',
  )
}

/** Addresses outside the gateway that pages show or run. */
export interface ForeignSources {
  scripts: readonly string[]
  frames: readonly string[]
  images: readonly string[]
  /** Texts of the operator may contain pictures of any origin. */
  anyImage: boolean
}

/**
 * What the console's pages may load: the gateway itself, and features that the operator has enabled. The component
 * library writes style elements at run time, with the nonce of the page. Style attributes stay allowed because charts
 * write them as markup: an attribute changes the style of one element, and what it loads must match `img-src`.
 */
export function contentSecurityPolicy(foreign: ForeignSources, nonce: string): string {
  const images = foreign.anyImage ? ['https:'] : foreign.images.flatMap(originOf)
  const frames = foreign.frames.flatMap(originOf)
  const list = (...sources: string[]) => [...new Set(sources)].join(' ')
  return [
    "default-src 'self'",
    `script-src ${list("'self'", ...foreign.scripts.flatMap(originOf))}`,
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    `img-src ${list("'self'", 'data:', 'blob:', ...images)}`,
    // Sound of answers in the playground.
    "media-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    `frame-src ${frames.length === 0 ? "'none'" : list(...frames)}`,
    "object-src 'none'",
    "base-uri 'none'",
    // The page that forwards a browser to the payment gateway has its own policy.
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** Empty for an invalid web address. A host may contain `;` and `,`, which would start another directive or policy. */
function originOf(address: string): string[] {
  if (!URL.canParse(address)) return []
  const { origin } = new URL(address)
  return /^https?:\/\/[a-z0-9._:[\]-]+$/i.test(origin) ? [origin] : []
}
