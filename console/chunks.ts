import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { joinParts, type Part } from './join-parts.ts'

// How the build is divided into files. Without it, each set of pages that share a module has a file of its own, and a
// page of the console needs some 200 requests.

type Splitting = Exclude<Rolldown.OutputOptions['codeSplitting'], boolean | undefined>
type Group = NonNullable<Splitting['groups']>[number]
type Context = Parameters<Exclude<Group['name'], string>>[1]

const source = join(import.meta.dirname, 'src')
const start = join(import.meta.dirname, 'index.html')
const frame = join(source, 'app/shell/console-frame.tsx')
const library = join(import.meta.dirname, '../node_modules/antd/es')

/** Pages that everyone sees, below `src/pages`. They load neither the component library nor a part of the console. */
export const openPages: readonly string[] = [
  'home/home-page.tsx',
  'sign-in/login/login-page.tsx',
  'sign-in/register/register-page.tsx',
  'sign-in/reset/reset-page.tsx',
  'sign-in/reset/reset-confirm-page.tsx',
  'sign-in/oauth/oauth-page.tsx',
  'pricing/pricing-page.tsx',
  'pricing/model-page.tsx',
  'status/status-page.tsx',
  'docs/docs-page.tsx',
  'about/about-page.tsx',
  'about/legal-page.tsx',
]

const openModules = new Set(openPages.map((page) => join(source, 'pages', page)))

// The measure of the joins, in bytes of code before it is made small: a fifth of that is sent. With these values a page
// asks for some 30 scripts, its texts included, and a public page loads less than 6 kB that it does not use.
const requestBytes = 200_000

/** How much a byte counts for a page, or for a part of a page that is loaded later. */
function weightOf(entry: string): number {
  if (openModules.has(entry)) return 250
  if (isSmall(entry)) return 10
  return /-(page|tab)\.tsx$/.test(entry) ? 1 : 0.2
}

/** What has few parts of the component library, without the frame of the console. */
const isSmall = (entry: string): boolean => /\/(pages\/(chat|receipt|setup|sign-in)|console-app)\b/.test(entry)

const hasFrame = (entry: string): boolean => /-page\.tsx$/.test(entry) && !openModules.has(entry) && !isSmall(entry)

type Modules = ReturnType<typeof readModules>

/** The modules of the build and their imports, before the build removes unused code. */
function readModules(context: Context) {
  const index = join(library, 'index.js')
  const components = new Map(
    [...(context.getModuleInfo(index)?.code ?? '').matchAll(/export \{ default as (\w+) \} from '\.\/([\w-]+)'/g)].map(
      ([, name = '', folder = '']) => [name, join(library, folder, 'index.js')],
    ),
  )
  const known = new Map<string, readonly string[]>()

  /** The index of the library imports all of it. Who imports the index gets what it names. */
  function findComponents(id: string): string[] {
    const imports = [...(context.getModuleInfo(id)?.code ?? '').matchAll(/import \{([^}]*)\} from "antd"/g)]
    const names = imports.flatMap(([, list = '']) => list.split(',').map((name) => name.trim().split(' as ')[0] ?? ''))
    return names.map((name) => {
      const file = components.get(name)
      if (file === undefined) throw new Error(`${id} imports ${name}, which the component library does not export`)
      return file
    })
  }

  function importsOf(id: string): readonly string[] {
    const ids = context.getModuleInfo(id)?.importedIds
    if (ids === undefined) throw new Error(`the build has no module ${id}`)
    const found = known.get(id) ?? (ids.includes(index) ? [...ids, ...findComponents(id)] : ids)
    const imports = found.filter((one) => one !== index)
    known.set(id, imports)
    return imports
  }

  /** The modules that the static imports of the given ones reach, them included. */
  function reachable(starts: Iterable<string>): Set<string> {
    const reached = new Set(starts)
    for (const id of reached) for (const imported of importsOf(id)) reached.add(imported)
    return reached
  }

  /** What is imported when it is needed: pages, dialogs, texts. */
  function findEntries(): string[] {
    const entries = new Set<string>([start])
    const seen = new Set<string>()
    for (const entry of entries)
      for (const id of reachable([entry])) {
        if (seen.has(id)) continue
        seen.add(id)
        for (const lazy of context.getModuleInfo(id)?.dynamicallyImportedIds ?? []) entries.add(lazy)
      }
    entries.delete(start)
    return [...entries]
  }

  return { importsOf, reachable, findEntries, bytesOf: (id: string) => context.getModuleInfo(id)?.code?.length ?? 0 }
}

/** A part for each set of pages, of the modules that they share. */
function findParts({ importsOf, reachable, bytesOf }: Modules, entries: readonly string[]): Part[] {
  const first = reachable([start])
  const pages = new Map<string, bigint>()
  for (const [index, entry] of entries.entries())
    for (const id of reachable(hasFrame(entry) ? [entry, frame] : [entry]))
      if (!first.has(id)) pages.set(id, (pages.get(id) ?? 0n) | (1n << BigInt(index)))
  const partBySet = new Map<bigint, Part>()
  const partOf = new Map<string, Part>()
  for (const [id, set] of pages) {
    const isShared = (set & (set - 1n)) !== 0n
    if (!isShared) continue
    const part = partBySet.get(set) ?? { modules: [], bytes: 0, pages: set, imports: new Set() }
    partBySet.set(set, part)
    partOf.set(id, part)
    part.modules.push(id)
    part.bytes += bytesOf(id)
  }
  for (const [id, part] of partOf)
    for (const imported of importsOf(id)) {
      const other = partOf.get(imported)
      if (other !== undefined && other !== part) part.imports.add(other)
    }
  return [...partBySet.values()]
}

/** The names of the shared files, by module. The others are in the file of the page that needs them. */
function nameSharedFiles(context: Context): ReadonlyMap<string, string> {
  const modules = readModules(context)
  const entries = modules.findEntries().filter((id) => !/\/(locales|messages)\/(en|zh)\//.test(id))
  const parts = joinParts(findParts(modules, entries), { byteWeights: entries.map(weightOf), requestBytes })
  return new Map(parts.flatMap((part, index) => part.modules.map((id) => [id, `shared-${index}`] as const)))
}

let sharedFiles: ReadonlyMap<string, string> | undefined

/** The first group that fits counts. */
const groups: readonly Group[] = [
  // What changes only with a dependency update stays cached across releases of the console. `$initial`: what every
  // visit needs.
  {
    name: 'react',
    test: /node_modules\/(react|react-dom|scheduler|@tanstack\/(react-query|query-core)|i18next|react-i18next)\//,
  },
  // The entry stays apart. It waits for the texts, which import these modules and would wait for it; and by its name
  // pages recognise another build (`app/new-build.ts`).
  { name: 'first', tags: ['$initial'], test: /^(?!.*\/(src\/main\.tsx|index\.html)$)/ },
  {
    debugName: 'shared',
    name: (id, context) => {
      sharedFiles ??= nameSharedFiles(context)
      return sharedFiles.get(id) ?? null
    },
    // The joins know which file imports which. Otherwise one name would take modules of another.
    includeDependenciesRecursively: false,
  },
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
