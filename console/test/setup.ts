// Loaded before the component tests: a DOM, and what Vite does for the sources of the console.

import { afterEach } from 'bun:test'
import { dirname } from 'node:path'
import { GlobalRegistrator } from '@happy-dom/global-registrator'
import { plugin } from 'bun'

// In a test run the component library gives every element the same id.
process.env.NODE_ENV = 'development'
// Answers are those of the runtime, which are faster than the ones of the DOM.
const { Response, Request, Headers, AbortController, AbortSignal } = globalThis
GlobalRegistrator.register({
  url: 'http://console.test/',
  width: 1280,
  height: 900,
})
/**
 * There are no style sheets and no layout: an element has its own style. The DOM would take half of the time for it.
 */
const getComputedStyle = (element: HTMLElement) => element.style
Object.assign(globalThis, { Response, Request, Headers, AbortController, AbortSignal, getComputedStyle })
// The page of the console has a document type, without which the library of formulas refuses to draw.
Object.defineProperty(document, 'compatMode', { value: 'CSS1Compat' })

/** The names of classes are their own values. */
const cssModule = 'export default new Proxy({}, { get: (_, name) => String(name) })'

/** `import.meta.glob('…')` as Vite replaces it: an object of paths and functions that load them. */
function withoutGlobs(code: string, path: string): string {
  return code.replaceAll(/import\.meta\.glob(?:<.*>)?\(([^)]+)\)/g, (_, list: string) => {
    const patterns = [...list.matchAll(/'([^']+)'/g)].map(([, pattern = '']) => pattern)
    const excluded = patterns
      .filter((pattern) => pattern.startsWith('!'))
      .map((pattern) => new Bun.Glob(pattern.slice(1)))
    const files = patterns
      .filter((pattern) => !pattern.startsWith('!'))
      .flatMap((pattern) => [...new Bun.Glob(pattern).scanSync(dirname(path))])
      .filter((file) => !excluded.some((glob) => glob.match(file)))
    return `({ ${files.map((file) => `'${file}': () => import('${file}')`).join(', ')} })`
  })
}

plugin({
  name: 'as Vite',
  setup(build) {
    build.onLoad({ filter: /\.md$/ }, async ({ path }) => ({
      contents: `export default ${JSON.stringify(await Bun.file(path).text())}`,
      loader: 'js',
    }))
    build.onLoad({ filter: /\.css$/ }, () => ({ contents: cssModule, loader: 'js' }))
    build.onLoad(
      { filter: /console\/src\/(app\/i18n|pages\/settings\/search-texts|pages\/docs\/chapters)\.ts$/ },
      async ({ path }) => ({
        contents: withoutGlobs(await Bun.file(path).text(), path),
        loader: 'ts',
      }),
    )
  },
})

// Imported after the DOM exists: libraries look at it when they are loaded.
const [{ cleanUp }, { startTexts }] = await Promise.all([import('./visit.tsx'), import('./texts.ts')])
await startTexts()
afterEach(cleanUp)
