import { describe, expect, test } from 'bun:test'
import { render } from '@sluice/contract/messages/render'
import fc from 'fast-check'
import { boundaryIn, buildMultipart } from './build-multipart.ts'
import { boundaryOf, type FormPart, multipartLimits, parseMultipart } from './parse-multipart.ts'
import { patchMultipart } from './patch-multipart.ts'

const bytes = (text: string) => Buffer.from(text, 'latin1')
const text = (data: Uint8Array) => Buffer.from(data).toString('latin1')

/** A form as clients write it. */
const form = (...parts: string[]) => `${parts.map((part) => `--b\r\n${part}\r\n`).join('')}--b--\r\n`
const field = (name: string, value: string, more = '') =>
  `Content-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}`

function scan(body: string | Uint8Array, limits = multipartLimits) {
  const found = parseMultipart(typeof body === 'string' ? bytes(body) : body, 'b', limits)
  if (!found.ok) throw new Error(render('en', 'reasons', found.reason))
  return found.parts
}
const readValues = (body: string) =>
  scan(body).map((part) => [part.name, body.slice(part.start, part.end), part.filename])
function readReason(body: string, limits = multipartLimits): string {
  const found = parseMultipart(bytes(body), 'b', limits)
  return found.ok ? '' : render('en', 'reasons', found.reason)
}

describe('parseMultipart', () => {
  test('finds fields and files, with or without quotes, empty values and lines that resemble a boundary', () => {
    const body = form(
      field('model', 'whisper-1'),
      'content-disposition: form-data; name=n; filename=a.wav\r\nContent-Type: audio/wav\r\n\r\n\x00\r\n--bx\r\n--b\xff',
      field('empty', ''),
    )
    expect(readValues(body)).toEqual([
      ['model', 'whisper-1', null],
      ['n', '\x00\r\n--bx\r\n--b\xff', 'a.wav'],
      ['empty', '', null],
    ])
    expect(scan(body)[1]?.contentType).toBe('audio/wav')
  })

  test('ends where lines that resemble a boundary, blanks or line ends have no end', () => {
    const similar = (count: number) => form(field('f', '\r\n--bx'.repeat(count), '; filename=a'))
    expect(scan(similar(multipartLimits.similarLinesMax))).toHaveLength(1)
    expect(readReason(similar(multipartLimits.similarLinesMax + 1))).toContain('no end of line')
    const many = multipartLimits.headBytesMax
    expect(readReason('\r\n'.repeat(many) + form(field('a', '1')))).toContain('does not begin')
    expect(readReason(`--b${' '.repeat(2 * many)}\r\n${field('a', '1')}\r\n--b--`)).toContain('no end of line')
    expect(readReason(`${form(field('a', '1'))}${'\n'.repeat(2 * many)}`)).toContain('something follows')
  })

  test('accepts blanks after a boundary and a missing last line end', () => {
    expect(readValues(`--b \t\r\n${field('a', '1')}\r\n--b--`)).toEqual([['a', '1', null]])
    expect(readValues(`\r\n${form(field('a', '1'))}`)).toEqual([['a', '1', null]])
  })

  test.each([
    ['', 'does not begin'],
    [`\n${form(field('a', '1'))}`, 'does not begin'],
    [`preamble\r\n${form(field('a', '1'))}`, 'does not begin'],
    [`${form(field('a', '1'))}more`, 'something follows'],
    [`--b\r\n${field('a', '1')}`, 'no end'],
    [`--b\r\n${field('a', '1')}\r\n--b`, 'no end'],
    ['--b', 'no end of line'],
    [form('X: y\r\n\r\nvalue'), 'no name'],
    [form('Content-Disposition: attachment; name="a"\r\n\r\n1'), 'no name'],
    [form("Content-Disposition: form-data; name*=utf-8''n\r\n\r\n1"), 'no name'],
    [form(field('a', '1', '; name="b"')), 'no name'],
    [form('Content-Disposition: form-data; name="a\\b"\r\n\r\n1'), 'no name'],
    [form(`Content-Transfer-Encoding: base64\r\n${field('a', 'MQ==')}`), 'encoded'],
    [form(`X-A: 1\r\nx-a: 2\r\n${field('a', '1')}`), 'malformed'],
    [form(`Content-Disposition: form-data;\r\n name="a"\r\n\r\n1`), 'malformed'],
    [form(`X-A: ${'y'.repeat(9_000)}\r\n${field('a', '1')}`), 'longer than 8192'],
  ])('refuses form %#: %p is %s', (body, reason) => {
    expect(readReason(body)).toContain(reason)
  })

  test('limits the number of parts', () => {
    const body = form(...Array.from({ length: 3 }, (_, index) => field(`f${index}`, 'x')))
    expect(readReason(body, { ...multipartLimits, partsMax: 3, headBytesMax: 100 })).toBe('')
    expect(readReason(body, { ...multipartLimits, partsMax: 2, headBytesMax: 100 })).toContain('more than 2 parts')
  })

  test('reads what the runtime writes, with the same result as the runtime', async () => {
    const name = fc.stringMatching(/^[a-z[\]_]{1,12}$/)
    const parts = fc.array(fc.tuple(name, fc.oneof(fc.string(), fc.uint8Array({ maxLength: 300 }))), {
      minLength: 1,
      maxLength: 6,
    })
    await fc.assert(
      fc.asyncProperty(parts, async (given) => {
        const data = new FormData()
        for (const [key, value] of given)
          data.append(key, typeof value === 'string' ? value : new File([Buffer.from(value)], 'f.bin'))
        const request = new Request('http://x', { method: 'POST', body: data })
        const boundary = boundaryOf(request.headers.get('content-type') ?? '')
        const body = await request.bytes()
        const found = parseMultipart(body, boundary ?? '')
        if (!found.ok) throw new Error(render('en', 'reasons', found.reason))
        expect(found.parts.map((part) => part.name)).toEqual(given.map(([key]) => key))
        const read = [...data.values()]
        for (const [index, part] of found.parts.entries()) {
          const value = read[index] ?? ''
          const expected = new Uint8Array(await new Blob([value]).arrayBuffer())
          expect(Buffer.from(body.subarray(part.start, part.end)).equals(expected)).toBe(true)
        }
      }),
      { numRuns: 50 },
    )
  })

  test('no bytes cause an exception, and found parts are in order', () => {
    const pieces = fc.constantFrom('--b', '\r\n', '--', field('a', '1'), 'x', '; ', ' ')
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 20 }), (list) => {
        const found = parseMultipart(bytes(list.join('')), 'b')
        let last = 0
        for (const { start, end } of found.ok ? found.parts : []) {
          expect(start).toBeGreaterThan(last)
          expect(end).toBeGreaterThanOrEqual(start)
          last = end
        }
      }),
    )
  })
})

