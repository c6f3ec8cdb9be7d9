import type { StreamShaper } from '../passage/stream-shaper.ts'

const none = new Uint8Array()

/** Passes bytes on unchanged. */
export const bytesShaper: StreamShaper = {
  pass: ({ bytes }) => ({ bytes, end: null }),
  close: () => none,
  // Bytes cannot carry an error, so a broken stream just ends.
  fail: () => none,
}
