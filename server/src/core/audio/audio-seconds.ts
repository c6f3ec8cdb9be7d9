import { flacSeconds } from './flac-seconds.ts'
import { mp3Seconds } from './mp3-seconds.ts'
import { mp4Seconds } from './mp4-seconds.ts'
import { oggSeconds } from './ogg-seconds.ts'
import { readsAs } from './reads-as.ts'
import { wavSeconds } from './wav-seconds.ts'
import { webmSeconds } from './webm-seconds.ts'

/** The highest byte rates of sound: compressed (512 kbit/s), and raw or beside video (12.8 Mbit/s). */
const packedMax = 64_000
const rawMax = 1_600_000

interface Container {
  secondsOf: (file: Buffer) => number | null
  bytesPerSecondMax: number
}

/** Containers by their first bytes. */
const containers: readonly (Container & { at: number; signature: string })[] = [
  { at: 8, signature: 'WAVE', secondsOf: wavSeconds, bytesPerSecondMax: rawMax },
  { at: 0, signature: 'fLaC', secondsOf: flacSeconds, bytesPerSecondMax: rawMax },
  { at: 0, signature: 'OggS', secondsOf: oggSeconds, bytesPerSecondMax: packedMax },
  { at: 4, signature: 'ftyp', secondsOf: mp4Seconds, bytesPerSecondMax: rawMax },
  { at: 0, signature: '\x1a\x45\xdf\xa3', secondsOf: webmSeconds, bytesPerSecondMax: rawMax },
]
const mp3: Container = { secondsOf: mp3Seconds, bytesPerSecondMax: packedMax }

/** The longest duration that is trusted, in seconds: eleven days. */
const recordingSecondsMax = 1_000_000

/**
 * Seconds of a recording from its file: wav, mp3, aac, ogg, flac, mp4, webm. Null when the file gives no duration, or
 * an impossible one. A declared duration counts only where frames, packets or samples do not add up to more, and never
 * below the minimum for that many bytes. Reading is bounded: at worst it takes some tens of milliseconds.
 */
export function audioSeconds(bytes: Uint8Array): number | null {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const found = containers.find(({ at, signature }) => readsAs(file, at, signature)) ?? mp3
  const seconds = found.secondsOf(file)
  if (seconds === null || !(seconds > 0 && seconds <= recordingSecondsMax)) return null
  return Math.max(seconds, file.length / found.bytesPerSecondMax)
}
