import { afterAll, expect, test } from 'bun:test'
import { parseOutboundAllow } from '../../platform/outbound/address-policy.ts'
import { createGuardedSend } from '../../platform/outbound/guarded-stream.ts'
import { type BucketSettings, createBucket } from './bucket.ts'
import { bucketKey, startTestBucket } from './test-bucket.ts'

// TEST_S3_URL: the address of a real server, with a bucket `films` and the key of `bucketKey`.

const fake = startTestBucket()
afterAll(() => fake.close())

const signal = new AbortController().signal
const settingsOf = (url: string, more: Partial<BucketSettings> = {}): BucketSettings => ({
  MediaBucketEndpoint: url,
  MediaBucketName: 'films',
  MediaBucketRegion: bucketKey.region,
  MediaBucketKeyId: bucketKey.accessKeyId,
  MediaBucketSecret: bucketKey.secretAccessKey,
  ...more,
})
function open(url: string, more: Partial<BucketSettings> = {}) {
  const exceptions = parseOutboundAllow(new URL(url).host)
  const send = createGuardedSend({ exceptions, timeoutMs: 10_000 })
  return createBucket({ send, clock: { now: Date.now } }, settingsOf(url, more))
}

async function* chunksOf(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array, void> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
const film = (bytes: number): Uint8Array => Uint8Array.from({ length: bytes }, (_, at) => (at * 31) % 251)
const read = async (body: ReadableStream | Blob): Promise<Buffer> => Buffer.from(await new Response(body).arrayBuffer())

test('a file of one part, and of several, is written, read in part and deleted; what fails leaves nothing', async () => {
  const bucket = open(fake.url)
  const large = film(18_000_000)
  await bucket.save('2026-11/a b-0', chunksOf(film(100), 7), 'video/mp4', signal)
  await bucket.save('2026-11/large-0', chunksOf(large, 1_000_003), 'video/webm', signal)
  expect(fake.objects.get('2026-11/a b-0')).toEqual({ bytes: Buffer.from(film(100)), mediaType: 'video/mp4' })
  expect(fake.objects.get('2026-11/large-0')?.bytes.equals(large)).toBe(true)
  expect(fake.objects.get('2026-11/large-0')?.mediaType).toBe('video/webm')
  const part = await bucket.open('2026-11/large-0', { from: 9_000_000, to: 9_000_009 }, signal)
  expect((await read(part)).equals(large.subarray(9_000_000, 9_000_010))).toBe(true)

  async function* cut(): AsyncGenerator<Uint8Array, void> {
    yield* chunksOf(film(9_000_000), 100_000)
    throw new Error('the maker hangs up')
  }
  await expect(bucket.save('cut', cut(), 'video/mp4', signal)).rejects.toThrow('the maker hangs up')
  fake.failNext(1)
  await expect(bucket.save('busy', chunksOf(film(5), 5), 'video/mp4', signal)).rejects.toThrow('status 503: SlowDown')
  expect([fake.uploads.size, [...fake.objects.keys()]]).toEqual([0, ['2026-11/a b-0', '2026-11/large-0']])
  await bucket.remove('2026-11/large-0', signal)
  await bucket.remove('2026-11/large-0', signal)
  await expect(bucket.open('2026-11/large-0', { from: 0, to: 1 }, signal)).rejects.toThrow('404')
})

test('another secret is refused, its words do not appear, and an internal address is not called', async () => {
  const other = open(fake.url, { MediaBucketSecret: 'another secret' })
  const saving = other.save('x', chunksOf(film(5), 5), 'video/mp4', signal)
  await expect(saving).rejects.toThrow('the bucket answered with status 403: SignatureDoesNotMatch')
  const send = createGuardedSend({ exceptions: [], timeoutMs: 1_000 })
  const inside = createBucket({ send, clock: { now: Date.now } }, settingsOf(fake.url))
  await expect(inside.remove('x', signal)).rejects.toThrow()
  expect(fake.objects.has('x')).toBe(false)
})

const real = process.env.TEST_S3_URL
if (real !== undefined)
  test('a real server of the S3 API takes the same requests', async () => {
    const bucket = open(real)
    const large = film(17_000_000)
    await bucket.save('2026-11/real-0', chunksOf(large, 1_000_003), 'video/mp4', signal)
    const whole = await read(await bucket.open('2026-11/real-0', { from: 0, to: 16_999_999 }, signal))
    expect(whole.equals(large)).toBe(true)
    await bucket.save('small', chunksOf(film(10), 3), 'video/mp4', signal)
    const part = await read(await bucket.open('small', { from: 2, to: 4 }, signal))
    expect(part.equals(film(10).subarray(2, 5))).toBe(true)
    await bucket.remove('small', signal)
    await expect(bucket.open('small', { from: 0, to: 1 }, signal)).rejects.toThrow('404')
  })
