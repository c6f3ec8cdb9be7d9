import { expect, test } from 'bun:test'
import { sniffMediaType } from './sniff-media-type.ts'

const latin1Bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))

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
  expect(sniffMediaType(latin1Bytes(start))).toBe(type)
})

test.each([
  ['89504e470d0a1a0a', 'image/png'],
  ['ffd8ffe0', 'image/jpeg'],
  ['474946383961', 'image/gif'],
  ['524946460000000057454250', 'image/webp'],
  ['524946460000000057415645', 'audio/wav'],
  ['524946460000000041564920', null],
  ['255044462d312e37', 'application/pdf'],
  ['000000186674797068656963', 'image/heic'],
  ['00000018667479706d696631', 'image/heif'],
  ['000000186674797061766966', 'image/avif'],
  ['00000018667479704d344120', 'audio/mp4'],
  ['000000186674797069736f6d', 'video/mp4'],
  ['4f676753', 'audio/ogg'],
  ['664c6143', 'audio/flac'],
  ['494433', 'audio/mp3'],
  ['fffb90', 'audio/mp3'],
  ['fff150', 'audio/aac'],
  ['1a45dfa3', 'video/webm'],
  ['fffe6100', null],
  ['', null],
])('the type of a file of only the bytes %s is %p', (hex, type) => {
  expect(sniffMediaType(Buffer.from(hex, 'hex'))).toBe(type)
})
