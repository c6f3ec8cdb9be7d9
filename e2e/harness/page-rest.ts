import type { Page, Request } from '@playwright/test'

interface Traffic {
  /** Requests that have not come to their end. */
  open: Set<Request>
  /** Told when there are none any more. */
  waiting: (() => void)[]
}

const trafficOf = new WeakMap<Page, Traffic>()
const restWithinMs = 30_000

/** Keeps count of what the page asks for, from now on. */
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
    // The end of what the page before had asked for is not always told.
    for (const one of traffic.open) if (one !== request) end(one)
  })
}

/** Two frames drawn, an idle moment after them, and the end of whatever slides or fades. */
const drawn = `new Promise((resolve) =>
    requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(resolve))))
  .then(() => Promise.allSettled(document.getAnimations()
    .filter((one) => one.effect.getComputedTiming().endTime !== Infinity)
    .map((one) => one.finished)))`

/**
 * Once all that the page asked for has come and is drawn, it asks for nothing more, and what slides or fades in has
 * stopped. Throws with the addresses that are still on their way after half a minute.
 */
export async function comeToRest(page: Page): Promise<void> {
  const traffic = trafficOf.get(page)
  if (!traffic) throw new Error('nobody watches this page')
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
