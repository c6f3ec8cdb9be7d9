const namesMax = 32
const nameShape = /^[\w.$-]{1,64}$/

/**
 * Names of the non-empty fields in `body` that are not in `read`. `ignored` are values that equal the default. Names
 * that are not ordinary identifiers are not repeated.
 */
export function unreadFields(
  body: Readonly<Record<string, unknown>>,
  read: ReadonlySet<string>,
  { prefix = '', ignored = {} }: { prefix?: string; ignored?: Readonly<Record<string, unknown>> } = {},
): string[] {
  const names: string[] = []
  for (const [name, value] of Object.entries(body)) {
    if (read.has(name) || value === undefined || value === null || value === ignored[name]) continue
    if (nameShape.test(name) && names.length < namesMax) names.push(prefix + name)
  }
  return names
}
