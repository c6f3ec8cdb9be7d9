import { aacFrameAt, type Mp3Frame, mp3FrameAt } from './mp3-frame.ts'
import { readsAs } from './reads-as.ts'
import { sumFrames } from './sum-frames.ts'

/** How far the first frame is searched. */
const searchBytes = 65_536

/**
 * MPEG audio, and AAC without a container: the number of frames, or the number in the first frame (Xing, VBRI) if it is
 * higher. Null unless two consecutive frames are found, because anything may look like a single one.
 */
export function mp3Seconds(file: Buffer): number | null {
  const start = endOfTag(file)
  const end = Math.min(file.length, start + searchBytes)
  for (let at = file.indexOf(0xff, start); at >= 0 && at < end; at = file.indexOf(0xff, at + 1)) {
    const frame = mp3FrameAt(file, at)
    if (frame && mp3FrameAt(file, at + frame.length)) return secondsFrom(file, at, frame)
    const aac = frame ? null : aacFrameAt(file, at)
    if (aac && aacFrameAt(file, at + aac.length)) return sumFrames(file, at).seconds
  }
  return null
}

function secondsFrom(file: Buffer, at: number, frame: Mp3Frame): number {
  const sum = sumFrames(file, at).seconds
  const declared = framesDeclared(file.subarray(at, at + frame.length), frame)
  if (declared === null) return sum
  // The frame with that number is silent.
  return Math.max((declared * frame.samples) / frame.rate, sum - frame.seconds)
}

/** ID3 version 2, at the beginning of the file. */
function endOfTag(file: Buffer): number {
  if (file.length < 10 || !readsAs(file, 0, 'ID3')) return 0
  const size = [6, 7, 8, 9].reduce((sum, at) => sum * 128 + ((file[at] ?? 0) & 0x7f), 0)
  return 10 + size
}

function framesDeclared(frame: Buffer, { isFirst, isMono }: Mp3Frame): number | null {
  const side = isFirst ? (isMono ? 17 : 32) : isMono ? 9 : 17
  const xing = 4 + side
  if (['Xing', 'Info'].some((mark) => readsAs(frame, xing, mark)) && frame.length >= xing + 12)
    return ((frame[xing + 7] ?? 0) & 1) === 1 ? frame.readUInt32BE(xing + 8) : null
  return readsAs(frame, 36, 'VBRI') && frame.length >= 54 ? frame.readUInt32BE(50) : null
}
