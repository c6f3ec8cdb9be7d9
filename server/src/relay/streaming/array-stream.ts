import { createArrayFramer } from '../../protocols/gemini/array-framer.ts'
import { dataOfFrames } from '../../protocols/sse/data-of-frames.ts'
import type { Outgoing } from '../passage/outgoing-frames.ts'
import type { StreamShaper } from '../passage/stream-shaper.ts'

const encoder = new TextEncoder()

/** A Gemini stream for a client that did not ask for events: the data of each frame as an element of one JSON array. */
export function createArrayShaper(inner: StreamShaper): StreamShaper {
  const array = createArrayFramer()
  const elements = (frames: Uint8Array): string =>
    dataOfFrames(frames)
      .map((data) => array.push(data))
      .join('')
  const asElements = ({ bytes, end }: Outgoing): Outgoing => ({ bytes: encoder.encode(elements(bytes)), end })
  const asLast = (bytes: Uint8Array): Uint8Array => encoder.encode(elements(bytes) + array.end())
  return {
    pass(frames) {
      const out = inner.pass(frames)
      return out instanceof Promise ? out.then(asElements) : asElements(out)
    },
    prepareClose: async () => await inner.prepareClose?.(),
    close(close) {
      const last = inner.close(close)
      return last instanceof Promise ? last.then(asLast) : asLast(last)
    },
    fail: (frame) => asLast(inner.fail(frame)),
    withheldTokens: () => inner.withheldTokens?.() ?? 0,
  }
}

/** Complete frames as a JSON array of their data. */
export function framesAsArray(frames: string): string {
  const array = createArrayFramer()
  return (
    dataOfFrames(encoder.encode(frames))
      .map((data) => array.push(data))
      .join('') + array.end()
  )
}
