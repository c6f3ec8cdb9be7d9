import type { RelayCall } from '../call/relay-call.ts'
import type { RelayTools } from '../relay-tools.ts'

/** Another API that takes API keys: its calls are named, counted, drained and answered across origins like relayed ones. */
export interface GuestApi {
  /** What answers the request; null for a path that is not this API's. */
  serveOf(request: Request, pathname: string): ServeGuest | null
}

/** Throws GatewayError only for what the API has no words of its own for. */
export type ServeGuest = (tools: RelayTools, call: RelayCall) => Promise<Response>
