import { makeReason, reasonAt } from '@sluice/contract/error-reasons'
import { GatewayError } from '../core/errors.ts'
import type { Config } from '../platform/config.ts'
import { calledBackObjection, parseOutboundAllow } from '../platform/outbound/address-policy.ts'
import type { SecretBox } from '../platform/secret-box.ts'
import { buildDrawingTask, parseDrawingDetails } from '../protocols/midjourney/build-task.ts'
import { findDrawingSettings } from '../store/api-tokens.ts'
import type { TaskRow } from '../store/schema.ts'
import { imageUrlOf } from './image-address.ts'
import { storedDrawingOf } from './stored-drawing.ts'
import type { TaskDependencies } from './task-dependencies.ts'

const place = 'tasks.hook_box'
const hookMax = 2_000
/** Where calls for videos and images name the address. */
export const hookField = 'callback_url'
const atOnceMax = 200

/** Addresses may contain secrets of the caller. */
export const sealHook = (secretBox: Pick<SecretBox, 'seal'>, hook: string): string => secretBox.seal(hook, place)

/** The caller's notification address; null = none, or it must not be called. */
export const parseHook = (value: unknown): string | null =>
  typeof value === 'string' && value.length <= hookMax && /^https:\/\//i.test(value) ? value : null

export const openHook = (secretBox: Pick<SecretBox, 'open'>, box: string): string => secretBox.open(box, place)

/**
 * The address in a field that requests a message; null = none. Throws GatewayError for an address that is never called,
 * because a failed delivery cannot be reported to the caller.
 */
export function readHook(config: Pick<Config, 'OUTBOUND_ALLOW'>, field: string, value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null
  const hook = parseHook(value)
  const objection =
    hook === null ? makeReason('mustBeHttps') : calledBackObjection(hook, parseOutboundAllow(config.OUTBOUND_ALLOW))
  if (objection !== null) throw new GatewayError('invalid_request', { reason: reasonAt(field, objection) })
  return hook
}

/**
 * Notifies callers of their drawings in the form of the upstream's callbacks: once for each change of state, in the
 * background. A failed notification is not repeated, because the caller can query the task at any time.
 */
export function createHookCaller(
  deps: Pick<TaskDependencies, 'db' | 'state' | 'secretBox' | 'config' | 'hookRequest' | 'log'>,
) {
  const running = new Set<Promise<void>>()

  async function send(row: TaskRow, box: string): Promise<void> {
    const raw = parseDrawingDetails(row.data).imageUrl ?? ''
    try {
      const drawing = row.token_id === null ? {} : await findDrawingSettings(deps.db, row.token_id)
      const imageUrl = imageUrlOf(deps, deps.state.current().options, row, raw, drawing)
      const { status } = await deps.hookRequest({
        url: openHook(deps.secretBox, box),
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(buildDrawingTask(storedDrawingOf(row), imageUrl)),
      })
      if (status > 299) deps.log.info({ taskId: row.id, status }, 'a callback was refused')
    } catch (cause) {
      deps.log.info({ taskId: row.id, reason: String(cause) }, 'a callback was not delivered')
    }
  }

  return {
    changed(row: TaskRow): void {
      if (row.hook_box === null || row.platform !== 'mj') return
      if (running.size >= atOnceMax) {
        deps.log.warn({ taskId: row.id }, 'too many callbacks at once: one was left out')
        return
      }
      const sending = send(row, row.hook_box).finally(() => running.delete(sending))
      running.add(sending)
    },
    /** Resolves when no notification is in progress. */
    async idle(): Promise<void> {
      await Promise.all(running)
    },
  }
}

export type HookCaller = ReturnType<typeof createHookCaller>
