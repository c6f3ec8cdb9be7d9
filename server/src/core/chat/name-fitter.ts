/** The rules of one side for names or ids that another side chose. */
export interface NameRules {
  lengthMax: number
  /** One refused character; absent = any is accepted. */
  refused?: RegExp
  /** The accepted first character; absent = any. */
  first?: RegExp
  /** Exactly `lengthMax` letters and digits. */
  isExact?: boolean
}

/** Fits the names of one conversation: what differs before differs after. */
export interface NameFitter {
  /** Whether it is accepted as it is. */
  fits(name: string): boolean
  /** Reserves a name that stays as it is. */
  keep(name: string): void
  /** An accepted name that no other has. `occurrence` tells apart equal names of different things; 0 is the first. */
  fit(name: string, occurrence?: number): string
}

export function createNameFitter(rules: NameRules): NameFitter {
  const { lengthMax, refused, first, isExact = false } = rules
  const taken = new Set<string>()

  const fits = (name: string): boolean => {
    if (name === '' || name.length > lengthMax || (isExact && !/^[A-Za-z0-9]*$/.test(name))) return false
    if (isExact && name.length !== lengthMax) return false
    return (refused === undefined || name.search(refused) < 0) && (first === undefined || first.test(name.charAt(0)))
  }

  const plainOf = (name: string): string => {
    const plain = (refused ? name.replace(refused, '_') : name) || '_'
    return first === undefined || first.test(plain.charAt(0)) ? plain : `x_${plain}`
  }

  return {
    fits,
    keep: (name) => taken.add(name),
    fit(name, occurrence = 0) {
      const plain = plainOf(name)
      const isMarked = occurrence > 0 || isExact || plain.length > lengthMax
      let fitted = plain
      // A shortened name, or one that two would share, gets a hash of the original.
      for (let turn = 0; (turn === 0 && isMarked) || taken.has(fitted); turn++) {
        const seed = `${occurrence > 0 ? `${occurrence} ` : ''}${turn}${name}`
        fitted = isExact ? lettersOf(seed, lengthMax) : marked(plain, `_${hash(seed, 0x811c9dc5)}`, lengthMax)
      }
      taken.add(fitted)
      return fitted
    },
  }
}

const marked = (plain: string, mark: string, lengthMax: number): string =>
  plain.slice(0, Math.max(0, lengthMax - mark.length)) + mark

/** FNV-1a, in eight digits. */
function hash(text: string, seed: number): string {
  let value = seed
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193) >>> 0
  return value.toString(16).padStart(8, '0')
}

/** Letters and digits that derive from `text`. */
const lettersOf = (text: string, length: number): string =>
  `${hash(text, 0x811c9dc5)}${hash(text, 0x9e3779b9)}`.slice(-length).padStart(length, '0')
