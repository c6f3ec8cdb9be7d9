import { prepareValues } from '../../core/json/prepare-json.ts'
import type { PreparedValues } from '../../core/json/prepared-json.ts'
import { finishInTurns, stepMax } from '../../platform/in-turns.ts'
import { frameData } from '../../protocols/sse/frame-data.ts'
import type { SplitFrames } from '../../protocols/sse/frame-splitter.ts'
import type { UpstreamFormat } from '../../protocols/wire-format.ts'
import { atOnceMax } from './large-body.ts'

/** The frames in order, in groups of up to `sizeMax` bytes; a larger frame is a group. */
export function* groupFrames({ bytes, ends }: SplitFrames, sizeMax: number): Generator<SplitFrames> {
  let start = 0
  let from = 0
  let group: number[] = []
  for (const end of ends) {
    if (group.length > 0 && end - start > sizeMax) {
      yield { bytes: bytes.subarray(start, from), ends: group }
      start = from
      group = []
    }
    group.push(end - start)
    from = end
  }
  if (group.length > 0) yield { bytes: bytes.subarray(start, from), ends: group }
}

/** The data of large frames, read between other work; null where no frame is large. */
export function readLargeFrames(
  { bytes, ends }: SplitFrames,
  { dataOf = frameData }: Pick<UpstreamFormat, 'dataOf'>,
): Promise<PreparedValues> | null {
  if (bytes.length <= atOnceMax) return null
  const texts: string[] = []
  let from = 0
  for (const end of ends) {
    const data = end - from > atOnceMax ? dataOf(bytes.subarray(from, end)) : null
    from = end
    if (data !== null) texts.push(data)
  }
  return texts.length === 0 ? null : finishInTurns(prepareValues(texts, stepMax))
}
