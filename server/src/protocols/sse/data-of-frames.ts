import { frameData } from './frame-data.ts'
import { createFrameSplitter } from './frame-splitter.ts'

/** The data of each event in `bytes`, which hold whole frames. Frames without data are omitted. */
export function dataOfFrames(bytes: Uint8Array, dataOf: (frame: Uint8Array) => string | null = frameData): string[] {
  const splitter = createFrameSplitter(Number.MAX_SAFE_INTEGER)
  const { bytes: whole, ends } = splitter.push(bytes)
  const starts = [0, ...ends]
  const last = splitter.rest()
  const frames = ends.map((end, index) => whole.subarray(starts[index], end))
  return [...frames, ...(last.length > 0 ? [last] : [])]
    .map(dataOf)
    .filter((data) => data !== null && data !== '')
    .map(String)
}
