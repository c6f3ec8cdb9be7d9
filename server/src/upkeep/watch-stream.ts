import { frameData } from '../protocols/sse/frame-data.ts'
import { createFrameSplitter } from '../protocols/sse/frame-splitter.ts'
import { openingKindOf } from '../protocols/sse/opening-kind.ts'
import type { UpstreamFormat } from '../protocols/wire-format.ts'

const frameBytesMax = 1024 * 1024

/** Detects the first text of a streamed answer. */
export interface StreamWatch {
  /** True from the chunk with the first text on. */
  push(chunk: Uint8Array): boolean
}

export function watchStream(format: UpstreamFormat): StreamWatch {
  const splitter = createFrameSplitter(frameBytesMax)
  let hasBegun = false
  const meter = format.createMeter((text) => {
    if (text !== '') hasBegun = true
  })
  const dataOf = format.dataOf ?? frameData
  return {
    push(chunk) {
      if (hasBegun) return true
      const { bytes, ends } = splitter.push(chunk)
      let start = 0
      for (const end of ends) {
        const data = dataOf(bytes.subarray(start, end))
        start = end
        if (openingKindOf(data) === 'answer') meter.push(data)
      }
      return hasBegun
    },
  }
}
