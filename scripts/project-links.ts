import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { isForgejo, repositoryAddress } from '../server/src/platform/release-source.ts'
import { root } from './bun-path.mjs'

interface PackageFacts {
  version: string
  repository?: unknown
}

/** The address of a file of the repository as a released version has it; null = the repository has no address. */
export function fileAddress(path: string, facts: PackageFacts): string | null {
  const repository = repositoryAddress(facts)
  if (repository === null) return null
  // Other forges have, or understand, the form of GitHub.
  return `${repository}/${isForgejo(repository) ? 'src/tag' : 'blob'}/v${facts.version}/${path}`
}

export const readPackage = (): PackageFacts => JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/**
 * Markdown from the file `source` for readers elsewhere: links to files of the repository become absolute, or plain
 * text if the repository has no address.
 */
export function withAbsoluteLinks(markdown: string, source: string, facts: PackageFacts): string {
  return markdown.replace(
    /(!?)\[([^\]]*)\]\(([^)\s]+)\)/g,
    (whole, isPicture: string, text: string, target: string) => {
      if (/^[a-z]+:/i.test(target)) return whole
      const [file = '', anchor] = target.split('#')
      const path = file === '' ? source : normalize(join(dirname(source), file))
      const address = fileAddress(path, facts)
      if (address === null) return text
      return `${isPicture}[${text}](${address}${anchor === undefined ? '' : `#${anchor}`})`
    },
  )
}
