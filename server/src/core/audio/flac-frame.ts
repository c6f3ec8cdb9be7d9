/** The sound format from the header of a FLAC file. */
export interface FlacStream {
  rate: number
  channels: number
  bits: number
  samples: number
  /** The largest number of samples in a block. */
  block: number
}

const rates = [88_200, 176_400, 192_000, 8_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 96_000]
const bitsByCode: Readonly<Record<number, number>> = { 1: 8, 2: 12, 4: 16, 5: 20, 6: 24, 7: 32 }

/**
 * The first sample of the frame at `at`; null where no frame begins that agrees with the file's header.
 * https://www.rfc-editor.org/rfc/rfc9639, section 9.1
 */
export function flacFrameStart(file: Buffer, at: number, stream: FlacStream): number | null {
  if (at + 16 > file.length || file[at] !== 0xff || ((file[at + 1] ?? 0) & 0xfe) !== 0xf8) return null
  const [blockCode, rateCode] = [(file[at + 2] ?? 0) >> 4, (file[at + 2] ?? 0) & 15]
  const [channelCode, bitsCode] = [(file[at + 3] ?? 0) >> 4, ((file[at + 3] ?? 0) >> 1) & 7]
  const channels = channelCode < 8 ? channelCode + 1 : channelCode < 11 ? 2 : 0
  if (channels !== stream.channels || blockCode === 0) return null
  if (bitsCode !== 0 && bitsByCode[bitsCode] !== stream.bits) return null
  const number = codedNumber(file, at + 4)
  if (number === null) return null
  const rateAt = at + 4 + number.length + (blockCode === 6 ? 1 : blockCode === 7 ? 2 : 0)
  const rate = rateOf(file, rateCode, rateAt)
  if (rate === null || (rate !== 0 && rate !== stream.rate)) return null
  const end = rateAt + (rateCode === 12 ? 1 : rateCode > 12 ? 2 : 0)
  if (end >= file.length || checksum(file.subarray(at, end)) !== file[end]) return null
  const isVariable = ((file[at + 1] ?? 0) & 1) === 1
  return isVariable ? number.value : number.value * stream.block
}

/** 0 = the value in the file's header. */
function rateOf(file: Buffer, code: number, at: number): number | null {
  if (code === 0) return 0
  if (code <= rates.length) return rates[code - 1] ?? null
  if (at + 2 > file.length || code === 15) return null
  if (code === 12) return (file[at] ?? 0) * 1_000
  return file.readUInt16BE(at) * (code === 14 ? 10 : 1)
}

/** A number of up to 36 bits in the encoding of UTF-8. */
function codedNumber(file: Buffer, at: number): { value: number; length: number } | null {
  const first = file[at] ?? 0
  const length = first < 0x80 ? 1 : Math.clz32(~(first << 24))
  if (length > 7 || (first >= 0x80 && length < 2) || at + length > file.length) return null
  let value = length === 1 ? first : first & (0x7f >> length)
  for (let index = 1; index < length; index++) value = value * 64 + ((file[at + index] ?? 0) & 0x3f)
  return { value, length }
}

/** CRC-8 with the polynomial x^8 + x^2 + x + 1. */
function checksum(bytes: Buffer): number {
  let sum = 0
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit++) sum = (sum & 0x80 ? (sum << 1) ^ 0x07 : sum << 1) & 0xff
  }
  return sum
}
