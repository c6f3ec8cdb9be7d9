import { recordOf, textOf } from '@sluice/contract/read-json'

/** The address of the repository, as `repository` of package.json names it; null = it names none. */
export function repositoryAddress(packageFile: object): string | null {
  const { repository } = recordOf(packageFile)
  const given = typeof repository === 'string' ? repository : textOf(recordOf(repository).url)
  const address = given.replace(/^git\+/, '').replace(/\.git$/, '')
  return /^https?:\/\//.test(address) ? address : null
}

/** Gitea and Forgejo have an API, and addresses of files, of their own. */
export const isForgejo = (repository: string): boolean => /codeberg|forgejo|gitea/.test(new URL(repository).host)

/**
 * Where the forge of the repository answers the newest release; '' without a repository, and on a forge whose answer
 * the update check does not read.
 */
export function releasesAddress(packageFile: object): string {
  const repository = repositoryAddress(packageFile)
  if (repository === null) return ''
  const { origin, host, pathname } = new URL(repository)
  const path = `repos${pathname.replace(/\/$/, '')}/releases/latest`
  if (host === 'github.com') return `https://api.github.com/${path}`
  return isForgejo(repository) ? `${origin}/api/v1/${path}` : ''
}
