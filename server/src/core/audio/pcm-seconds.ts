import { readsAs } from './reads-as.ts'

const chunksMax = 100

/** RIFF WAVE: the bytes of its sound, over those that its format has a second. Null when either is missing. */
export function wavSeconds(file: Buffer): number | null {
  let bytesPerSecond = 0
  let at = 12
  for (let chunk = 0; chunk < chunksMax && at + 8 <= file.length; chunk++) {
    const size = file.readUInt32LE(at + 4)
    if (readsAs(file, at, 'fmt ') && at + 24 <= file.length) bytesPerSecond = bytesPerSecondOf(file, at + 8)
    // Who writes while recording knows no size yet, and leaves 0 or the largest there is.
    const rest = file.length - at - 8
    if (readsAs(file, at, 'data') && bytesPerSecond > 0)
      return (size === 0 ? rest : Math.min(size, rest)) / bytesPerSecond
    at += 8 + size + (size % 2)
  }
  return null
}

/** Of bare samples by what players go by: channels, rate and bits; the sum told beside them need not be true. */
function bytesPerSecondOf(file: Buffer, format: number): number {
  const isBare = [1, 3, 0xfffe].includes(file.readUInt16LE(format))
  const bytesOfAll = file.readUInt16LE(format + 2) * Math.ceil(file.readUInt16LE(format + 14) / 8)
  return isBare ? file.readUInt32LE(format + 4) * bytesOfAll : file.readUInt32LE(format + 8)
}

/** FLAC: samples and rate of the first block. https://www.rfc-editor.org/rfc/rfc9639, section 8.2 */
export function flacSeconds(file: Buffer): number | null {
  const isStreamInfo = file.length >= 26 && ((file[4] ?? 0) & 0x7f) === 0
  if (!isStreamInfo) return null
  const rate = file.readUIntBE(18, 3) >> 4
  const samples = ((file[21] ?? 0) & 0x0f) * 2 ** 32 + file.readUInt32BE(22)
  return rate > 0 ? samples / rate : null
}
