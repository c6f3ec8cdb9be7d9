import { GatewayError } from '../core/errors.ts'
import type { Caller } from '../relay/call/caller.ts'
import type { RelayCall } from '../relay/call/relay-call.ts'
import type { Authenticated } from '../relay/entry/authenticate.ts'
import type { ExtensionApi } from '../relay/modeless/extension-api.ts'
import type { RelayTools } from '../relay/relay-tools.ts'
import { enterStorage } from './enter-storage.ts'
import { type ListedKind, listOwn } from './list-objects.ts'

/** What one API for stored objects has of its own. `id` of a path is '' where it names no object. */
interface ObjectApi<P extends { id: string }> {
  kind: ListedKind
  /** Null for a path of another API. */
  pathOf(request: Request, pathname: string): P | null
  methodsOf(path: P): readonly string[]
  create(tools: RelayTools, call: RelayCall, request: Request, entered: Authenticated): Promise<Response>
  /** A call about one object. */
  pass(tools: RelayTools, call: RelayCall, request: Request, caller: Caller, path: P): Promise<Response>
}

/** An API for objects that an upstream stores, each visible only to its caller. */
export const createObjectApi = <P extends { id: string }>(api: ObjectApi<P>): ExtensionApi => ({
  findHandler(request, pathname) {
    const path = api.pathOf(request, pathname)
    if (!path) return null
    if (!api.methodsOf(path).includes(request.method))
      return () => Promise.reject(new GatewayError('method_not_allowed'))
    return async (tools, call) => {
      const entered = await enterStorage(tools, call, request)
      const { caller } = entered
      if (path.id !== '') return await api.pass(tools, call, request, caller, path)
      return request.method === 'GET'
        ? await listOwn(tools, caller, api.kind, request)
        : await api.create(tools, call, request, entered)
    }
  },
})
