import { frameData } from './frame-data.ts'
import { createFrameSplitter } from './frame-splitter.ts'

/** The `data` of each frame of a stream that arrives in `chunks`; `readData` returns null for a frame without data. */
export function readFrameData(chunks: readonly Uint8Array[], readData = frameData): string[] {
  const splitter = createFrameSplitter(10_000_000)
  return chunks.flatMap((chunk) => {
    const { bytes, ends } = splitter.push(chunk)
    return ends.map((end, index) => readData(bytes.subarray(ends[index - 1] ?? 0, end))).filter((data) => data !== null)
  })
}

/** Frames as providers write them whose events are named: each name is the `type` of the event. */
export const frameEvents = (events: readonly string[], newline = '\n'): string =>
  events
    .map((event) => {
      const { type } = JSON.parse(event) as { type: string }
      return `event: ${type}${newline}data: ${event}${newline}${newline}`
    })
    .join('')
