/** The preferred slot of a name. It depends on the name alone. */
export function homeOf(name: string, size: number): number {
  let hash = 5381
  for (let index = 0; index < name.length; index++) hash = (hash * 33 + name.charCodeAt(index)) >>> 0
  return hash % size
}

/**
 * Assigns to each of `names`, the most important first, one of `size` colours. A name keeps its colour in `known`; only
 * where two such names are shown together for the first time does the less important one change.
 */
export function colorSlots(names: readonly string[], size: number, known: Map<string, number>): Map<string, number> {
  const slots = new Map<string, number>()
  const taken = new Set<number>()
  const give = (name: string, slot: number) => {
    slots.set(name, slot)
    taken.add(slot)
    known.set(name, slot)
  }
  for (const name of names) {
    const slot = known.get(name)
    if (slot !== undefined && !taken.has(slot)) give(name, slot)
  }
  for (const name of names) {
    if (slots.has(name)) continue
    const home = homeOf(name, size)
    let slot = home
    for (let step = 0; step < size && taken.has(slot); step++) slot = (home + step + 1) % size
    give(name, slot)
  }
  return slots
}
