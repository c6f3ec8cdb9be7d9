import { expect, test } from 'bun:test'
import { sniffMediaType } from './sniff-media-type.ts'

const bytesOf = (latin: string) => Uint8Array.from(latin, (one) => one.charCodeAt(0))

test.each([
  ['\x89PNG\r\n\x1a\n....', 'image/png'],
  ['\xff\xd8\xff\xe0........', 'image/jpeg'],
  ['GIF89a......', 'image/gif'],
  ['GIF88a......', null],
  ['%PDF-1.7....', 'application/pdf'],
  ['RIFF....WEBP', 'image/webp'],
  ['RIFF....WAVE', 'audio/wav'],
  ['RIFF....AVI ', null],
  ['....ftypheic', 'image/heic'],
  ['....ftypmif1', 'image/heif'],
  ['....ftypavif', 'image/avif'],
  ['....ftypM4A ', 'audio/mp4'],
  ['....ftypqt  ', 'video/quicktime'],
  ['....ftypisom', 'video/mp4'],
  ['OggS........', 'audio/ogg'],
  ['fLaC........', 'audio/flac'],
  ['ID3.........', 'audio/mp3'],
  ['\xff\xfb..........', 'audio/mp3'],
  ['\xff\xf1..........', 'audio/aac'],
  ['\x1aE\xdf\xa3........', 'video/webm'],
  ['<!doctype html>', null],
  ['', null],
])('the type of %j is %p', (start, type) => {
  expect(sniffMediaType(bytesOf(start))).toBe(type)
})
