import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { root } from './bun-path.mjs'

export interface Import {
  /** The specifier in the source. */
  specifier: string
  /** The imported file, relative to the checkout; null = a package or a built-in. */
  file: string | null
  /** It imports only types. */
  isType?: boolean
  /** It is loaded later, by `import()` alone. */
  isLazy?: boolean
}

/** File (relative to the checkout) → its imports, types included. */
export type ImportGraph = ReadonlyMap<string, readonly Import[]>

/** The sources of these files. */
export const readTexts = (files: readonly string[]): ReadonlyMap<string, string> =>
  new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]))

const sourceGlob = new Bun.Glob('{contract,server,console,e2e,scripts}/**/*.{ts,tsx,mjs}')

export function readImportGraph(): ImportGraph {
  const files = [...sourceGlob.scanSync({ cwd: root })].filter(
    (file) => !/(^|\/)(node_modules|dist|__fixtures__)\//.test(file) && !file.endsWith('.d.mts'),
  )
  return new Map(files.sort().map((file) => [file, readImports(file, files)]))
}

export const isTest = (file: string): boolean => /\.test\.tsx?$/.test(file)

/** Helpers that a room's tests share and the product does not load. */
export const isTestSupport = (file: string): boolean => /\/test-[^/]+\.tsx?$/.test(file)

const patterns = [
  /(?:^|\n)\s*(?:import|export)\b[^;'"`]*?\bfrom\s*['"]([^'"\n]+)['"]/g,
  /(?:^|\n)\s*import\s*['"]([^'"\n]+)['"]/g,
  /\bimport\(\s*['"]([^'"\n]+)['"]\s*\)/g,
  // Workers and child processes refer to their file like this.
  /\bnew URL\(\s*['"](\.[^'"\n]+\.tsx?)['"]\s*,\s*import\.meta\.url\s*\)/g,
]

/** A block begins after a blank or a bracket: in a string such as '/api/*' none does. */
const comment = /(?<=^|[\s{(])\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/[^\n]*/g

/** Found by text search, so a string that looks like a comment counts as one. */
export const withoutComments = (text: string): string => text.replace(comment, '')

export const commentsIn = (text: string): string[] => text.match(comment) ?? []

/** Every specifier in `text`. Found by text search, as a transpiler drops type imports. */
export function specifiersIn(text: string): string[] {
  const code = withoutComments(text)
  return patterns.flatMap((pattern) => [...code.matchAll(pattern)].map((match) => match[1] ?? ''))
}

const lazyImport = /\bimport\(\s*['"][^'"\n]+['"]\s*\)/g
const typeImport = /(^|\n)\s*(?:import|export)\s+type\b[^;'"`]*?\bfrom\s*['"][^'"\n]+['"]/g

function readImports(file: string, files: readonly string[]): Import[] {
  const text = readFileSync(join(root, file), 'utf8')
  const values = text.replace(typeImport, '$1')
  const atRunTime = new Set(specifiersIn(values))
  const atOnce = new Set(specifiersIn(values.replace(lazyImport, '')))
  const named = [...new Set(specifiersIn(text))].map((specifier) => ({
    specifier,
    file: findFile(file, specifier),
    isType: !atRunTime.has(specifier),
    isLazy: atRunTime.has(specifier) && !atOnce.has(specifier),
  }))
  return [...named, ...findPatternImports(file, text, files)]
}

/** `import(`./texts/${language}.ts`)` and `import.meta.glob('./texts/*.ts')` may load every matching file. */
function findPatternImports(from: string, text: string, files: readonly string[]): Import[] {
  const patternImport = /\bimport(?:\.meta\.glob(?:<[^(]*>)?)?\(\s*[`'"](\.[^`'"]*[*$][^`'"]*)[`'"]/g
  const specifiers = [...text.matchAll(patternImport)].map((match) => match[1] ?? '')
  return specifiers.flatMap((specifier) => {
    const glob = new Bun.Glob(normalize(join(dirname(from), specifier.replace(/\$\{[^}]*\}/g, '*'))))
    return files.filter((file) => glob.match(file)).map((file) => ({ specifier, file, isLazy: true }))
  })
}

function findFile(from: string, specifier: string): string | null {
  const contract = /^@sluice\/contract\/(.+)$/.exec(specifier)
  if (contract) return `contract/src/${contract[1]}.ts`
  if (!specifier.startsWith('.')) return null
  const path = normalize(join(dirname(from), specifier.replace(/\?.*$/, '')))
  const existing = [path, `${path}.ts`, `${path}.tsx`].find((candidate) => existsSync(join(root, candidate)))
  return existing ?? path
}
