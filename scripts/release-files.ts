const heading = '## [Unreleased]'
const versionHeading = /^## \[(\d+\.\d+\.\d+)\] - (\d{4}-\d{2}-\d{2})$/
const kinds = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security']

/**
 * The changelog with its unreleased entries under `version`. Throws if there are none. The section of the first version
 * exists before its release: it gets the date alone.
 */
export function releaseChangelog(text: string, version: string, date: string): string {
  const own = `## [${version}] - `
  if (text.includes(`\n${own}`)) {
    if (/^- /m.test(unreleasedOf(text)))
      throw new Error(`CHANGELOG.md has unreleased entries beside those of ${version}`)
    return text.replace(new RegExp(`^${RegExp.escape(own)}.*$`, 'm'), `${own}${date}`)
  }
  if (!/^- /m.test(unreleasedOf(text))) throw new Error('CHANGELOG.md has no unreleased entries')
  return text.replace(`${heading}\n`, `${heading}\n\n${own}${date}\n`)
}

/** What the changelog says of `version`, without the heading of its section. Throws if it has no such section. */
export function notesOf(text: string, version: string): string {
  const start = text.indexOf(`\n## [${version}] - `)
  if (start < 0) throw new Error(`CHANGELOG.md has no section of ${version}`)
  const section = text.slice(text.indexOf('\n', start + 1) + 1)
  const next = section.indexOf('\n## ')
  return `${(next < 0 ? section : section.slice(0, next)).trim()}\n`
}

function unreleasedOf(text: string): string {
  const start = text.indexOf(`${heading}\n`)
  if (start < 0) throw new Error(`CHANGELOG.md has no section "${heading}"`)
  const next = text.indexOf('\n## ', start + 1)
  return text.slice(start, next < 0 ? undefined : next)
}

/**
 * What is not in the form of Keep a Changelog: *Unreleased* first, then the versions from the newest to the oldest, the
 * first of them `current`, and in each its changes by kind.
 */
export function findChangelogFaults(text: string, current: string): string[] {
  const headings = text.split('\n').filter((line) => /^##? /.test(line))
  const versions = headings.slice(2).map((line) => versionHeading.exec(line)?.[1] ?? line)
  const kindsUsed = [...text.matchAll(/^### (.*)$/gm)].map((match) => match[1] ?? '')
  return [
    ...(headings[1] === heading ? [] : [`the first section is not "${heading}"`]),
    ...(versions[0] === current ? [] : [`the newest version is not ${current}`]),
    ...versions.flatMap((version, index) => {
      if (!/^\d/.test(version)) return [`"${version}" is not "## [version] - date"`]
      const older = versions[index + 1]
      return older === undefined || isNewer(version, older) ? [] : [`${version} is above ${older}`]
    }),
    ...kindsUsed.filter((kind) => !kinds.includes(kind)).map((kind) => `"${kind}" is not a kind of change`),
  ]
}

/** A package file or the lock file, with `next` instead of `current` for the workspace packages. */
export function withVersion(text: string, current: string, next: string): string {
  const file = JSON.parse(text) as PackageFile
  setVersion(file, current, next)
  for (const [path, entry] of Object.entries(file.packages ?? {}))
    if (!path.includes('node_modules/')) setVersion(entry, current, next)
  return `${JSON.stringify(file, null, 2)}\n`
}

/** The chart with `next` as its version and that of the image. */
export const withChartVersion = (text: string, next: string): string =>
  text.replace(/^(version|appVersion): .*$/gm, `$1: ${next}`)

interface PackageEntry {
  version?: string
  dependencies?: Record<string, string>
}

interface PackageFile extends PackageEntry {
  packages?: Record<string, PackageEntry>
}

function setVersion(entry: PackageEntry, current: string, next: string): void {
  if (entry.version === current) entry.version = next
  const { dependencies = {} } = entry
  for (const name of Object.keys(dependencies)) if (name.startsWith('@sluice/')) dependencies[name] = next
}

/** Whether `version` is `major.minor.patch` and comes after `current`. */
export function isNewer(version: string, current: string): boolean {
  if (!/^\d+\.\d+\.\d+$/.test(version)) return false
  const parts = version.split('.').map(Number)
  const currentParts = current.split('.').map(Number)
  const changed = parts.findIndex((part, index) => part !== currentParts[index])
  return changed >= 0 && (parts[changed] ?? 0) > (currentParts[changed] ?? 0)
}
