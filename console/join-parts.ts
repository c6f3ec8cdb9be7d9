/** Modules that become one file. */
export interface Part {
  modules: string[]
  bytes: number
  /** Who loads the file: bit n = page n. */
  pages: bigint
  /** Files that it imports. They are loaded with it. */
  imports: Set<Part>
}

export interface Costs {
  /** How much a byte counts, by page. */
  byteWeights: readonly number[]
  /** How many bytes a request counts as. */
  requestBytes: number
}

type CostOf = (pages: bigint, bytes: number) => number
type Reached = (part: Part) => ReadonlySet<Part>

/**
 * Joins parts as long as a join saves more requests than it adds bytes, the best pair first. Files may not import each
 * other, so two parts are joined with all that is between them. The given parts are changed. They may not import each
 * other either.
 */
export function joinParts(parts: readonly Part[], costs: Costs): Part[] {
  const costOf = createCosts(costs)
  const left = new Set(parts)
  /** What a join saves before its price for the imported parts is known, by the later and the earlier part. */
  const savings = new Map<Part, Map<Part, number>>()
  const compare = (part: Part) => {
    let isLater = false
    for (const other of left)
      if (other === part) isLater = true
      else if (isLater) savings.get(other)?.set(part, savingOf([part, other], costOf))
      else savings.get(part)?.set(other, savingOf([part, other], costOf))
  }
  for (const part of parts) savings.set(part, new Map())
  for (const part of parts) compare(part)

  for (;;) {
    const reached = createReached()
    let best: { parts: Part[]; saved: number } = { parts: [], saved: 0 }
    for (const [second, row] of savings)
      for (const [first, saving] of row) {
        if (saving <= best.saved) continue
        const together = [first, second, ...between(first, second, reached), ...between(second, first, reached)]
        const saved = savingOf(together, costOf) - priceOfImports(together, { reached, costOf })
        if (saved > best.saved) best = { parts: together, saved }
      }
    const [first, ...others] = best.parts
    if (!first) return [...left]
    for (const part of others) {
      left.delete(part)
      savings.delete(part)
      for (const row of savings.values()) row.delete(part)
    }
    for (const changed of join(first, others, left)) compare(changed)
  }
}

function createCosts({ byteWeights, requestBytes }: Costs): CostOf {
  const known = new Map<bigint, { weight: number; count: number }>()
  const sum = (pages: bigint) => {
    const weights = byteWeights.filter((_, page) => (pages >> BigInt(page)) & 1n)
    return { weight: weights.reduce((total, weight) => total + weight, 0), count: weights.length }
  }
  return (pages, bytes) => {
    const { weight, count } = known.get(pages) ?? sum(pages)
    known.set(pages, { weight, count })
    return weight * bytes + count * requestBytes
  }
}

function savingOf(parts: readonly Part[], costOf: CostOf): number {
  let pages = 0n
  let bytes = 0
  let apart = 0
  for (const part of parts) {
    pages |= part.pages
    bytes += part.bytes
    apart += costOf(part.pages, part.bytes)
  }
  return apart - costOf(pages, bytes)
}

/** The parts that the imports of a part reach, without itself. */
function createReached(): Reached {
  const known = new Map<Part, Set<Part>>()
  return (part) => {
    const reached = known.get(part) ?? new Set(part.imports)
    if (!known.has(part)) for (const one of reached) for (const imported of one.imports) reached.add(imported)
    known.set(part, reached)
    return reached
  }
}

/** The parts by way of which `from` reaches `to`. */
const between = (from: Part, to: Part, reached: Reached): Part[] =>
  reached(from).has(to) ? [...reached(from)].filter((part) => part !== to && reached(part).has(to)) : []

/** Pages that load one of the parts also load what the others import. */
function priceOfImports(parts: readonly Part[], { reached, costOf }: { reached: Reached; costOf: CostOf }): number {
  const imports = new Set(parts.flatMap((part) => [...reached(part)]))
  for (const part of parts) imports.delete(part)
  const pages = parts.reduce((sum, part) => sum | part.pages, 0n)
  let price = 0
  for (const part of imports) price += costOf(part.pages | pages, part.bytes) - costOf(part.pages, part.bytes)
  return price
}

/** Puts the others into `first`. Returns the parts that changed: `first`, and what more pages load now. */
function join(first: Part, others: readonly Part[], left: ReadonlySet<Part>): Part[] {
  for (const other of others) {
    first.modules.push(...other.modules)
    first.bytes += other.bytes
    first.pages |= other.pages
    first.imports = new Set([...first.imports, ...other.imports])
    for (const part of left) if (part.imports.delete(other)) part.imports.add(first)
  }
  for (const part of [first, ...others]) first.imports.delete(part)
  const changed = [first]
  for (const part of createReached()(first)) {
    const pages = part.pages | first.pages
    if (pages !== part.pages) changed.push(part)
    part.pages = pages
  }
  return changed
}
