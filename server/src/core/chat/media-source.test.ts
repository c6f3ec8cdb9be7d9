import { describe, expect, test } from 'bun:test'
import { bytesSource, parseMediaUrl, withOwnKind } from './media-source.ts'

const base64 = (bytes: string) => Buffer.from(bytes, 'latin1').toString('base64')
const jpeg = base64('\xff\xd8\xff\xe0\0\x10JFIF\0....')
const png = base64('\x89PNG\r\n\x1a\n........')

describe('the type of bytes', () => {
  test.each([
    [jpeg, 'image/png', 'image/jpeg'],
    [png, 'IMAGE/PNG', 'image/png'],
    [png, 'image/jpg', 'image/png'],
    [jpeg, 'image/jpg', 'image/jpeg'],
    [base64('RIFF....WEBPVP8 '), 'image/jpeg', 'image/webp'],
    [base64('ID3......'), 'audio/wav', 'audio/mp3'],
    [base64('\xff\xfb.......'), 'audio/wav', 'audio/mp3'],
    [base64('RIFF....WAVEfmt '), 'audio/mp3', 'audio/wav'],
    [base64('%PDF-1.7 ...'), 'text/plain', 'application/pdf'],
    [base64('# A title\n\nGr\xc3\xbc\xc3\x9fe'), 'application/pdf', 'text/plain'],
    [base64('{"a":1}'), 'application/octet-stream', 'text/plain'],
  ])('%s declared as %s is %s', (data, declared, type) => {
    expect(bytesSource(data, declared)).toEqual({ kind: 'base64', mediaType: type, data })
  })

  test.each([
    // Other names of one type, and sound in a container of films.
    [base64('ID3......'), 'audio/mpeg'],
    [base64('RIFF....WAVEfmt '), 'audio/x-wav'],
    [base64('....ftypisom'), 'audio/mp4'],
    [base64('\x1aE\xdf\xa3....'), 'audio/webm'],
    // Samples may look like anything.
    [base64('\xff\xfb\x01\x02'), 'audio/L16;codec=pcm;rate=24000'],
    // Unknown bytes, other texts, and a mark that is not at the start.
    ['AAAA', 'image/png'],
    [base64('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/svg+xml'],
    [base64('a,b\n1,2'), 'text/csv'],
    [base64('\n\n%PDF-1.4\n'), 'application/pdf'],
    [base64('PK\x03\x04\x14\0\0\0'), 'application/pdf'],
    ['', 'application/pdf'],
  ])('%s declared as %s stays so', (data, declared) => {
    expect(bytesSource(data, declared).mediaType).toBe(declared)
  })
})

describe('base64 in other spellings', () => {
  const bytes = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0xfb, 0xff, 0xbe, 0x3f])
  const standard = bytes.toString('base64')

  test('loses its line breaks', () => {
    const lines = standard.replaceAll(/.{4}/g, '$&\r\n')
    expect(bytesSource(lines, 'image/png').data).toBe(standard)
    expect(parseMediaUrl(`data:image/png;base64,${lines}`, '')).toEqual({
      kind: 'base64',
      mediaType: 'image/png',
      data: standard,
    })
  })

  test('of URLs gets the standard letters and its padding', () => {
    const more = Buffer.concat([bytes, Buffer.from([0xff])])
    expect(bytesSource(more.toString('base64url'), 'image/png').data).toBe(more.toString('base64'))
  })

  test('escaped as in an address is read', () => {
    const escaped = encodeURIComponent(standard)
    expect(parseMediaUrl(`data:image/png;base64,${escaped}`, '')).toMatchObject({ data: standard })
  })
})

test.each([
  [`data:IMAGE/PNG;base64,${png}`, 'image/png', png],
  [`DATA:image/png;name=a.png;BASE64,${jpeg}`, 'image/jpeg', jpeg],
  [`data:;base64,${jpeg}`, 'image/jpeg', jpeg],
  ['data:text/plain,a%20b', 'text/plain', base64('a b')],
])('%s is read', (url, mediaType, data) => {
  expect(parseMediaUrl(url, 'image/png')).toEqual({ kind: 'base64', mediaType, data })
})

test('an address stays one', () => {
  for (const url of ['https://example.com/a.png', 'data:image/png', ''])
    expect(parseMediaUrl(url, 'image/png')).toEqual({ kind: 'url', url })
})

test('a picture sent as a document is a picture, and the other way round', () => {
  const cache = { ttl: '5m' as const }
  expect(withOwnKind({ kind: 'file', source: bytesSource(jpeg, 'application/pdf'), name: 'a', cache })).toEqual({
    kind: 'image',
    source: bytesSource(jpeg, ''),
    cache,
  })
  const pdf = base64('%PDF-1.7')
  expect(withOwnKind({ kind: 'image', source: bytesSource(pdf, 'image/png') })).toEqual({
    kind: 'file',
    source: { kind: 'base64', mediaType: 'application/pdf', data: pdf },
  })
})
