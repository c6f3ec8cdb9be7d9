import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'

export interface StaticFile {
  readonly type: string
  readonly etag: string
  readonly path: string
  /** Content encodings that stand beside the file, best first. */
  readonly encodings: readonly ('br' | 'gzip')[]
}

/** The files of a folder by web path, looked up once: no path of a request ever reaches the file system. */
export function indexStaticFiles(folder: string): ReadonlyMap<string, StaticFile> {
  const files = new Map<string, StaticFile>()
  const names = new Set(listFiles(folder))
  for (const name of names) {
    if (/\.(br|gz)$/.test(name)) continue
    const path = join(folder, name)
    files.set(`/${name.split(sep).join('/')}`, {
      type: types[extname(name)] ?? 'application/octet-stream',
      etag: `"${createHash('sha256').update(readFileSync(path)).digest('base64url').slice(0, 22)}"`,
      path,
      encodings: [
        ...(names.has(`${name}.br`) ? (['br'] as const) : []),
        ...(names.has(`${name}.gz`) ? (['gzip'] as const) : []),
      ],
    })
  }
  return files
}

/** The file itself, its compressed form where the caller takes it, or 304 when the caller has it. */
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
  if (encoding === undefined) return new Response(Bun.file(file.path), { headers })
  headers.set('content-encoding', encoding)
  return new Response(Bun.file(file.path + (encoding === 'br' ? '.br' : '.gz')), { headers })
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
