import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { answerJson } from './answers.ts'
import { type MediaServer, startMediaServer } from './media-server.ts'

// Forms as the libraries of several languages write them, from their sources and from recorded requests.

let media: MediaServer
beforeAll(async () => {
  media = await startMediaServer()
})
afterEach(() => {
  media.upstream.requests.length = 0
})
afterAll(() => media?.stop())

const sound = 'RIFF\x24\x00\r\n--\xff\xfe'

interface SampleForm {
  boundary: string
  /** As in the `content-type`; absent = unquoted. */
  written?: string
  /** Header lines of the part with the file, and of the one with the model. */
  file: string[]
  model: string[]
  /** Before the first boundary, and behind the last. */
  before?: string
  behind?: string
}

const named = (name: string, more = '') => `Content-Disposition: form-data; name="${name}"${more}`
const uuid = '3f1c7a52-9a0d-4d7b-8a3c-0f6f2b9f1e55'

const forms: Record<string, SampleForm> = {
  'undici (FormData of Node)': {
    boundary: '----formdata-undici-062531450297',
    file: [named('file', '; filename="a.wav"'), 'Content-Type: audio/wav'],
    model: [named('model')],
  },
  Chromium: {
    boundary: '----WebKitFormBoundary7MA4YWxkTrZu0gW',
    file: [named('file', '; filename="Ton %22a%22.wav"'), 'Content-Type: audio/wav'],
    model: [named('model')],
  },
  'form-data (npm)': {
    boundary: '--------------------------735323031399963166993862',
    file: [named('file', '; filename="a.wav"'), 'Content-Type: audio/wav'],
    model: [named('model')],
    behind: '\r\n',
  },
  'requests (Python)': {
    boundary: '0f755bd6dbf04e4cbeb0d1ae0e2f2a5e',
    file: [named('file', '; filename="a.wav"')],
    model: [named('model')],
  },
  'requests (Python), a name that is not ASCII, older versions': {
    boundary: '0f755bd6dbf04e4cbeb0d1ae0e2f2a5e',
    file: [named('file', "; filename*=utf-8''%E5%A3%B0.wav")],
    model: [named('model')],
  },
  'httpx (Python)': {
    boundary: '52d5e3c5a4d9d3f0b9b7c3f0a0e4a1b2',
    file: [named('file', '; filename="a.wav"'), 'Content-Type: audio/x-wav'],
    model: [named('model')],
  },
  'aiohttp (Python)': {
    boundary: '9a8b7c6d5e4f40318e2d1c0b9a887766',
    file: ['Content-Type: audio/x-wav', 'Content-Disposition: form-data; name="file"; filename="a.wav"'],
    model: ['Content-Type: text/plain; charset=utf-8', named('model'), 'Content-Length: 9'],
  },
  curl: {
    boundary: '------------------------d74496d66958873e',
    file: [named('file', '; filename="a.wav"'), 'Content-Type: application/octet-stream'],
    model: [named('model')],
  },
  'mime/multipart (Go)': {
    boundary: 'a1fe5e3c9e0b1c0b7d4a5d6e7f8091a2b3c4d5e6f708192a3b4c5d6e7f80',
    file: [named('file', '; filename="say \\"hi\\".wav"'), 'Content-Type: application/octet-stream'],
    model: [named('model')],
  },
  'OkHttp (Java)': {
    boundary: uuid,
    file: [named('file', '; filename="a.wav"'), 'Content-Type: audio/wav', `Content-Length: ${sound.length}`],
    model: [named('model'), 'Content-Length: 9'],
  },
  'HttpClient of Apache (Java)': {
    boundary: 'Jq3vUPQTWOBA9G5XK0mZ_-bD1',
    file: [
      named('file', '; filename="a.wav"'),
      'Content-Type: application/octet-stream',
      'Content-Transfer-Encoding: binary',
    ],
    model: [named('model'), 'Content-Type: text/plain; charset=ISO-8859-1', 'Content-Transfer-Encoding: 8bit'],
  },
  'MultipartFormDataContent (.NET)': {
    boundary: uuid,
    written: `"${uuid}"`,
    file: ["Content-Disposition: form-data; name=file; filename=a.wav; filename*=utf-8''a.wav"],
    model: ['Content-Type: text/plain; charset=utf-8', 'Content-Disposition: form-data; name=model'],
  },
  'http (Dart)': {
    boundary: 'dart-http-boundary-kJ.Xk3_Vq+Wm1a2b3c4d5e6f7g8h9i0jkl.mno+pq',
    file: ['content-type: audio/wav', 'content-disposition: form-data; name="file"; filename="a.wav"'],
    model: ['content-disposition: form-data; name="model"'],
  },
  'reqwest (Rust)': {
    boundary: 'f0e1d2c3b4a59687-7869504132231405-1a2b3c4d5e6f7081-91a2b3c4d5e6f708',
    file: ['Content-Disposition: form-data; name="file"; filename="a.wav"', 'Content-Type: audio/wav'],
    model: [named('model')],
  },
  'Guzzle (PHP)': {
    boundary: 'b9c1f2a7d3e84c5fa6b0718293a4b5c6d7e8f901',
    file: [named('file', '; filename="a.wav"'), `Content-Length: ${sound.length}`, 'Content-Type: audio/wav'],
    model: [named('model'), 'Content-Length: 9'],
  },
  'a program that writes a line end before each boundary': {
    boundary: 'AaB03x',
    file: [named('file', '; filename="a.wav"')],
    model: [named('model')],
    before: '\r\n',
    behind: '\r\n\r\n',
  },
  'a program with a charset before a quoted boundary of special characters': {
    boundary: "gc0pJq0M:08jU534c0p?(x)'=",
    written: `"gc0pJq0M:08jU534c0p?(x)'="`,
    file: ['content-disposition:form-data;name="file";filename=""'],
    model: [named('model')],
  },
}

