import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { audioSeconds } from './audio-seconds.ts'
import { createSoundMeter } from './sound-meter.ts'

// Minimal files of each container, written from its specification.

const u16 = (value: number) => [value >> 8, value & 255]
const u32 = (value: number) => [...u16(Math.floor(value / 65_536)), ...u16(value % 65_536)]
const littleU32 = (value: number) => u32(value).reverse()
const text = (value: string) => [...Buffer.from(value, 'latin1')]
const bytes = (...parts: number[][]) => Uint8Array.from(parts.flat())
const box = (type: string, ...content: number[][]) => {
  const body = content.flat()
  return [...u32(body.length + 8), ...text(type), ...body]
}
const zeros = (count: number) => Array.from({ length: count }, () => 0)

/** RIFF: 8000 samples a second of two bytes. */
const wav = (seconds: number) =>
  bytes(
    [...text('RIFF'), ...littleU32(36 + seconds * 16_000), ...text('WAVEfmt '), ...littleU32(16), 1, 0, 1, 0],
    [...littleU32(8_000), ...littleU32(16_000), 2, 0, 16, 0],
    [...text('data'), ...littleU32(seconds * 16_000), ...zeros(seconds * 16_000)],
  )

/** Frames of 1152 samples at 44.1 kHz and 128 kbit/s, of 417 bytes each. */
const mp3 = (frames: number) => bytes(...Array.from({ length: frames }, () => [0xff, 0xfb, 0x90, 0, ...zeros(413)]))

/** One STREAMINFO block: 44.1 kHz, two channels of 16 bits. */
const flac = (samples: number) =>
  bytes(
    [...text('fLaC'), 0x80, 0, 0, 34, ...u16(4096), ...u16(4096), ...zeros(6)],
    [0x0a, 0xc4, 0x42, 0xf0, ...u32(samples), ...zeros(16)],
  )

/** One track of sound with a clock of 1000 a second. */
const mp4 = (milliseconds: number) => {
  const clock = [...zeros(12), ...u32(1_000), ...u32(milliseconds)]
  const entry = box('mp4a', zeros(6), [0, 1], zeros(8), [0, 1, 0, 16], zeros(4), u32(8_000 * 65_536))
  const samples = [
    ...box('stsd', zeros(4), u32(1), entry),
    ...box('stts', zeros(4), u32(1), u32(1), u32(milliseconds)),
    ...box('stsc', zeros(8)),
    ...box('stsz', zeros(4), u32(100), u32(1)),
    ...box('stco', zeros(8)),
  ]
  const handler = box('hdlr', zeros(8), text('soun'), zeros(13))
  const media = box('mdia', box('mdhd', clock, zeros(4)), handler, box('minf', box('stbl', samples)))
  const track = box('trak', box('tkhd', zeros(12), u32(1), zeros(68)), media)
  return bytes(box('ftyp', text('M4A '), u32(0), text('M4A isom')), box('moov', box('mvhd', clock, zeros(80)), track))
}

/** Pages of Opus, whose sample rate is always 48 000. */
const page = (serial: { flags: number; samples: number; sequence: number }, content: number[]) => [
  ...text('OggS'),
  0,
  serial.flags,
  ...littleU32(serial.samples),
  0,
  0,
  0,
  0,
  ...littleU32(7),
  ...littleU32(serial.sequence),
  0,
  0,
  0,
  0,
  1,
  content.length,
  ...content,
]
const ogg = (samples: number) =>
  bytes(
    page({ flags: 2, samples: 0, sequence: 0 }, [...text('OpusHead'), 1, 1, 0, 0, ...littleU32(48_000), 0, 0, 0]),
    page({ flags: 0, samples: 0, sequence: 1 }, [...text('OpusTags'), ...zeros(8)]),
    page({ flags: 4, samples, sequence: 2 }, zeros(20)),
  )

/** A first frame with the header of variable-bitrate encoders. */
const framesWithHeader = (mark: string, at: number, count: number[]) => {
  const frame = [0xff, 0xfb, 0x90, 0, ...zeros(413)]
  frame.splice(at, mark.length + count.length, ...text(mark), ...count)
  return bytes(frame, [0xff, 0xfb, 0x90, 0, ...zeros(413)])
}

