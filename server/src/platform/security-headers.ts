/** On every answer of the console and its API. */
export function addCommonHeaders(headers: Headers, { isHttps }: { isHttps: boolean }): void {
  headers.set('x-content-type-options', 'nosniff')
  headers.set('referrer-policy', 'no-referrer')
  if (isHttps) headers.set('strict-transport-security', 'max-age=31536000')
}

/**
 * What a page of ours may load: itself only. Styles may be inline because the component library writes its style
 * elements at run time; scripts may not. `logo` is the one image that may come from elsewhere.
 */
export function contentSecurityPolicy(logo: string): string {
  const images = ["'self'", 'data:', 'blob:']
  if (URL.canParse(logo) && /^https?:$/.test(new URL(logo).protocol)) images.push(new URL(logo).origin)
  return [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    `img-src ${images.join(' ')}`,
    "font-src 'self' data:",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}
