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

/** A field whose values the neutral form knows, and whether `value` is one of them. */
export interface KnownField {
  name: string
  value: unknown
  isKnown: boolean
}

/** Whether `value` is a list of texts. */
export const isTextList = (value: unknown): boolean =>
  Array.isArray(value) && value.every((one) => typeof one === 'string')

/** Names of the fields that hold a value which is not known, such as one newer than the gateway. It is left out. */
export const unknownValues = (fields: readonly KnownField[]): string[] =>
  fields.flatMap(({ name, value, isKnown }) =>
    isKnown || value === undefined || value === null || value === '' ? [] : [name],
  )

/** Names of the parts of a request or an answer that its reader cannot hold: for parts newer than the reader. */
export interface UnreadParts {
  /** A part of the kind `kind` at `place`: `messages.tool_result`. An odd kind is not repeated. */
  note(place: string, kind: unknown): void
  /** Undefined when there are none. */
  names(): string[] | undefined
}

/** The same for the parts of an answer. */
export interface UnreadAnswerParts {
  note(kind: unknown): void
  /** A field to spread into the answer. */
  field(): { unread?: string[] }
}

export function createUnreadAnswerParts(): UnreadAnswerParts {
  const parts = createUnreadParts()
  return {
    note: (kind) => parts.note('answer', kind),
    field: () => {
      const unread = parts.names()
      return unread ? { unread } : {}
    },
  }
}

export function createUnreadParts(): UnreadParts {
  const names = new Set<string>()
  return {
    note(place, kind) {
      const isNameable = typeof kind === 'string' && nameShape.test(kind)
      if (names.size < namesMax) names.add(isNameable ? `${place}.${kind}` : place)
    },
    names: () => (names.size > 0 ? [...names] : undefined),
  }
}
