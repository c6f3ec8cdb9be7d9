import { isRecord, type JsonRecord } from '@sluice/contract/read-json'
import type { CacheMark } from '../../core/chat/content.ts'

/**
 * `cache_control` of parts and tools: an extension that several providers accept in Anthropic's form.
 * https://openrouter.ai/docs/features/prompt-caching
 */
export const parseCacheMark = (wire: unknown): CacheMark | undefined =>
  isRecord(wire) ? { ttl: wire.ttl === '1h' ? '1h' : '5m' } : undefined

export const buildCacheMark = (mark: CacheMark): JsonRecord =>
  mark.ttl === '1h' ? { type: 'ephemeral', ttl: '1h' } : { type: 'ephemeral' }
