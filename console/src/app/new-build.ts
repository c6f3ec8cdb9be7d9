import { lazyRouteComponent } from '@tanstack/react-router'

/** The code of a page or dialog could not be fetched: the server is away, or has another build than this page. */
class ChunkError extends Error {
  override readonly name = 'ChunkError'
}

const browserSentences = /dynamically imported module|importing a module script failed|unable to preload css/i
export const isChunkError = (error: unknown): boolean =>
  error instanceof ChunkError || (error instanceof Error && browserSentences.test(error.message))

/**
 * The router's, less its reload on whatever import fails: without a network it would trade the console for the
 * browser's own error page.
 */
export const lazyPage: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(
    () =>
      load().catch((error: unknown) => {
        throw isChunkError(error) ? new ChunkError(String(error), { cause: error }) : error
      }),
    name,
  )

/** The entry script of the page; another name means another build. */
export const entryOf = (html: string): string | null =>
  /<script[^>]*\ssrc="(\/assets\/[^"]+)"/.exec(html)?.[1] ?? null

/** A build that was reloaded for and still lacks something is broken; reloading again would not end. */
const reloadedFor = 'reloaded-for'

async function reloadForNewBuild(): Promise<boolean> {
  try {
    const answer = await fetch('/', { cache: 'no-store' })
    const entry = entryOf(await answer.text())
    if (entry === null || entry === entryOf(document.head.outerHTML)) return false
    if (sessionStorage.getItem(reloadedFor) === entry) return false
    sessionStorage.setItem(reloadedFor, entry)
    location.reload()
    return true
  } catch {
    // No server, or no storage to count in: the page says what is wrong and has a button.
    return false
  }
}

let asking: Promise<boolean> | null = null

/** Reloads the page if the server has another build; resolves whether it does. Once for each build. */
export function renewPage(): Promise<boolean> {
  asking ??= reloadForNewBuild().finally(() => {
    asking = null
  })
  return asking
}

/** For what no page shows: texts, dialogs, what is fetched ahead. */
export const onMissingChunk = (): void => window.addEventListener('vite:preloadError', () => void renewPage())
