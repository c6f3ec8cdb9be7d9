/** Frames of a stream without `alt=sse`: one JSON array, an object after the other. */
export interface ArrayFramer {
  /** `json`: the text of one object. */
  push(json: string): string
  /** Closes the array; an array of nothing when nothing came. Once closed, '' for everything. */
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
