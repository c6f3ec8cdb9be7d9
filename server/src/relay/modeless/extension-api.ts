import type { Server } from 'bun'
import type { IdentifiedCall, RelayCall } from '../call/relay-call.ts'
import type { RelayTools } from '../relay-tools.ts'

/**
 * Another API that accepts API keys. Request ids, limits, draining and cross-origin answers of its calls are those of
 * relayed calls.
 */
export interface ExtensionApi {
  /** The handler of the request; null for a path outside this API. */
  findHandler(request: Request, pathname: string, server: Server<unknown>): ServeExtension | null
  /**
   * Answers a model call in the relay's place, once it is identified; null = the relay answers it. Absent = all. It
   * records its refusals itself.
   */
  takeCall?(call: RelayCall, identified: IdentifiedCall): ServeExtension | null
  /** The server is stopping: open-ended calls end as soon as they can. */
  drain?(): void
}

/** Throws GatewayError only for errors without a format of this API. */
export type ServeExtension = (tools: RelayTools, call: RelayCall) => Promise<Response>
