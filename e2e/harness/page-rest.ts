import type { Page, Request } from '@playwright/test'

interface Traffic {
  /** Pending requests. */
  open: Set<Request>
  /** Called when no request is pending. */
  waiting: (() => void)[]
}

const trafficByPage = new WeakMap<Page, Traffic>()
const settledWithinMs = 30_000

/** Tracks the pending requests of the page from now on. */
export function watchTraffic(page: Page): void {
  const traffic: Traffic = { open: new Set(), waiting: [] }
  trafficByPage.set(page, traffic)
  const end = (request: Request) => {
    traffic.open.delete(request)
    if (traffic.open.size === 0) for (const resolve of traffic.waiting.splice(0)) resolve()
  }
  page.on('request', (request) => traffic.open.add(request))
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  page.on('response', (response) => {
    const request = response.request()
    if (!request.isNavigationRequest() || request.frame() !== page.mainFrame()) return
    // The end of requests of the previous page is not always reported.
    for (const pending of traffic.open) if (pending !== request) end(pending)
  })
}

/** A script that waits for two frames, an idle moment after them, and the end of animations. */
const waitForDrawingScript = `new Promise((resolve) =>
    requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(resolve))))
  .then(() => Promise.allSettled(document.getAnimations()
    .filter((animation) => animation.effect.getComputedTiming().endTime !== Infinity)
    .map((animation) => animation.finished)))`

/**
 * Waits until all requests of the page have ended and are drawn, no new ones start, and animations have stopped. Throws
 * after half a minute, with the pending addresses.
 */
export async function waitUntilSettled(page: Page): Promise<void> {
  const traffic = trafficByPage.get(page)
  if (!traffic) throw new Error('the requests of this page are not watched')
  do {
    await waitForPendingRequests(traffic)
    await page.evaluate(waitForDrawingScript)
  } while (traffic.open.size > 0)
}

async function waitForPendingRequests({ open, waiting }: Traffic): Promise<void> {
  if (open.size === 0) return
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  waiting.push(resolve)
  const timer = setTimeout(() => {
    const addresses = [...open].map((request) => request.url())
    reject(new Error(`the page is still waiting for ${addresses.join(', ')}`))
  }, settledWithinMs)
  await promise.finally(() => clearTimeout(timer))
}
