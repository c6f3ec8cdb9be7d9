import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface RouteSize {
  /** The page's chunk; '' = the scripts that every visit loads. Signed-in pages also load the chunk of the frame. */
  route: string
  gzippedKb: number
}

/**
 * In kB, of the pages that everyone sees, without their texts. 95 of them are React, queries and i18next. What is sent
 * (brotli, with texts) has its limits in `e2e/tests/shell-pages.test.ts`.
 */
export const bundleBudgets: Readonly<Record<string, number>> = {
  'about-page': 126,
  'docs-page': 135,
  'home-page': 141,
  'login-page': 133,
  'model-page': 147,
  'oauth-page': 126,
  'pricing-page': 147,
  'register-page': 136,
  'reset-confirm-page': 130,
  'reset-page': 131,
  'status-page': 135,
}

/** Gzipped JavaScript of a first visit, for each page; null without a built console. */
export function measureRoutes(dist: string): RouteSize[] | null {
  const assets = join(dist, 'assets')
  if (!existsSync(assets)) return null
  const scripts = new Map(
    readdirSync(assets)
      .filter((name) => name.endsWith('.js'))
      .map((name) => [name, readFileSync(join(assets, name), 'utf8')]),
  )
  const closure = (names: Iterable<string>): Set<string> => {
    const seen = new Set<string>()
    const open = [...names]
    for (let name = open.pop(); name; name = open.pop()) {
      if (seen.has(name)) continue
      seen.add(name)
      open.push(...matches(scripts.get(name) ?? '', /(?:from|import)\s*["']\.\/([^"']+\.js)["']/g))
    }
    return seen
  }
  const sizeOf = (names: Set<string>) =>
    [...names].reduce((sum, name) => sum + Bun.gzipSync(Buffer.from(scripts.get(name) ?? '')).length, 0) / 1024
  const index = readFileSync(join(dist, 'index.html'), 'utf8')
  const first = closure(matches(index, /assets\/([^"']+\.js)/g))
  const lazy = [...first].flatMap((name) =>
    matches(scripts.get(name) ?? '', /import\(\s*["'`]\.\/([^"'`]+\.js)["'`]\s*\)/g),
  )
  return [
    { route: '', gzippedKb: sizeOf(first) },
    ...[...new Set(lazy)]
      .filter((name) => name.includes('-page') || name.includes('-frame'))
      .sort()
      .map((name) => ({
        route: name.replace(/-[\w-]{8}\.js$/, ''),
        gzippedKb: sizeOf(closure([...first, name])),
      })),
  ]
}

const matches = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map((match) => match[1] ?? '').filter(Boolean)
