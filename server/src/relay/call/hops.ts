import { GatewayError } from '../../core/errors.ts'
import type { SecretBox } from '../../platform/secret-box.ts'

/**
 * The gateways that a call went through, comma-separated. A gateway that finds itself there would call itself
 * endlessly.
 */
export const hopsHeader = 'x-sluice-hops'

const hopsMax = 8
const idLength = 16

/** This server's name for others, the same on all nodes with one secret. It reveals nothing. */
export const hopIdOf = (secretBox: Pick<SecretBox, 'lookup'>): string =>
  secretBox.lookup('this server', 'relay hop').slice(0, idLength)

/** Throws GatewayError when the call already came through this server, or through too many. */
export function refuseLoop(headers: Headers, hopId: string): void {
  const given = headers.get(hopsHeader)
  if (given === null) return
  const hops = given.split(',').map((hop) => hop.trim())
  if (hops.length >= hopsMax || hops.includes(hopId)) throw new GatewayError('channel_loops')
}

/** The header for the upstream. */
export function hopsFor(headers: Headers, hopId: string): string {
  const given = headers.get(hopsHeader)
  return given === null ? hopId : `${given}, ${hopId}`
}
