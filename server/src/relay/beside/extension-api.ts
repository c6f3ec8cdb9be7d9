import type { Server } from 'bun'
import type { RelayCall } from '../call/relay-call.ts'
import type { RelayTools } from '../relay-tools.ts'

/** Another API that takes API keys: its calls are named, counted, drained and answered across origins like relayed ones. */
export interface ExtensionApi {
  /** What answers the request; null for a path that is not this API's. */
  serveOf(request: Request, pathname: string, server: Server<unknown>): ServeExtension | null
  /** The server is stopping: calls without an end of their own end as soon as they can. */
  drain?(): void
}

/** Throws GatewayError only for errors without a format of this API. */
export type ServeExtension = (tools: RelayTools, call: RelayCall) => Promise<Response>
