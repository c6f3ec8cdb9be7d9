import { withBasePath } from '../lib/base-path.ts'

/**
 * The code of a page or dialog could not be fetched: the server is unreachable, or has another build than this page.
 */
export class ChunkError extends Error {
  override readonly name = 'ChunkError'
}

const browserSentences = /dynamically imported module|importing a module script failed|unable to preload css/i
export const isChunkError = (error: unknown): boolean =>
  error instanceof ChunkError || (error instanceof Error && browserSentences.test(error.message))

/** The entry script of the page; another name means another build. */
export const entryOf = (html: string): string | null =>
  /<script[^>]*\ssrc="([^"]*\/assets\/[^"]+)"/.exec(html)?.[1] ?? null

/** If a chunk is still missing after the reload for a build, that build is broken; another reload would loop. */
const reloadedFor = 'reloaded-for'

async function reloadForNewBuild(): Promise<boolean> {
  try {
    const answer = await fetch(withBasePath('/'), { cache: 'no-store' })
    const entry = entryOf(await answer.text())
    if (entry === null || entry === entryOf(document.head.outerHTML)) return false
    if (sessionStorage.getItem(reloadedFor) === entry) return false
    sessionStorage.setItem(reloadedFor, entry)
    location.reload()
    return true
  } catch {
    // Without a server, or without storage for the count, the page shows the failure and a button.
    return false
  }
}

let asking: Promise<boolean> | null = null

/** Reloads the page if the server has another build, once for each build. Resolves whether it reloads. */
export function renewPage(): Promise<boolean> {
  asking ??= reloadForNewBuild().finally(() => {
    asking = null
  })
  return asking
}

/** For code outside of pages: texts, dialogs, and preloaded pages. */
export const onMissingChunk = (): void => window.addEventListener('vite:preloadError', () => void renewPage())
