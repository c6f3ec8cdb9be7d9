import { expect, test } from 'bun:test'
import { cutTexts, decodedText } from './long-texts.ts'

/** The text in pieces of `size` bytes. */
async function* inPieces(text: string, size: number): AsyncGenerator<Uint8Array, void> {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

const joined = async (parts: AsyncIterable<Uint8Array>): Promise<Buffer> => Buffer.concat(await Array.fromAsync(parts))

const files = ['', 'a', 'the bytes of a film', 'ÿþ'.repeat(5_000)].map((text) => Buffer.from(text, 'latin1'))
const document = {
  name: 'projects/p',
  data: 'not this',
  done: true,
  note: 'a "quoted": \\ text\n',
  videos: files.map((file) => ({ mimeType: 'video/mp4', data: file.toString('base64') })),
}
/** As some servers write it: `/` and `=` as escapes. */
const written = [
  JSON.stringify(document),
  JSON.stringify(document, null, 2),
  JSON.stringify(document).replaceAll('=', '\\u003d').replaceAll('/', '\\/'),
]

test.each([1, 3, 7, 100_000])('files in a document are decoded, whatever the pieces: %d bytes', async (size) => {
  for (const text of written) {
    for (const [index, file] of files.entries()) {
      const found = decodedText(inPieces(text, size), { name: 'data', index: index + 1 })
      expect(await joined(found)).toEqual(file)
    }
  }
})

test('a text that is missing is empty, and one that is cut is an error', async () => {
  const [text = ''] = written
  expect(await joined(decodedText(inPieces(text, 50), { name: 'data', index: 9 }))).toHaveLength(0)
  expect(await joined(decodedText(inPieces(text, 50), { name: 'p', index: 0 }))).toHaveLength(0)
  const cut = decodedText(inPieces(text.slice(0, -1_000), 50), { name: 'data', index: 4 })
  await expect(joined(cut)).rejects.toThrow('cut')
})

test.each([1, 3, 7, 100_000])('long texts are cut, and all else stays, whatever the pieces: %d bytes', async (size) => {
  for (const text of written.slice(0, 2)) {
    const found = JSON.parse((await joined(cutTexts(inPieces(text, size), 30))).toString())
    const videos = document.videos.map((video) => ({ ...video, data: video.data.slice(0, 30) }))
    expect(found).toEqual({ ...document, videos })
  }
  const escapes = JSON.stringify({ a: '\u0001'.repeat(9), b: 1 })
  expect(JSON.parse((await joined(cutTexts(inPieces(escapes, size), 8))).toString())).toEqual({
    a: '\u0001\u0001',
    b: 1,
  })
})
