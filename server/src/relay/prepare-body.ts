import { patchJson } from '../core/json/patch-json.ts'
import type { AdmittedCall } from './relay-call.ts'

/**
 * The client's bytes with only what must change: the model when a mapping renamed it, the hidden request for
 * usage, and the channel's overrides of top-level fields.
 */
export function prepareBody(
  call: AdmittedCall,
  change: { upstreamModel: string; asksUsage: boolean; override: Readonly<Record<string, unknown>> | null },
): Uint8Array {
  const changes: Record<string, string> = Object.create(null)
  if (change.upstreamModel !== call.request.model) changes.model = JSON.stringify(change.upstreamModel)
  if (change.asksUsage) {
    const given = call.request.body.stream_options
    const options = typeof given === 'object' && given !== null ? given : {}
    changes.stream_options = JSON.stringify({ ...options, include_usage: true })
  }
  for (const [field, value] of Object.entries(change.override ?? {})) changes[field] = JSON.stringify(value)
  if (Object.keys(changes).length === 0) return call.body.bytes
  return patchJson(call.body.bytes, call.body.fields, changes)
}
