import type { StreamShaper } from './stream-shaper.ts'

const none = new Uint8Array()

/** Bytes as they came. */
export const bytesShaper: StreamShaper = {
  pass: ({ bytes }) => ({ bytes, end: null }),
  close: () => none,
  // Nothing can be said in them: what breaks off just breaks off.
  fail: () => none,
}