function write({ boundary, file, model, before = '', behind = '\r\n' }: SampleForm): Uint8Array<ArrayBuffer> {
  const part = (lines: string[], value: string) => `--${boundary}\r\n${lines.join('\r\n')}\r\n\r\n${value}\r\n`
  return Uint8Array.from(
    Buffer.from(`${before}${part(file, sound)}${part(model, 'whisper-1')}--${boundary}--${behind}`, 'latin1'),
  )
}

const post = (body: Uint8Array<ArrayBuffer>, contentType: string) =>
  fetch(`${media.server.url}/v1/audio/transcriptions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${media.key}`, 'content-type': contentType },
    body,
  })

describe('a form of', () => {
  test.each(Object.entries(forms))('%s is transcribed', async (_library, form) => {
    media.upstream.answerWith(answerJson({ text: 'silence', usage: { type: 'duration', seconds: 1 } }))
    const type = `multipart/form-data; charset=utf-8; boundary=${form.written ?? form.boundary}`
    const response = await post(write(form), type)
    expect([response.status, await response.json()]).toMatchObject([200, { text: 'silence' }])
    const [request] = media.upstream.requests
    expect(request?.headers['content-type']).toContain(form.written ?? form.boundary)
    expect(Buffer.from(request?.bytes ?? []).equals(write(form))).toBe(true)
  })
})

describe('a form that readers read differently is refused with the reason', () => {
  const plain: SampleForm = {
    boundary: 'b',
    file: [named('file', '; filename="a.wav"')],
    model: [named('model')],
  }
  const text = (form: SampleForm) => Buffer.from(write(form)).toString('latin1')
  const withFile = (name: string) =>
    text(plain).replace(
      '--b\r\n',
      `--b\r\nContent-Disposition: form-data; ${name}; filename="b"\r\n\r\nRIFF\r\n--b\r\n`,
    )
  const cases: [kind: string, body: string, reason: string][] = [
    ['line ends without a carriage return', text(plain).replaceAll('\r\n', '\n'), 'no end of line'],
    ['a text before the first part', text({ ...plain, before: 'A message in MIME format.\r\n' }), 'does not begin'],
    ['a text behind the last part', text({ ...plain, behind: '\r\nmore' }), 'something follows'],
    [
      'a folded header',
      text({ ...plain, file: ['Content-Disposition: form-data;\r\n name="file"'] }),
      'head of a part',
    ],
    ['base64', text({ ...plain, file: [...plain.file, 'Content-Transfer-Encoding: base64'] }), 'encoded'],
    ['a model of another spelling', text({ ...plain, model: [named('Model')] }), 'Model'],
    [
      'a model with quotes in its name',
      text({ ...plain, model: ["Content-Disposition: form-data; name='model'"] }),
      'no name',
    ],
    ['a second file of another spelling', withFile('name="File"'), 'File'],
    ['a second file whose name some readers unquote', withFile("name='file'"), 'no name'],
    ['no part for the model', text({ ...plain, model: [named('other')] }), 'model'],
  ]
  test.each(cases)('%s', async (_kind, body, reason) => {
    const response = await post(Uint8Array.from(Buffer.from(body, 'latin1')), 'multipart/form-data; boundary=b')
    expect([response.status, await response.text()]).toEqual([400, expect.stringContaining(reason)])
    expect(media.upstream.requests).toHaveLength(0)
  })
  test('no boundary', async () => {
    const response = await post(write(plain), 'multipart/form-data')
    expect([response.status, await response.text()]).toEqual([400, expect.stringContaining('boundary')])
  })
})
