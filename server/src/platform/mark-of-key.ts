import { createHash } from 'node:crypto'

/** Identifies a key within its channel. The key itself is sent only to upstreams. */
export const markOfKey = (key: string): string => createHash('sha256').update(key).digest('base64url').slice(0, 16)
