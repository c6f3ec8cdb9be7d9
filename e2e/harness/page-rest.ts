import type { Page, Request } from '@playwright/test'

interface Traffic {
  /** Pending requests. */
  open: Set<Request>
  /** Called when none are left. */
  waiting: (() => void)[]
}

const trafficOf = new WeakMap<Page, Traffic>()
const restWithinMs = 30_000

/** Counts the requests of the page from now on. */
export function watchTraffic(page: Page): void {
  const traffic: Traffic = { open: new Set(), waiting: [] }
  trafficOf.set(page, traffic)
  const end = (request: Request) => {
    traffic.open.delete(request)
    if (traffic.open.size === 0) for (const go of traffic.waiting.splice(0)) go()
  }
  page.on('request', (request) => traffic.open.add(request))
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  page.on('response', (response) => {
    const request = response.request()
    if (!request.isNavigationRequest() || request.frame() !== page.mainFrame()) return
    // The end of requests of the previous page is not always reported.
    for (const one of traffic.open) if (one !== request) end(one)
  })
}

/** Waits for two frames, an idle moment after them, and the end of animations. */
const drawn = `new Promise((resolve) =>
    requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(resolve))))
  .then(() => Promise.allSettled(document.getAnimations()
    .filter((one) => one.effect.getComputedTiming().endTime !== Infinity)
    .map((one) => one.finished)))`

/**
 * Waits until all requests of the page have ended and are drawn, no new ones start, and animations have stopped. After
 * half a minute throws with the pending addresses.
 */
export async function comeToRest(page: Page): Promise<void> {
  const traffic = trafficOf.get(page)
  if (!traffic) throw new Error('the requests of this page are not watched')
  do {
    await untilNothingIsOpen(traffic)
    await page.evaluate(drawn)
  } while (traffic.open.size > 0)
}

async function untilNothingIsOpen({ open, waiting }: Traffic): Promise<void> {
  if (open.size === 0) return
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  waiting.push(resolve)
  const timer = setTimeout(() => {
    const addresses = [...open].map((request) => request.url())
    reject(new Error(`the page is still waiting for ${addresses.join(', ')}`))
  }, restWithinMs)
  await promise.finally(() => clearTimeout(timer))
}
