import { GatewayError } from '../core/errors.ts'
import type { ExtensionApi } from '../relay/modeless/extension-api.ts'
import { createFileBatch, createMessageBatch } from './create-batch.ts'
import { enterStorage } from './enter-storage.ts'
import { type FileKind, passFile, uploadFile } from './files-api.ts'
import { type ListedKind, listOwn } from './list-objects.ts'
import { passBatch } from './pass-batch.ts'
import type { BatchSettler } from './settle-batch.ts'

/** The operation of a path on stored objects; `id` is '' for operations on all objects. */
interface StorageRoute {
  kind: ListedKind
  action: 'create' | 'list' | 'show' | 'content' | 'cancel' | 'results' | 'delete'
  id: string
}

interface StoragePath {
  kind: ListedKind
  path: RegExp
  /** The last segment of a GET below an object; null = none. */
  reads: 'content' | 'results' | null
  /** The last segment of a POST below an object; null = none. */
  writes: 'cancel' | null
}

const shapes: readonly StoragePath[] = [
  { kind: 'file', path: /^\/v1\/files(?:\/([^/]+)(?:\/([a-z]+))?)?$/, reads: 'content', writes: null },
  {
    kind: 'batch',
    path: /^\/v1\/batches(?:\/([^/]+)(?:\/([a-z]+))?)?$/,
    reads: null,
    writes: 'cancel',
  },
  {
    kind: 'message_batch',
    path: /^\/v1\/messages\/batches(?:\/([^/]+)(?:\/([a-z]+))?)?$/,
    reads: 'results',
    writes: 'cancel',
  },
]

/** Null for another path; `method_not_allowed` for a path of this API with another method. */
function storageRouteOf(method: string, pathname: string): StorageRoute | 'method_not_allowed' | null {
  for (const { kind, path, reads, writes } of shapes) {
    const found = path.exec(pathname)
    if (!found) continue
    const [, id, step] = found
    if (id === undefined) {
      if (method === 'POST') return { kind, action: 'create', id: '' }
      return method === 'GET' ? { kind, action: 'list', id: '' } : 'method_not_allowed'
    }
    if (step !== undefined) {
      if (step === reads) return method === 'GET' ? { kind, action: reads, id } : 'method_not_allowed'
      if (step === writes) return method === 'POST' ? { kind, action: 'cancel', id } : 'method_not_allowed'
      return null
    }
    if (method === 'GET') return { kind, action: 'show', id }
    return method === 'DELETE' && kind !== 'batch' ? { kind, action: 'delete', id } : 'method_not_allowed'
  }
  return null
}

/** Files of both formats and batches that upstreams store, each visible only to its caller. */
export function createBatchApi(settler: BatchSettler): ExtensionApi {
  return {
    findHandler(request, pathname) {
      const route = storageRouteOf(request.method, pathname)
      if (route === null) return null
      if (route === 'method_not_allowed') return () => Promise.reject(new GatewayError(route))
      const { action, id } = route
      const isAnthropic = request.headers.has('anthropic-version')
      if (isAnthropic && route.kind === 'batch') return null
      // Anthropic's files are a different API at the same path.
      const kind = isAnthropic && route.kind === 'file' ? 'message_file' : route.kind
      return async (tools, call) => {
        const entered = await enterStorage(tools, call, request)
        const { caller } = entered
        if (action === 'list') return await listOwn(tools, caller, kind, request)
        if (action === 'create') {
          if (isFile(kind)) return await uploadFile(tools, call, request, entered, kind)
          return kind === 'batch'
            ? await createFileBatch(tools, call, request, entered)
            : await createMessageBatch(tools, call, request, entered)
        }
        const { signal } = call.abort.attempt()
        const settleNow: Parameters<typeof passFile>[4] = (batch) => settler.settleNow(batch, signal)
        if (isFile(kind) && action !== 'cancel' && action !== 'results')
          return await passFile(tools, call, caller, { kind, id, action }, settleNow)
        // Only files have one.
        if (action === 'content') throw new GatewayError('method_not_allowed')
        return await passBatch(
          tools,
          call,
          caller,
          { kind, id, action, url: request.url },
          { noteBatch: settler.noteBatch, settleNow },
        )
      }
    },
  }
}

const isFile = (kind: ListedKind): kind is FileKind => kind === 'file' || kind === 'message_file'
