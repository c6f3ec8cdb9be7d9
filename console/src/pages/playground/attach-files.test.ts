import { expect, test } from 'bun:test'
import { readFile } from './attach-files.ts'

const fileOf = (name: string, type: string, content: BlobPart = 'ab') => new File([content], name, { type })

test('sound, PDFs and texts are read, also by their names alone', async () => {
  expect(await readFile(fileOf('a.wav', 'audio/wav'))).toEqual({
    kind: 'file',
    file: { kind: 'sound', name: 'a.wav', format: 'wav', data: 'YWI=' },
  })
  expect(await readFile(fileOf('a.mp3', ''))).toMatchObject({ file: { kind: 'sound', format: 'mp3' } })
  expect(await readFile(fileOf('a.pdf', 'application/pdf'))).toMatchObject({ file: { kind: 'pdf', data: 'YWI=' } })
  expect(await readFile(fileOf('main.rs', ''))).toMatchObject({ file: { kind: 'text', data: 'ab' } })
})

test('what is too large, or of no known kind, is refused with its reason', async () => {
  const large = new Uint8Array(9 * 1_048_576)
  expect(await readFile(fileOf('a.wav', 'audio/wav', large))).toEqual({ kind: 'refused', why: 'sound' })
  expect(await readFile(fileOf('a.ogg', 'audio/ogg'))).toEqual({ kind: 'refused', why: 'sound' })
  expect(await readFile(fileOf('a.pdf', 'application/pdf', large))).toEqual({ kind: 'refused', why: 'pdf' })
  expect(await readFile(fileOf('a.txt', 'text/plain', large))).toEqual({ kind: 'refused', why: 'text' })
  expect(await readFile(fileOf('a.zip', 'application/zip'))).toEqual({ kind: 'refused', why: 'unknown' })
  expect(await readFile(fileOf('a.png', 'image/png', 'no picture'))).toEqual({ kind: 'refused', why: 'image' })
})
