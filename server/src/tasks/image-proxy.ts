import { GatewayError } from '../core/errors.ts'
import { createSlots } from '../platform/slots.ts'
import { parseDrawingDetails } from '../protocols/midjourney/build-task.ts'
import type { RelayCall } from '../relay/call/relay-call.ts'
import { findTask } from '../store/tasks.ts'
import { parseImageName } from './image-address.ts'
import type { TaskDependencies } from './task-dependencies.ts'

const slots = { atOnce: 16, waiting: 64 }
const daySeconds = 86_400

/** Image types that cannot run scripts; SVG can. */
export const isPicture = (contentType: string): boolean => /^image\/(png|jpe?g|webp|gif|avif|bmp)$/.test(contentType)

/**
 * Serves pictures of tasks to anyone with their address. The upstream's address is fetched only from public hosts,
 * within limits, and only if the answer is a picture.
 */
export function createImageProxy(deps: Pick<TaskDependencies, 'db' | 'secretBox' | 'fetchImage' | 'log'>) {
  const inSlot = createSlots(slots)

  return async function showImage(call: RelayCall, name: string, signal: AbortSignal): Promise<Response> {
    const id = parseImageName(deps.secretBox, name)
    const row = id === null ? undefined : await findTask(deps.db, id)
    const address = row?.platform === 'mj' ? (parseDrawingDetails(row.data).imageUrl ?? '') : ''
    if (!row || address === '') return Response.json({ error: 'midjourney_task_not_found' }, { status: 400 })
    try {
      const { bytes, contentType } = await inSlot(() => deps.fetchImage(address, signal))
      return new Response(bytes, {
        headers: {
          'content-type': contentType,
          'cache-control': row.status === 'SUCCESS' ? `public, max-age=${daySeconds}, immutable` : 'no-store',
          'x-content-type-options': 'nosniff',
          'content-security-policy': "default-src 'none'; sandbox",
          'cross-origin-resource-policy': 'cross-origin',
        },
      })
    } catch (cause) {
      const isBusy = cause instanceof GatewayError && cause.code === 'server_overloaded'
      deps.log.info({ requestId: call.id, taskId: row.id, reason: String(cause) }, 'a picture was not fetched')
      return Response.json({ error: 'http_get_image_failed' }, { status: isBusy ? 503 : 500 })
    }
  }
}
