import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import type { Clock } from './clock.ts'

export interface StaticFile {
  readonly type: string
  readonly etag: string
  readonly path: string
  /** Content encodings of files beside the original, best first. */
  readonly encodings: readonly Encoding[]
  /** Only for pages. Kept in memory, so that a page always refers to files of the same index. */
  readonly text?: string
}
type Encoding = 'br' | 'gzip'
export type StaticFiles = ReadonlyMap<string, StaticFile>

const suffixes: Record<Encoding | 'identity', string> = { br: '.br', gzip: '.gz', identity: '' }
const lookEveryMs = 1_000

/**
 * The files of a folder with an `index.html`. They are listed again when the index or the assets change, which is
 * checked at most once a second. A folder without its index, for example during a build, changes nothing.
 */
export function followStaticFiles(folder: string, clock: Pick<Clock, 'monotonic'>): () => StaticFiles {
  // The stamp first: files written between the two steps are found by the next check.
  let stamp = stampOf(folder)
  let files = indexStaticFiles(folder)
  let lookedAt = clock.monotonic()
  return () => {
    const now = clock.monotonic()
    if (now - lookedAt < lookEveryMs) return files
    lookedAt = now
    const seen = stampOf(folder)
    if (seen === null || seen === stamp) return files
    try {
      files = indexStaticFiles(folder)
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

/** The files of a folder by web path, listed once: no path of a request reaches the file system. */
function indexStaticFiles(folder: string): StaticFiles {
  const files = new Map<string, StaticFile>()
  const names = new Set(listFiles(folder))
  for (const name of names) {
    if (/\.(br|gz)$/.test(name)) continue
    const path = join(folder, name)
    const encodings = (['br', 'gzip'] as const).filter((encoding) =>
      names.has(`${name}${suffixes[encoding]}`),
    )
    files.set(`/${name.split(sep).join('/')}`, {
      type: types[extname(name)] ?? 'application/octet-stream',
      etag: `"${createHash('sha256').update(readFileSync(path)).digest('base64url').slice(0, 22)}"`,
      path,
      encodings,
      ...(extname(name) === '.html' && { text: readFileSync(path, 'utf8') }),
    })
  }
  return files
}

/** The file, compressed if the client accepts it, or 304 if the client has it. */
export function buildFileAnswer(request: Request, file: StaticFile, cacheControl: string): Response {
  const headers = new Headers({
    'content-type': file.type,
    'cache-control': cacheControl,
    etag: file.etag,
    ...(file.encodings.length > 0 && { vary: 'accept-encoding' }),
  })
  if (request.headers.get('if-none-match') === file.etag) return new Response(null, { status: 304, headers })
  const accepted = request.headers.get('accept-encoding') ?? ''
  const encoding = file.encodings.find((name) => accepted.includes(name))
  const form = encoding ?? 'identity'
  if (encoding !== undefined) headers.set('content-encoding', encoding)
  return new Response(Bun.file(file.path + suffixes[form]), { headers })
}

/** The placeholder of the nonce in the built page, set in `console/vite.config.ts`. */
const noncePlace = '__CSP_NONCE__'

/**
 * A page with its nonce. Each answer differs: it has no ETag, because a 304 would combine a cached page with a new
 * policy, and it is compressed for each answer. 5 kB become 1.4 kB in 0.1 ms.
 */
export function buildPageAnswer(request: Request, page: StaticFile, nonce: string): Response {
  const headers = new Headers({
    'content-type': page.type,
    'cache-control': 'no-cache',
    vary: 'accept-encoding',
  })
  const text = (page.text ?? '').replaceAll(noncePlace, nonce)
  if (!(request.headers.get('accept-encoding') ?? '').includes('gzip')) return new Response(text, { headers })
  headers.set('content-encoding', 'gzip')
  return new Response(Bun.gzipSync(text), { headers })
}

function listFiles(folder: string): string[] {
  let entries: string[]
  try {
    entries = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  } catch {
    // Not built: the API works without a console.
    return []
  }
  return entries
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => relative(folder, path))
}

const types: Readonly<Record<string, string>> = {
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
}