/** An element with a one-byte size; 0xff = unknown. */
const element = (id: number[], content: number[], size = content.length) => [...id, size | 0x80, ...content]
const webm = (ticks: number, scale: number[] = []) => {
  const duration = [...new Uint8Array(new Float64Array([ticks]).buffer)].reverse()
  const info = element([0x15, 0x49, 0xa9, 0x66], [...scale, ...element([0x44, 0x89], duration)])
  const head = element([0x1a, 0x45, 0xdf, 0xa3], zeros(4))
  return bytes(head, element([0x18, 0x53, 0x80, 0x67], [...element([0xec], zeros(3)), ...info], 0x7f))
}
const millionth = element([0x2a, 0xd7, 0xb1], [0x03, 0xe8])

/** A live recording: its size is unknown. */
const openWav = () => {
  const file = wav(2)
  file.set([0xff, 0xff, 0xff, 0xff], 40)
  return file
}

test.each([
  ['wav', wav(3), 3],
  ['wav without its size', openWav(), 2],
  ['mp3', mp3(100), (100 * 1152) / 44_100],
  ['mp3 behind a tag', bytes([...text('ID3'), 3, 0, 0, 0, 0, 1, 0], zeros(128), [...mp3(100)]), (100 * 1152) / 44_100],
  ['mp3 of varying bitrate', framesWithHeader('Xing', 36, [0, 0, 0, 1, ...u32(1_000)]), (1_000 * 1152) / 44_100],
  ['mp3 with VBRI', framesWithHeader('VBRI', 36, [...zeros(10), ...u32(500)]), (500 * 1152) / 44_100],
  ['flac', flac(44_100 * 7), 7],
  ['mp4', mp4(2_500), 2.5],
  ['ogg', ogg(96_000), 2],
  ['webm', webm(1_500), 1.5],
  ['webm with a clock of its own', webm(4_000_000, millionth), 4],
])('the duration of a %s file is read', (_kind, file, seconds) => {
  expect(audioSeconds(file)).toBeCloseTo(seconds, 3)
})

test('a file whose header is shorter than its bytes allow is charged by its bytes', () => {
  const filled = (head: Uint8Array) => Buffer.concat([head, Buffer.alloc(6_400_000)])
  const tooShort = framesWithHeader('Xing', 36, [0, 0, 0, 1, ...u32(1)])
  expect(audioSeconds(filled(tooShort))).toBeCloseTo(100, 0)
  expect(audioSeconds(filled(mp4(1)))).toBeCloseTo(4, 1)
  // Bytes outside the format: none of it is trusted.
  for (const file of [flac(1), webm(1)]) expect(audioSeconds(filled(file))).toBeNull()
  // Players ignore the byte rate in a wave file.
  const wave = wav(3)
  wave.set([0xff, 0xff, 0xff, 0xff], 28)
  expect(audioSeconds(wave)).toBeCloseTo(3, 3)
})

test('a file without or with an impossible duration is unknown', () => {
  const aac = bytes([0xff, 0xf1, 0x50, 0x80, 0x02, 0x1f, 0xfc], zeros(100))
  const files = [new Uint8Array(), bytes(text('no sound at all')), wav(3).subarray(0, 20), flac(0), webm(0)]
  for (const file of [...files, webm(Number.NaN), webm(-5), webm(1e300), aac, mp3(1)])
    expect(audioSeconds(file)).toBeNull()
})

