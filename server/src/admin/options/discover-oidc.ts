import { makeReason, type Reason } from '@sluice/contract/error-reasons'
import { type OidcEndpoints, oidcEndpoints } from '@sluice/contract/option'
import { GatewayError } from '../../core/errors.ts'
import type { GuardedFetch } from '../../platform/outbound/guarded-fetch.ts'
import { OutboundError } from '../../platform/outbound/pinned-fetch.ts'

/** Limits of the guarded fetch for a discovery document. */
export const discoveryLimits = {
  bytesMax: 262_144,
  timeoutMs: 10_000,
  accepts: (type: string) => /^(|application\/(.+\+)?json|text\/(plain|json))$/.test(type),
}

/**
 * The endpoints in a discovery document. Throws GatewayError `oidc_discovery_failed` when it cannot be fetched or
 * lacks one; only the super administrator may call this, so the reason may contain internal details.
 */
export async function discoverOidc(
  fetchGuarded: GuardedFetch,
  url: string,
  signal: AbortSignal,
): Promise<OidcEndpoints> {
  const document = parseJson(await fetchDocument(fetchGuarded, url, signal))
  const parsed = oidcEndpoints.safeParse(document)
  if (!parsed.success) {
    const missing = parsed.error.issues[0]?.path.join('.') || 'endpoints'
    throw failed(makeReason('documentLacks', { name: missing }))
  }
  for (const [name, address] of Object.entries(parsed.data))
    if (!isWebAddress(address)) throw failed(makeReason('documentAddress', { name }))
  return parsed.data
}

async function fetchDocument(fetchGuarded: GuardedFetch, url: string, signal: AbortSignal): Promise<string> {
  try {
    return new TextDecoder().decode((await fetchGuarded(url, signal)).bytes)
  } catch (cause) {
    if (cause instanceof OutboundError) throw failed(cause.reason, cause)
    throw cause
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw failed(makeReason('documentNotJson'), cause)
  }
}

const failed = (reason: Reason, cause?: unknown): GatewayError =>
  new GatewayError('oidc_discovery_failed', { reason }, { cause })

const isWebAddress = (text: string): boolean =>
  text.length <= 2_048 && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
