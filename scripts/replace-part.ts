export interface PagePart {
  /** The name in the marks around the part. */
  name: string
  /** The script that writes the part, by its path in the repository. */
  script: string
  text: string
}

/** `page` with `text` between the two marks of the part. Throws if the page lacks the marks. */
export function replacePart(page: string, { name, script, text }: PagePart): string {
  const begin = `<!-- ${name}: begin, written by ${script} -->`
  const end = `<!-- ${name}: end -->`
  const [from, to] = [page.indexOf(begin), page.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`the page lacks the marks around the part "${name}"`)
  return `${page.slice(0, from)}${begin}\n\n${text}\n\n${page.slice(to)}`
}
