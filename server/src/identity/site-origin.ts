import type { OptionValues } from '../state/option-registry.ts'
import type { PasskeySite } from './passkeys.ts'

/** The site as the browser of this request sees it: the configured address if it matches the request, else the host. */
export function siteOriginOf(request: Request, isHttps: boolean, serverAddress: string): string {
  const host = request.headers.get('host') ?? new URL(request.url).host
  const requested = `${isHttps ? 'https' : 'http'}://${host}`
  // Behind a proxy that is not trusted, an https request looks like http.
  if (URL.canParse(serverAddress) && new URL(serverAddress).host === host) return new URL(serverAddress).origin
  return requested
}

/** The site a passkey belongs to. */
export const passkeySiteOf = (
  request: Request,
  isHttps: boolean,
  { SystemName, ServerAddress }: OptionValues,
): PasskeySite => ({ name: SystemName, origin: siteOriginOf(request, isHttps, ServerAddress) })
