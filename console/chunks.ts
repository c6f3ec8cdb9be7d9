import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

// How the build is divided. Without it, each set of pages that share a module has a chunk of its own, and a page of
// the console needs some 160 requests. A part is loaded as a whole, so each is what its pages need anyway.

type Splitting = Exclude<Rolldown.OutputOptions['codeSplitting'], boolean | undefined>
type Group = NonNullable<Splitting['groups']>[number]
type Context = Parameters<Exclude<Group['name'], string>>[1]

const source = join(import.meta.dirname, 'src')
const packages = join(import.meta.dirname, '../node_modules')

/** Pages that everyone sees, below `src/pages`. They load neither the component library nor a part of the console. */
export const openPages: readonly string[] = [
  'home/home-page.tsx',
  'sign-in/login/login-page.tsx',
  'pricing/pricing-page.tsx',
  'pricing/model-page.tsx',
  'status/status-page.tsx',
  'docs/docs-page.tsx',
  'about/about-page.tsx',
  'about/legal-page.tsx',
]

/** Pages of visitors with fields of the component library. They load that part of it alone. */
const formPages = [
  'pages/sign-in/register/register-page.tsx',
  'pages/sign-in/reset/reset-page.tsx',
  'pages/sign-in/reset/reset-confirm-page.tsx',
  'pages/sign-in/oauth/oauth-page.tsx',
  'app/shell/form-frame.tsx',
  'app/library.tsx',
]

/** What these pages and each page of the console use of the component library. */
const formParts = [
  'alert/index.js',
  'app/index.js',
  'button/index.js',
  'config-provider/index.js',
  'input/Input.js',
  'input/Password.js',
  'spin/index.js',
  'theme/index.js',
]

/** The modules that the static imports of the given ones reach, them included. */
function reachable(starts: readonly string[], context: Context, follows = (_id: string) => true): Set<string> {
  const reached = new Set<string>()
  for (const start of starts) {
    if (context.getModuleInfo(start) === null) throw new Error(`the build has no module ${start}`)
    reached.add(start)
  }
  for (const id of reached)
    for (const imported of context.getModuleInfo(id)?.importedIds ?? []) if (follows(imported)) reached.add(imported)
  return reached
}

const once = <T>(find: (context: Context) => T) => {
  let found: T | undefined
  return (context: Context): T => {
    found ??= find(context)
    return found
  }
}

const within = (folder: string, paths: readonly string[]) => paths.map((path) => join(folder, path))

const openModules = once((context) => reachable(within(join(source, 'pages'), openPages), context))
const libraryModules = once((context) => reachable(within(join(packages, 'antd/es'), formParts), context))
// The package itself imports each of its parts, and most are removed afterwards.
const formModules = once((context) => reachable(within(source, formPages), context, (id) => !id.startsWith(packages)))

const groupOf = (debugName: string, modules: (context: Context) => Set<string>): Group => ({
  debugName,
  name: (id, context) => (modules(context).has(id) ? debugName : null),
})

/** How many pages and parts share the modules of a chunk, at least. What fewer share is divided by who loads it. */
const shares = [30, 16, 8]

/**
 * The first group that fits counts. What a group imports is in it or in one before it, so no two chunks import each
 * other.
 */
const groups: readonly Group[] = [
  // What changes only with a dependency update stays cached across releases of the console. `$initial`: what every
  // visit needs.
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
  { name: 'data', tags: ['$initial'], test: /node_modules\/(@tanstack|i18next|react-i18next)/ },
  // The entry stays apart. It waits for the texts, which import these modules and would wait for it; and by its name
  // pages recognise another build (`app/new-build.ts`).
  { name: 'first', tags: ['$initial'], test: /^(?!.*\/(src\/main\.tsx|index\.html)$)/ },
  { ...groupOf('open', openModules), entriesAware: true, minShareCount: 2 },
  groupOf('library', libraryModules),
  { ...groupOf('form', formModules), entriesAware: true, minShareCount: 2 },
  ...shares.map((minShareCount) => ({ name: `shared-by-${minShareCount}`, minShareCount })),
]

export const chunkGroups: Group[] = groups.map((group, index) => ({ ...group, priority: groups.length - index }))

/** Fails the build if chunks import each other: some would run before what they need. */
export const noCircularChunks: Plugin = {
  name: 'no-circular-chunks',
  generateBundle(_options, bundle) {
    const done = new Set<string>()
    const visit = (name: string, path: readonly string[]) => {
      if (path.includes(name)) throw new Error(`chunks import each other: ${[...path, name].join(' > ')}`)
      const chunk = bundle[name]
      if (done.has(name) || chunk?.type !== 'chunk') return
      for (const imported of chunk.imports) visit(imported, [...path, name])
      done.add(name)
    }
    for (const name of Object.keys(bundle)) visit(name, [])
  },
}
