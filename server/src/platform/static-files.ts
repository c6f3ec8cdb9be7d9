import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { tagOfLanguage } from '@sluice/contract/messages/languages'
import { tableOf } from '@sluice/contract/table-of'
import { acceptedLanguage, type Language } from './accepted-language.ts'
import type { Clock } from './clock.ts'

export interface StaticFile {
  readonly type: string
  readonly path: string
  /** The file in other content encodings, best first. */
  readonly encodings: readonly { encoding: Encoding; path: string }[]
  /** Only for the page of the console. Kept in memory, so that a page always refers to files of the same index. */
  readonly text?: string
}
type Encoding = 'br' | 'gzip'
export type StaticFiles = ReadonlyMap<string, StaticFile>

const suffixes: Record<Encoding, string> = { br: '.br', gzip: '.gz' }
const lookEveryMs = 1_000

/**
 * The files of a folder with an `index.html`. They are listed again when the index or the assets change, which is
 * checked at most once a second. A folder without its index, for example during a build, changes nothing. Files inside
 * the executable are given by name, with the path where each is read.
 */
export function followStaticFiles(
  folder: string | ReadonlyMap<string, string>,
  clock: Pick<Clock, 'monotonic'>,
): () => StaticFiles {
  if (typeof folder !== 'string') {
    const fixed = indexStaticFiles(folder)
    return () => fixed
  }
  // The stamp first: files written between the two steps are found by the next check.
  let stamp = stampOf(folder)
  let files = indexStaticFiles(listFiles(folder))
  let lookedAt = clock.monotonic()
  return () => {
    const now = clock.monotonic()
    if (now - lookedAt < lookEveryMs) return files
    lookedAt = now
    const seen = stampOf(folder)
    if (seen === null || seen === stamp) return files
    try {
      files = indexStaticFiles(listFiles(folder))
      stamp = seen
    } catch {
      // A file was deleted while it was read: the folder is being written, and the next check finds it complete.
    }
    return files
  }
}

/** Changes with each build, regardless of its clock: times, sizes and identities of the files. Null: no index. */
function stampOf(folder: string): string | null {
  const page = statSync(join(folder, 'index.html'), { throwIfNoEntry: false })
  const assets = statSync(join(folder, 'assets'), { throwIfNoEntry: false })
  if (page === undefined) return null
  return [page, assets].map((one) => `${one?.mtimeMs} ${one?.size} ${one?.ino}`).join(' ')
}

/** Files by web path, listed once: no path of a request reaches the file system. */
function indexStaticFiles(paths: ReadonlyMap<string, string>): StaticFiles {
  const files = new Map<string, StaticFile>()
  for (const [name, path] of paths) {
    if (/\.(br|gz)$/.test(name)) continue
    const encodings = (['br', 'gzip'] as const).flatMap((encoding) => {
      const encoded = paths.get(`${name}${suffixes[encoding]}`)
      return encoded === undefined ? [] : [{ encoding, path: encoded }]
    })
    files.set(`/${name.split(sep).join('/')}`, {
      type: types[extname(name)] ?? 'application/octet-stream',
      path,
      encodings,
      ...(name === 'index.html' && { text: readFileSync(path, 'utf8') }),
    })
  }
  return files
}

const etags = new WeakMap<StaticFile, string>()

/**
 * Of the content, which is read when the file is asked for the first time: at the start, the console's files would take
 * a tenth of the memory of an idle executable.
 */
function etagOf(file: StaticFile): string {
  const known = etags.get(file)
  if (known !== undefined) return known
  const etag = `"${createHash('sha256').update(readFileSync(file.path)).digest('base64url').slice(0, 22)}"`
  etags.set(file, etag)
  return etag
}

/** The file, compressed if the client accepts it, or 304 if the client has it. */
export function buildFileAnswer(request: Request, file: StaticFile, cacheControl: string): Response {
  const etag = etagOf(file)
  const headers = new Headers({
    'content-type': file.type,
    'cache-control': cacheControl,
    etag,
    ...(file.encodings.length > 0 && { vary: 'accept-encoding' }),
  })
  if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers })
  const accepted = request.headers.get('accept-encoding') ?? ''
  const encoded = file.encodings.find(({ encoding }) => accepted.includes(encoding))
  if (encoded) headers.set('content-encoding', encoded.encoding)
  return new Response(Bun.file(encoded?.path ?? file.path), { headers })
}

/** The placeholder of the nonce in the built page, set in `console/vite.config.ts`. */
const noncePlace = '__CSP_NONCE__'
/** The language of `console/index.html`, until its script sets the one that the visitor has chosen. */
const languagePlace = '<html lang="en"'

/** The title of `console/index.html`, which the head of each page replaces. */
const titlePlace = '<title>Sluice</title>'

interface PageAnswer {
  nonce: string
  basePath: string
  head(language: Language): string
  /** 404 = the page explains itself that there is nothing at its address. */
  status: 200 | 404
}

/**
 * A page with its head, its nonce and the base path: one build works under any. The build writes addresses of its own
 * files relative to the page, which is shown at addresses of any depth. Each answer differs: it has no ETag, because a
 * 304 would combine a cached page with a new policy, and it is compressed for each answer. 5 kB become 1.4 kB in
 * 0.1 ms.
 */
export function buildPageAnswer(
  request: Request,
  page: StaticFile,
  { nonce, basePath, head, status }: PageAnswer,
): Response {
  const headers = new Headers({
    'content-type': page.type,
    'cache-control': 'no-cache',
    vary: 'accept-encoding, accept-language',
  })
  const language = acceptedLanguage(request.headers.get('accept-language'))
  const text = (page.text ?? '')
    .replaceAll(noncePlace, nonce)
    .replace(titlePlace, () => head(language))
    .replace(languagePlace, `<html lang="${tagOfLanguage(language)}"`)
    .replaceAll(/(<[^>]+ (?:src|href)=")\.\//g, `$1${basePath}/`)
    .replace(' data-base-path=""', ` data-base-path="${basePath}"`)
  if (!(request.headers.get('accept-encoding') ?? '').includes('gzip')) return new Response(text, { status, headers })
  headers.set('content-encoding', 'gzip')
  return new Response(Bun.gzipSync(text), { status, headers })
}

/** Name to path. */
function listFiles(folder: string): ReadonlyMap<string, string> {
  let entries: string[]
  try {
    entries = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  } catch {
    // Not built: the API works without a console.
    return new Map()
  }
  const paths = entries.map((name) => join(folder, name)).filter((path) => statSync(path).isFile())
  return new Map(paths.map((path) => [relative(folder, path), path]))
}

const types = tableOf<string>({
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.txt': 'text/plain; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
})
