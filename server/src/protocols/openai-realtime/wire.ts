import type { RealtimeResponseUsage } from 'openai/resources/realtime/realtime'
import type { Sent } from '../sent.ts'

/**
 * `usage` of `response.done`. Its input counts include what was read from the cache.
 * https://platform.openai.com/docs/api-reference/realtime-server-events, as known on 2026-11-22
 */
export type ResponseUsage = Sent<RealtimeResponseUsage>
