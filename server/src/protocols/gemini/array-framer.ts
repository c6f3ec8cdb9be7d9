/** Frames of a stream without `alt=sse`: one JSON array, object by object. */
export interface ArrayFramer {
  /** `json`: the text of one object. */
  push(json: string): string
  /** Closes the array; an empty array if nothing came. After closing, '' for everything. */
  end(): string
}

export function createArrayFramer(): ArrayFramer {
  let hasBegun = false
  let isClosed = false
  return {
    push(json) {
      if (isClosed) return ''
      const before = hasBegun ? ',\n' : '['
      hasBegun = true
      return before + json
    },
    end() {
      if (isClosed) return ''
      isClosed = true
      return hasBegun ? '\n]' : '[]'
    },
  }
}
