import { randomBytes } from 'node:crypto'
import type { Clock } from './clock.ts'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/**
 * Ids of requests: local `yyyyMMddHHmmss`, the nanoseconds within the second (1–9 digits, not padded), eight random
 * characters. They are also references of ledger entries, so they never repeat.
 */
export function createRequestIds(clock: Clock): () => string {
  const random = createRandomText()
  let second = -1
  let prefix = ''
  return () => {
    const now = clock.now()
    const ofNow = Math.floor(now / 1000)
    if (ofNow !== second) {
      second = ofNow
      prefix = formatSecond(new Date(now))
    }
    // The wall clock gives milliseconds; the digits below come from the monotonic one.
    const nanoseconds = (Math.floor(now) % 1000) * 1_000_000 + Math.floor((clock.monotonic() % 1) * 1e6)
    return `${prefix}${nanoseconds}${random(8)}`
  }
}

/** Random letters and digits with equal probability, from a pool of cryptographic random bytes. */
export function createRandomText(): (length: number) => string {
  let pool = ''
  let used = 0
  return (length) => {
    while (pool.length - used < length) {
      pool = pool.slice(used) + randomLetters()
      used = 0
    }
    used += length
    return pool.slice(used - length, used)
  }
}

function randomLetters(): string {
  let text = ''
  // 248 = 4 × 62: larger bytes would favour the first letters.
  for (const byte of randomBytes(4096)) if (byte < 248) text += alphabet.charAt(byte % 62)
  return text
}

function formatSecond(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return (
    date.getFullYear() +
    two(date.getMonth() + 1) +
    two(date.getDate()) +
    two(date.getHours()) +
    two(date.getMinutes()) +
    two(date.getSeconds())
  )
}
