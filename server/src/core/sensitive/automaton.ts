/**
 * Finds any of many words in one pass (Aho and Corasick), over UTF-16 units, in typed arrays: 18 bytes a node. A state
 * is a number; 0 is the start. One can be kept from one piece of a text to the next.
 */
export interface Automaton {
  next(state: number, unit: number): number
  /** Length of the longest word that ends here; 0 = none does. */
  wordAt(state: number): number
  /** So many of the units seen last may be the beginning of a word. */
  openAt(state: number): number
  /** The first index in `text` behind which a word ends, -1 = none, and the state there. */
  find(text: string, state: number): { end: number; state: number }
  /** Nodes of the tree of words. */
  readonly nodes: number
}

/** Nodes made, or words looked at, between two yields: a millisecond or two. */
const nodesPerStep = 1_000

/** Builds the automaton of folded words in steps, so that other work can be done in between. */
export function* buildAutomaton(words: Iterable<string>): Generator<void, Automaton> {
  const sorted = yield* sortWords(words)
  const size = 2 + sorted.reduce((sum, word) => sum + word.length, 0)
  // Nodes are numbered level by level: the children of one stand together, and each behind its parent.
  const firstChild = new Int32Array(size + 1)
  const unit = new Uint16Array(size)
  const fallback = new Int32Array(size)
  const depth = new Int32Array(size)
  const longest = new Int32Array(size)
  const from = new Int32Array(size)
  const to = new Int32Array(size)
  const roots = new Int32Array(65_536)
  to[0] = sorted.length
  let made = 1

  for (let node = 0; node < made; node++) {
    if (node % nodesPerStep === nodesPerStep - 1) yield
    firstChild[node] = made
    const at = depth[node] ?? 0
    let word = from[node] ?? 0
    const end = to[node] ?? 0
    const isWord = node > 0 && sorted[word]?.length === at
    longest[node] = isWord ? at : (longest[fallback[node] ?? 0] ?? 0)
    if (isWord) word++
    while (word < end) {
      const letter = sorted[word]?.charCodeAt(at) ?? 0
      from[made] = word
      while (word < end && sorted[word]?.charCodeAt(at) === letter) word++
      to[made] = word
      unit[made] = letter
      depth[made] = at + 1
      if (node === 0) roots[letter] = made
      else fallback[made] = step(fallback[node] ?? 0, letter)
      made++
    }
  }
  firstChild[made] = made
  return freeze()

  function child(node: number, letter: number): number {
    if (node === 0) return roots[letter] ?? 0
    let low = firstChild[node] ?? 0
    let high = firstChild[node + 1] ?? 0
    while (low < high) {
      const middle = (low + high) >>> 1
      const found = unit[middle] ?? 0
      if (found === letter) return middle
      if (found < letter) low = middle + 1
      else high = middle
    }
    return 0
  }

  function step(state: number, letter: number): number {
    for (let node = state; ; node = fallback[node] ?? 0) {
      const found = child(node, letter)
      if (found !== 0 || node === 0) return found
    }
  }

  function freeze(): Automaton {
    return createAutomaton({
      nodes: made,
      roots,
      firstChild: firstChild.slice(0, made + 1),
      unit: unit.slice(0, made),
      fallback: fallback.slice(0, made),
      depth: depth.slice(0, made),
      longest: longest.slice(0, made),
    })
  }
}

interface Tables {
  nodes: number
  roots: Int32Array
  firstChild: Int32Array
  unit: Uint16Array
  fallback: Int32Array
  depth: Int32Array
  longest: Int32Array
}

function createAutomaton({ nodes, roots, firstChild, unit, fallback, depth, longest }: Tables): Automaton {
  function next(state: number, letter: number): number {
    let node = state
    while (node !== 0) {
      let low = firstChild[node] as number
      let high = firstChild[node + 1] as number
      while (low < high) {
        const middle = (low + high) >>> 1
        const found = unit[middle] as number
        if (found === letter) return middle
        if (found < letter) low = middle + 1
        else high = middle
      }
      node = fallback[node] as number
    }
    return roots[letter] as number
  }
  return {
    nodes,
    next,
    wordAt: (state) => longest[state] ?? 0,
    openAt: (state) => depth[state] ?? 0,
    find(text, start) {
      let state = start
      for (let at = 0; at < text.length; at++) {
        const letter = text.charCodeAt(at)
        state = state === 0 ? (roots[letter] as number) : next(state, letter)
        if (state !== 0 && longest[state] !== 0) return { end: at + 1, state }
      }
      return { end: -1, state }
    },
  }
}

/** By their units, none twice; a bucket for each first unit, so that no single step sorts them all. */
function* sortWords(words: Iterable<string>): Generator<void, string[]> {
  const buckets = new Map<number, Set<string>>()
  let seen = 0
  for (const word of words) {
    if (++seen % nodesPerStep === 0) yield
    if (word === '') continue
    const first = word.charCodeAt(0)
    const bucket = buckets.get(first)
    if (bucket) bucket.add(word)
    else buckets.set(first, new Set([word]))
  }
  const sorted: string[] = []
  let since = 0
  for (const first of [...buckets.keys()].sort((a, b) => a - b)) {
    const bucket = [...(buckets.get(first) ?? [])].sort()
    for (const word of bucket) sorted.push(word)
    since += bucket.length
    if (since < nodesPerStep) continue
    since = 0
    yield
  }
  return sorted
}