describe('the duration is what players play, whatever the header says:', () => {
  test('mp3 frames of different bitrates', () => {
    // 320 kbit/s first, then 1000 frames of 32 kbit/s: 1044 and 104 bytes.
    const first = [0xff, 0xfb, 0xe0, 0, ...zeros(1_040)]
    const rest = Array.from({ length: 1_000 }, () => [0xff, 0xfb, 0x10, 0, ...zeros(100)])
    expect(audioSeconds(bytes(first, first, ...rest))).toBeCloseTo((1_002 * 1152) / 44_100, 3)
  })

  test('aac frames without a container', () => {
    // 44.1 kHz, 16 bytes each, 1024 samples.
    const frame = [0xff, 0xf1, 0x50, 0x80, 0x02, 0x1f, 0xfc, ...zeros(9)]
    expect(audioSeconds(bytes(...Array.from({ length: 430 }, () => frame)))).toBeCloseTo((430 * 1024) / 44_100, 3)
  })

  test('several data chunks in a wave file; four bits a sample', () => {
    const second = [...wav(1)]
    expect(audioSeconds(bytes(second, second.slice(36), second.slice(36)))).toBeCloseTo(3, 3)
    const packed = Buffer.from(wav(1))
    packed.writeUInt16LE(0x11, 20)
    packed.writeUInt32LE(1_600_000, 28)
    packed.writeUInt16LE(256, 32)
    packed.writeUInt16LE(4, 34)
    // Blocks of 256 bytes hold 505 samples.
    expect(audioSeconds(packed)).toBeCloseTo(((16_000 / 256) * 505) / 8_000, 3)
    packed.writeUInt16LE(0x55, 20)
    expect(audioSeconds(packed)).toBeNull()
  })

  test('the last frame of a flac file, and its bytes', () => {
    // Frames of 4096 samples, 44.1 kHz, two channels, 16 bits, starting at the given number.
    const frame = (number: number, sum: number) => [0xff, 0xf8, 0xc9, 0x18, number, sum, ...zeros(1_000)]
    const file = bytes(
      [...flac(1)],
      frame(0, crc8([0xff, 0xf8, 0xc9, 0x18, 0])),
      frame(99, crc8([0xff, 0xf8, 0xc9, 0x18, 99])),
    )
    expect(audioSeconds(file)).toBeCloseTo((99 * 4096) / 44_100, 3)
    const loud = bytes([...flac(1)], frame(0, crc8([0xff, 0xf8, 0xc9, 0x18, 0])), zeros(352_800))
    expect(audioSeconds(loud)).toBeCloseTo((352_800 + 1_006) / 176_400, 3)
    const other = bytes([...flac(1)], [0xff, 0xf8, 0xc5, 0x18, 0, crc8([0xff, 0xf8, 0xc5, 0x18, 0]), ...zeros(99)])
    expect(audioSeconds(other)).toBeNull()
  })

  test('the samples of an mp4 file, in its header and in fragments', () => {
    const samples = Buffer.from(mp4(1))
    samples.writeUInt32BE(1_000, samples.indexOf('stsz') + 12)
    expect(audioSeconds(samples)).toBeCloseTo((1_000 * 1024) / 8_000, 3)
    const run = (count: number) =>
      box('moof', box('traf', box('tfhd', zeros(4), u32(1)), box('trun', zeros(4), u32(count), zeros(4))))
    const inParts = bytes([...mp4(1)], run(300), box('mdat', zeros(50)), run(200))
    expect(audioSeconds(inParts)).toBeCloseTo((501 * 1024) / 8_000, 3)
  })

  test('the blocks of a webm file, by their times and by their packets', () => {
    const track = element([0xae], [...element([0xd7], [1]), ...element([0x86], text('A_OPUS'))])
    const tracks = element([0x16, 0x54, 0xae, 0x6b], track)
    // Packets of 20 ms each (RFC 6716: 0x78 = config 15, one frame).
    const block = (time: number) => element([0xa3], [0x81, ...u16(time), 0, 0x78, 0, 0])
    const cluster = (time: number[], blocks: number[]) => [
      0x1f,
      0x43,
      0xb6,
      0x75,
      0x01,
      0xff,
      0xff,
      0xff,
      0xff,
      0xff,
      0xff,
      0xff,
      ...element([0xe7], time),
      ...blocks,
    ]
    const file = (clusters: number[]) => bytes([...webm(1)], tracks, clusters)
    expect(audioSeconds(file(cluster([0x27, 0x10], block(500))))).toBeCloseTo(10.5, 3)
    const timeless = cluster([0], Array.from({ length: 100 }, () => block(0)).flat())
    expect(audioSeconds(file(timeless))).toBeCloseTo(2, 3)
  })

  test('the packets of an ogg file, and of tracks that follow one another', () => {
    const silent = ogg(0)
    // 60 ms a packet (0x18 = config 3).
    const packets = Array.from({ length: 50 }, (_, index) =>
      page({ flags: 0, samples: 0, sequence: 3 + index }, [0x18, ...zeros(20)]),
    )
    expect(audioSeconds(bytes([...silent], ...packets))).toBeCloseTo(50 * 0.06 + 0.01, 2)
    const second = Buffer.from(ogg(48_000))
    for (let at = second.indexOf('OggS'); at >= 0; at = second.indexOf('OggS', at + 1)) second.writeUInt32LE(9, at + 14)
    expect(audioSeconds(bytes([...ogg(96_000)], [...second]))).toBeCloseTo(3, 3)
  })
})