describe('boundaryOf', () => {
  test.each([
    ['multipart/form-data; boundary=abc', 'abc'],
    ['Multipart/Form-Data;charset=utf-8; boundary="a b:c"', 'a b:c'],
    ['multipart/form-data', null],
    ['multipart/mixed; boundary=abc', null],
    ['multipart/form-data; boundary=', null],
    [`multipart/form-data; boundary=${'x'.repeat(71)}`, null],
    ['multipart/form-data; boundary="a\r\nb"', null],
  ])('of %j is %j', (header, boundary) => {
    expect(boundaryOf(header)).toBe(boundary)
  })
})

describe('patchMultipart', () => {
  const patch = (body: string, parts: FormPart[]) =>
    text(patchMultipart(bytes(body), { boundary: 'b', parts }, { model: 'other' }))

  test('changes the value and keeps every other byte', () => {
    const body = form(field('file', '\x00\r\n\xff', '; filename="model"'), field('model', 'mine'), field('x', 'mine'))
    expect(patch(body, scan(body))).toBe(
      body.replace(
        '\r\n\r\nmine\r\n--b\r\nContent-Disposition: form-data; name="x"',
        '\r\n\r\nother\r\n--b\r\nContent-Disposition: form-data; name="x"',
      ),
    )
  })

  test('puts an absent field first; a file with that name does not count', () => {
    const body = form(field('model', 'x', '; filename="f"'))
    const patched = patch(body, scan(body))
    expect(readValues(patched)).toEqual([
      ['model', 'other', null],
      ['model', 'x', 'f'],
    ])
    expect(patched.endsWith(body)).toBe(true)
  })

  test('removes a field wherever it is, and sets another', () => {
    const others = [field('file', '\x00\r\n\xff', '; filename="f"'), field('model', 'mine')]
    for (const at of [0, 1, 2]) {
      const body = form(...others.toSpliced(at, 0, field('async', 'true')))
      const left = text(
        patchMultipart(
          bytes(body),
          { boundary: 'b', parts: scan(body) },
          { async: null, model: 'other', absent: null },
        ),
      )
      expect(left).toBe(form(...others).replace('mine', 'other'))
    }
  })
})

describe('buildMultipart', () => {
  test('survives a round trip, whatever the texts contain', () => {
    const file = { mediaType: 'image/png', data: Buffer.from([0, 13, 10, 255]).toString('base64') }
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer(), (value, number) => {
        const built = buildMultipart({ prompt: value, steps: number, seed: undefined, image: file })
        const found = parseMultipart(built, boundaryIn(built), multipartLimits)
        if (!found.ok) throw new Error(render('en', 'reasons', found.reason))
        const read = found.parts.map(({ name, start, end }) => [name, Buffer.from(built.subarray(start, end))])
        expect(read).toEqual([
          ['prompt', Buffer.from(value)],
          ['steps', Buffer.from(String(number))],
          ['image', Buffer.from([0, 13, 10, 255])],
        ])
        expect(found.parts[2]).toMatchObject({ filename: 'image.png', contentType: 'image/png' })
      }),
      { numRuns: 30 },
    )
  })

  test('replaces an invalid media type', () => {
    const built = buildMultipart({ image: { mediaType: 'a/b\r\nx: y', data: '' } })
    expect(text(built)).toContain('Content-Type: application/octet-stream')
  })
})
