// npm run inventory [-- <folder>]: lists the packages and data sets of the product for its recipients. Writes
// sluice.cdx.json, a bill of materials in CycloneDX, and third-party-licences.txt with NOTICE and the text of each
// licence.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import prices from '../server/src/core/billing/generated/default-prices.json'
import facts from '../server/src/core/catalogue/generated/model-facts.json'
import { root } from './bun-path.mjs'
import { type LockedPackage, type PackageFile, readExpression } from './check-licences.ts'

interface InstalledPackage extends PackageFile {
  name: string
  version: string
}

interface Licensed {
  name: string
  version: string
  licence: string
  /** '' = the package has none. */
  text: string
}

/** Facts that are generated from them are part of the product. NOTICE has their licence. */
export const dataSets = [
  { name: facts.source.dataSet, version: facts.source.version },
  { name: prices.source.dataSet, version: prices.source.version },
]

const licenceFile = /^(licen[cs]e|copying|notice)/i

/** The product's packages, sorted by name, without optional ones of other platforms, which are not installed. */
export function readLicences(): Licensed[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>
  }
  const found = new Map<string, Licensed>()
  for (const [path, { dev, link }] of Object.entries(packages)) {
    if (dev || link || !path.includes('node_modules/')) continue
    const licensed = readPackage(join(root, path))
    if (licensed) found.set(`${licensed.name}@${licensed.version}`, licensed)
  }
  return [...found.values()].sort((a, b) => a.name.localeCompare(b.name))
}

function readPackage(folder: string): Licensed | null {
  try {
    const about = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as InstalledPackage
    const texts = readdirSync(folder)
      .filter((name) => licenceFile.test(name))
      .map((name) => readFileSync(join(folder, name), 'utf8').trim())
    return {
      name: about.name,
      version: about.version,
      licence: readExpression(about),
      text: texts.join('\n\n'),
    }
  } catch {
    return null
  }
}

/** One text: first a list of packages, then the licence texts; equal texts appear once. */
export function buildLicenceText(packages: readonly Licensed[]): string {
  const list = packages.map(({ name, version, licence }) => `${name} ${version}: ${licence}`)
  const byText = new Map<string, string[]>()
  for (const { name, version, text } of packages)
    if (text !== '') byText.set(text, [...(byText.get(text) ?? []), `${name} ${version}`])
  const rule = '-'.repeat(80)
  const texts = [...byText].map(([text, names]) => `${rule}\n${names.join(', ')}\n\n${text}\n`)
  const notice = readFileSync(join(root, 'NOTICE'), 'utf8')
  return `${notice}\nThe product contains these packages.\n\n${list.join('\n')}\n\n${texts.join('\n')}`
}

interface Bom {
  metadata: { component: { name: string; type: string; 'bom-ref': string } }
  components: { name: string; type: string; version: string; 'bom-ref': string }[]
  dependencies: { ref: string; dependsOn?: string[] }[]
}

const shipped = ['contract', 'server', 'console']

/**
 * npm's bill of materials, reduced to the product. `--omit=dev` of npm also omits packages that the product and the
 * tests share. npm names the product after its folder, so its name is set here.
 */
export function buildSbom(packages: readonly Licensed[] = readLicences()): Bom {
  const command = ['npm', 'sbom', '--sbom-format=cyclonedx', '--package-lock-only']
  const { exitCode, stdout, stderr } = Bun.spawnSync(command, { cwd: root })
  if (exitCode !== 0) throw new Error(`${command.join(' ')}:\n${stderr.toString()}`)
  // The form that npm documents.
  const bom = JSON.parse(stdout.toString()) as Bom
  const product = bom.metadata.component
  Object.assign(product, { name: 'sluice', type: 'application' })
  const known = new Set(packages.map(({ name, version }) => `${name}@${version}`))
  const isPart = (ref: string) => known.has(ref) || shipped.some((name) => ref.startsWith(`@sluice/${name}@`))
  const components = bom.components.filter((component) => isPart(component['bom-ref']))
  const refs = new Set([product['bom-ref'], ...components.map((component) => component['bom-ref'])])
  const dependencies = bom.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((dependency) => refs.has(dependency)) }))
  const data = dataSets.map(({ name, version }) => ({
    'bom-ref': `data:${name}@${version}`,
    type: 'data',
    name,
    version,
    licenses: [{ license: { id: 'MIT' } }],
  }))
  return { ...bom, components: [...components, ...data], dependencies }
}

/** Writes both files. Returns their paths. */
export function writeInventory(folder: string): string[] {
  mkdirSync(folder, { recursive: true })
  const sbom = join(folder, 'sluice.cdx.json')
  const licences = join(folder, 'third-party-licences.txt')
  writeFileSync(sbom, `${JSON.stringify(buildSbom(), null, 2)}\n`)
  writeFileSync(licences, buildLicenceText(readLicences()))
  return [sbom, licences]
}

if (import.meta.main)
  for (const path of writeInventory(resolve(process.argv[2] ?? join(root, 'dist')))) console.log(path)
