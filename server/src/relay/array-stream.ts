import { createArrayFramer } from '../protocols/gemini/array-framer.ts'
import { frameData } from '../protocols/sse/frame-data.ts'
import { createFrameSplitter } from '../protocols/sse/frame-splitter.ts'
import type { StreamShaper } from './stream-shaper.ts'

const encoder = new TextEncoder()

/** A Gemini stream for a client that did not ask for events: the data of each frame as an element of one JSON array. */
export function createArrayShaper(inner: StreamShaper): StreamShaper {
  const array = createArrayFramer()
  const elements = (frames: Uint8Array): string =>
    dataOf(frames)
      .map((data) => array.push(data))
      .join('')
  return {
    pass(frames) {
      const { bytes, end } = inner.pass(frames)
      return { bytes: encoder.encode(elements(bytes)), end }
    },
    close: (close) => encoder.encode(elements(inner.close(close)) + array.end()),
    fail: (frame) => encoder.encode(elements(inner.fail(frame)) + array.end()),
    withheldTokens: () => inner.withheldTokens?.() ?? 0,
  }
}

/** Whole frames as a JSON array of their data. */
export function framesAsArray(frames: string): string {
  const array = createArrayFramer()
  return (
    dataOf(encoder.encode(frames))
      .map((data) => array.push(data))
      .join('') + array.end()
  )
}

/** The data of whole frames. */
export function dataOf(bytes: Uint8Array): string[] {
  const splitter = createFrameSplitter(Number.MAX_SAFE_INTEGER)
  const { bytes: whole, ends } = splitter.push(bytes)
  const starts = [0, ...ends]
  const last = splitter.rest()
  const frames = ends.map((end, index) => whole.subarray(starts[index], end))
  return [...frames, ...(last.length > 0 ? [last] : [])]
    .map(frameData)
    .filter((data) => data !== null && data !== '')
    .map(String)
}
