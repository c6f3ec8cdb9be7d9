import { readsAs } from './reads-as.ts'

const chunksMax = 100

/** RIFF WAVE: the bytes of its sound, over those that its format has a second. Null when either is missing. */
export function wavSeconds(file: Buffer): number | null {
  let bytesPerSecond = 0
  let at = 12
  for (let chunk = 0; chunk < chunksMax && at + 8 <= file.length; chunk++) {
    const size = file.readUInt32LE(at + 4)
    if (readsAs(file, at, 'fmt ') && at + 20 <= file.length) bytesPerSecond = file.readUInt32LE(at + 16)
    // Who writes while recording knows no size yet, and leaves 0 or the largest there is.
    const rest = file.length - at - 8
    if (readsAs(file, at, 'data') && bytesPerSecond > 0)
      return (size === 0 ? rest : Math.min(size, rest)) / bytesPerSecond
    at += 8 + size + (size % 2)
  }
  return null
}

/** FLAC: samples and rate of the first block. https://www.rfc-editor.org/rfc/rfc9639, section 8.2 */
export function flacSeconds(file: Buffer): number | null {
  const isStreamInfo = file.length >= 26 && ((file[4] ?? 0) & 0x7f) === 0
  if (!isStreamInfo) return null
  const rate = file.readUIntBE(18, 3) >> 4
  const samples = ((file[21] ?? 0) & 0x0f) * 2 ** 32 + file.readUInt32BE(22)
  return rate > 0 ? samples / rate : null
}
