import { join } from 'node:path'
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test'
import { findChromium } from '../../scripts/test-services.ts'
import { startTestServer } from '../test/test-server.ts'
import { median } from './comparison.ts'

const visits = 3
const models = [
  'gpt-4o',
  'gpt-4o-mini',
  'gpt-5.1',
  'o3',
  'claude-sonnet-4-5',
  'claude-haiku-4-5',
  'gemini-2.5-pro',
  'gemini-2.5-flash',
  'deepseek-chat',
  'deepseek-reasoner',
  'text-embedding-3-small',
  'text-embedding-3-large',
]
const paths = ['/', '/pricing', `/models/${models[0]}`, '/login']
const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]
/** A phone's network and processor: 1.6 Mbit/s down, 0.75 up, 150 ms. */
const network = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }
const processorSlowdown = 4
const shiftMax = 0.02
/** What moves after the last answer is drawn by then. */
const settlesWithinMs = 1_500

interface Visit {
  firstPaintMs: number
  largestPaintMs: number
  /** What the largest one was. */
  largest: string
  /** Of all shifts: 0 = nothing moved. */
  shift: number
  /** Each shift with the elements that moved. */
  moved: string[]
  /** As sent, until nothing more is loaded. */
  scriptKb: number
}

/** Prints when a new visitor of the public pages sees them, and what moves there, in a slow browser. */
export async function benchPaint(): Promise<void> {
  const found = findChromium()
  if (!('url' in found)) throw new Error(found.reason)
  await buildConsole()
  const server = await startTestServer()
  try {
    await server.addChannel('http://127.0.0.1:9', { models: models.join(',') })
    const browser = await chromium.launch({ executablePath: found.url, args: ['--no-sandbox', '--disable-gpu'] })
    try {
      console.log(`\nPublic pages at 1.6 Mbit/s, 150 ms and a processor ${processorSlowdown} × as slow`)
      console.log(`  new visitors, median of ${visits} visits  (budget: layout shift ≤ ${shiftMax})`)
      for (const size of sizes) for (const path of paths) await measurePage(browser, server.url + path, size)
    } finally {
      await browser.close()
    }
  } finally {
    await server.stop()
  }
}

async function buildConsole(): Promise<void> {
  const script = join(import.meta.dir, '../../scripts/build-console.mjs')
  const code = await Bun.spawn([process.execPath, script], { stdio: ['ignore', 'ignore', 'inherit'] }).exited
  if (code !== 0) throw new Error('the console cannot be built')
}

async function measurePage(browser: Browser, url: string, size: { width: number; height: number }): Promise<void> {
  const found: Visit[] = []
  for (let visit = 0; visit < visits; visit += 1) found.push(await visitPage(browser, url, size))
  const medianOf = (figure: 'firstPaintMs' | 'largestPaintMs' | 'shift' | 'scriptKb') =>
    median(found.map((visit) => visit[figure]))
  const seconds = (figure: 'firstPaintMs' | 'largestPaintMs') => `${(medianOf(figure) / 1_000).toFixed(2)} s`
  const [last] = found.slice(-1)
  console.log(
    `  ${String(size.width).padStart(4)} px ${new URL(url).pathname.padEnd(15)} first paint ${seconds('firstPaintMs')}, largest ${seconds('largestPaintMs')} (${last?.largest}), layout shift ${medianOf('shift').toFixed(3)}, ${medianOf('scriptKb').toFixed(0)} kB of script`,
  )
  if (medianOf('shift') > shiftMax) for (const line of last?.moved ?? []) console.log(`          moved: ${line}`)
}

async function visitPage(browser: Browser, url: string, viewport: { width: number; height: number }): Promise<Visit> {
  const isPhone = viewport.width < 600
  const context = await browser.newContext({ viewport, locale: 'en-US', isMobile: isPhone, hasTouch: isPhone })
  try {
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', network)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: processorSlowdown })
    const readScriptKb = countScripts(devtools)
    await page.addInitScript(watchPaints)
    await page.goto(url)
    await page.waitForLoadState('networkidle')
    await page.waitForTimeout(settlesWithinMs)
    return { ...(await readPaints(page)), scriptKb: readScriptKb() }
  } finally {
    await context.close()
  }
}

/** Returns what reports the kilobytes of all scripts that have arrived. */
function countScripts(devtools: CDPSession): () => number {
  const scripts = new Set<string>()
  let bytes = 0
  devtools.on('Network.responseReceived', ({ requestId, type }) => type === 'Script' && scripts.add(requestId))
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength
  })
  return () => bytes / 1024
}

const readPaints = (page: Page): Promise<Omit<Visit, 'scriptKb'>> => page.evaluate('paints')

/** A script that keeps what the browser reports in `paints`. */
const watchPaints = `(() => {
  const paints = { firstPaintMs: NaN, largestPaintMs: NaN, largest: '', shift: 0, moved: [] }
  globalThis.paints = paints
  const describe = (node) => {
    const element = node instanceof Element ? node : node?.parentElement
    if (!element) return 'removed'
    const names = [...element.classList].map((name) => '.' + name).join('')
    return element.tagName.toLowerCase() + names + ' "' + (element.textContent ?? '').trim().slice(0, 30) + '"'
  }
  const box = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join()
  const watch = (type, read) =>
    new PerformanceObserver((list) => list.getEntries().forEach(read)).observe({ type, buffered: true })
  watch('paint', ({ name, startTime }) => { if (name === 'first-contentful-paint') paints.firstPaintMs = startTime })
  watch('largest-contentful-paint', ({ startTime, element }) => {
    paints.largestPaintMs = startTime
    paints.largest = describe(element)
  })
  watch('layout-shift', ({ value, startTime, sources }) => {
    paints.shift += value
    const moved = sources.map(({ node, previousRect, currentRect }) =>
      describe(node) + ' ' + box(previousRect) + ' → ' + box(currentRect))
    paints.moved.push(value.toFixed(3) + ' at ' + Math.round(startTime) + ' ms: ' + moved.join('; '))
  })
})()`
