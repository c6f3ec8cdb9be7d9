import { isRecord } from '@sluice/contract/read-json'
import { prepareTexts, prepareValues } from '../../core/json/prepare-json.ts'
import type { PreparedValues } from '../../core/json/prepared-json.ts'
import { finishInTurns, nextTurn, stepMax } from '../../platform/in-turns.ts'
import { frameData } from '../../protocols/sse/frame-data.ts'
import type { SplitFrames } from '../../protocols/sse/frame-splitter.ts'
import type { UpstreamFormat } from '../../protocols/wire-format.ts'
import { atOnceMax } from '../call/large-body.ts'
import type { StreamShaper } from './stream-shaper.ts'

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
  format: Pick<UpstreamFormat, 'dataOf' | 'valuesInAnswer'>,
  shaper: Pick<StreamShaper, 'readAhead'> = {},
): Promise<PreparedValues> | null {
  if (bytes.length <= atOnceMax) return null
  const { dataOf = frameData } = format
  const texts: string[] = []
  let from = 0
  for (const end of ends) {
    const isAlone = end - from === bytes.length
    const data = end - from > atOnceMax ? dataOf(isAlone ? bytes : bytes.subarray(from, end)) : null
    from = end
    if (data !== null) texts.push(data)
  }
  return texts.length === 0 ? null : readTexts(texts, format, shaper)
}

/** Each stage begins in a turn of its own, and so does the caller's next one. */
async function readTexts(
  texts: readonly string[],
  { valuesInAnswer }: Pick<UpstreamFormat, 'valuesInAnswer'>,
  shaper: Pick<StreamShaper, 'readAhead'> = {},
): Promise<PreparedValues> {
  await nextTurn()
  const read = await finishInTurns(prepareValues(texts, stepMax))
  for (const text of texts) {
    const found = read.get(text)
    // An event that is an answer by itself holds the same values as one.
    const value = found && 'value' in found ? found.value : null
    if (valuesInAnswer && isRecord(value)) await finishInTurns(prepareTexts(valuesInAnswer(value), stepMax))
    if (shaper.readAhead) await finishInTurns(shaper.readAhead(text, read))
  }
  await nextTurn()
  return read
}