/** CRC-8 of FLAC, by long division. */
function crc8(content: number[]): number {
  const bits = [...content, 0].flatMap((byte) => Array.from({ length: 8 }, (_, bit) => (byte >> (7 - bit)) & 1))
  for (let at = 0; at < bits.length - 8; at++)
    if (bits[at] === 1)
      [1, 0, 0, 0, 0, 0, 1, 1, 1].forEach((bit, index) => {
        bits[at + index] = (bits[at + index] ?? 0) ^ bit
      })
  return bits.slice(-8).reduce((sum, bit) => sum * 2 + bit, 0)
}

describe('sound that arrives in chunks', () => {
  const measureSeconds = (file: Uint8Array, size: number, contentType = 'audio/mpeg') => {
    const meter = createSoundMeter(contentType)
    for (let at = 0; at < file.length; at += size) meter.push(file.subarray(at, at + size))
    return meter.seconds()
  }
  const flacWithoutTotal = () => {
    const head = [0xff, 0xf8, 0xc9, 0x18, 50]
    return bytes([...flac(0)], [...head, crc8(head), ...zeros(99)])
  }

  test.each([1, 7, 417, 5_000, 1_000_000])('is measured whatever the chunks are: %d bytes', (size) => {
    expect(measureSeconds(mp3(100), size)).toBeCloseTo((100 * 1152) / 44_100, 3)
    expect(measureSeconds(wav(3), size, 'audio/wav')).toBeCloseTo(3, 2)
    expect(measureSeconds(ogg(96_000), size, 'audio/opus')).toBeCloseTo(2, 3)
    expect(measureSeconds(flac(88_200), size, 'audio/flac')).toBeCloseTo(2, 3)
    expect(measureSeconds(flacWithoutTotal(), size, 'audio/flac')).toBeCloseTo((50 * 4096) / 44_100, 3)
    expect(measureSeconds(new Uint8Array(48_000), size, 'audio/pcm')).toBe(1)
    expect(measureSeconds(new Uint8Array(64_000), size, 'audio/L16; rate=16000')).toBe(2)
    expect(measureSeconds(new Uint8Array(32_000), size)).toBe(2)
  })
})

test('no bytes cause an error or an impossible result', () => {
  const start = fc.constantFrom(
    wav(1).subarray(0, 60),
    mp3(2),
    flac(9),
    mp4(9),
    ogg(9),
    webm(9),
    framesWithHeader('Xing', 36, [0, 0, 0, 1]),
  )
  const tail = fc.uint8Array({ maxLength: 200 })
  fc.assert(
    fc.property(start, tail, fc.nat(900), (head, rest, cut) => {
      const seconds = audioSeconds(Buffer.concat([head.subarray(0, cut), rest]))
      expect(seconds === null || (seconds > 0 && seconds <= 1_000_000)).toBe(true)
    }),
    { numRuns: 2_000 },
  )
})

test('reading a duration is fast for any bytes', () => {
  const repeat = (unit: number[], head: Uint8Array) => {
    const file = Buffer.alloc(4_000_000, Uint8Array.from(unit))
    file.set(head)
    return file
  }
  const files = [
    repeat(page({ flags: 0, samples: 0xffffffff, sequence: 3 }, [0]), ogg(1).subarray(0, 60)),
    repeat([0xff, 0xfb, 0x90], mp3(1).subarray(0, 4)),
    repeat(box('free'), mp4(1).subarray(0, 20)),
    repeat([0xec, 0x80], webm(1).subarray(0, 12)),
    repeat([...text('junk'), ...littleU32(0)], wav(1).subarray(0, 12)),
  ]
  const before = process.cpuUsage()
  for (const file of files) audioSeconds(file)
  // CPU time, which other processes do not affect: a hundred times the expected value. Reading the whole file
  // would take a second.
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(500)
})
