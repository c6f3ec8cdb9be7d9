import { mp3Seconds } from './mp3-seconds.ts'
import { mp4Seconds } from './mp4-seconds.ts'
import { oggSeconds } from './ogg-seconds.ts'
import { flacSeconds, wavSeconds } from './pcm-seconds.ts'
import { readsAs } from './reads-as.ts'
import { webmSeconds } from './webm-seconds.ts'

/** Containers by how their bytes begin. */
const containers: readonly (readonly [
  at: number,
  signature: string,
  secondsOf: (file: Buffer) => number | null,
])[] = [
  [8, 'WAVE', wavSeconds],
  [0, 'fLaC', flacSeconds],
  [0, 'OggS', oggSeconds],
  [4, 'ftyp', mp4Seconds],
  [0, '\x1a\x45\xdf\xa3', webmSeconds],
]

/** Longest recording that is believed, in seconds: eleven days. */
export const recordingSecondsMax = 1_000_000

/**
 * Seconds of a recording by what its file says of itself: wav, mp3, ogg, flac, mp4, webm. Null when it does not say, or
 * nothing to be believed. Headers alone are read, a bounded number of them: whatever the bytes are, it takes
 * microseconds.
 */
export function audioSeconds(bytes: Uint8Array): number | null {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const found = containers.find(([at, signature]) => readsAs(file, at, signature))
  const seconds = (found?.[2] ?? mp3Seconds)(file)
  return seconds !== null && seconds > 0 && seconds <= recordingSecondsMax ? seconds : null
}
