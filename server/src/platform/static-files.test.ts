import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildFileAnswer, buildPageAnswer, followStaticFiles } from './static-files.ts'

let base: string
let folder: string
let now = 0
const clock = { monotonic: () => now }

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'sluice-static-'))
  folder = join(base, 'dist')
  build(folder, 'one')
})
afterEach(() => rmSync(base, { recursive: true }))

function build(into: string, name: string): void {
  mkdirSync(join(into, 'assets'), { recursive: true })
  writeFileSync(join(into, `assets/app-${name}.js`), name)
  writeFileSync(
    join(into, 'index.html'),
    `page of ${name}<html lang="en"><title>Sluice</title><style nonce="__CSP_NONCE__"></style>`,
  )
}

const listPaths = (files: ReturnType<typeof followStaticFiles>) => [...files().keys()].sort()
const answerPage = (files: ReturnType<typeof followStaticFiles>, encoding = '', language = '') => {
  const page = files().get('/index.html')
  if (!page) throw new Error('no page')
  const request = new Request('http://here/', { headers: { 'accept-encoding': encoding, 'accept-language': language } })
  return buildPageAnswer(request, page, {
    status: 200,
    nonce: 'n1',
    basePath: '',
    head: (language) => `<title>${language} $&</title>`,
  })
}

test('a replaced build is served after a second', async () => {
  const files = followStaticFiles(folder, clock)
  build(join(base, 'next'), 'two')
  renameSync(folder, join(base, 'last'))
  renameSync(join(base, 'next'), folder)

  now += 999
  // Page and index belong together: the old page refers to files of the old index.
  expect(await answerPage(files).text()).toStartWith('page of one<')
  expect(listPaths(files)).toEqual(['/assets/app-one.js', '/index.html'])
  now += 1
  expect(await answerPage(files).text()).toStartWith('page of two<')
  expect(listPaths(files)).toEqual(['/assets/app-two.js', '/index.html'])
})

test('files that are written after the page are found by the next check', async () => {
  const files = followStaticFiles(folder, clock)
  writeFileSync(join(folder, 'assets/late.js'), 'late')
  now += 1_000
  expect(listPaths(files)).toContain('/assets/late.js')
})

test('while the folder is missing, the old files are served', async () => {
  const files = followStaticFiles(folder, clock)
  rmSync(folder, { recursive: true })
  now += 1_000
  expect(await answerPage(files).text()).toStartWith('page of one<')
  build(folder, 'two')
  now += 1_000
  expect(await answerPage(files).text()).toStartWith('page of two<')
})

test('a folder without a build is checked again', async () => {
  const later = join(base, 'later')
  const files = followStaticFiles(later, clock)
  expect(listPaths(files)).toEqual([])
  build(later, 'one')
  now += 1_000
  expect(await answerPage(files).text()).toStartWith('page of one<')
})

test('a page holds the nonce of its answer, compressed for clients that accept it', async () => {
  const files = followStaticFiles(folder, clock)
  const plain = answerPage(files)
  expect(await plain.text()).toBe('page of one<html lang="en"><title>en $&</title><style nonce="n1"></style>')
  // With an ETag, a 304 would combine the cached page with the policy of another answer.
  expect(plain.headers.get('etag')).toBeNull()
  const packed = answerPage(files, 'gzip, br')
  expect(packed.headers.get('content-encoding')).toBe('gzip')
  expect(new TextDecoder().decode(Bun.gunzipSync(await packed.arrayBuffer()))).toContain('nonce="n1"')
})

test('the page has the language that the browser prefers, and English without one', async () => {
  const files = followStaticFiles(folder, clock)
  for (const [header, tag] of [
    ['', 'en'],
    ['zh-CN,zh;q=0.9,en;q=0.8', 'zh-CN'],
    ['fr', 'en'],
  ] as const)
    expect(await answerPage(files, '', header).text()).toContain(`<html lang="${tag}">`)
  // The parts that are replaced are those of the built page.
  const source = await Bun.file(join(import.meta.dirname, '../../../console/index.html')).text()
  for (const part of ['<html lang="en"', '<title>Sluice</title>']) expect(source).toContain(part)
})

test('a file has the tag of its content, which is read when it is asked for, and is not sent twice', async () => {
  const files = followStaticFiles(folder, clock)
  const ask = (headers: Record<string, string> = {}) => {
    const file = files().get('/assets/app-one.js')
    if (!file) throw new Error('no file')
    return buildFileAnswer(new Request('http://here/', { headers }), file, 'no-cache')
  }
  writeFileSync(join(folder, 'assets/app-one.js'), 'changed after it was listed')
  const first = ask()
  const etag = first.headers.get('etag') ?? ''
  const hash = new Bun.CryptoHasher('sha256').update('changed after it was listed').digest('base64url')
  expect(etag).toBe(`"${hash.slice(0, 22)}"`)
  expect(await first.text()).toBe('changed after it was listed')
  expect(ask({ 'if-none-match': etag }).status).toBe(304)
  expect(ask({ 'if-none-match': '"another"' }).status).toBe(200)
})
