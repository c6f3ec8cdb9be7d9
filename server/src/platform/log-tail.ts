/** The last lines of a log, in memory. */
export interface LogTail {
  add(line: string): void
  /** The oldest first. */
  lines(): readonly string[]
}

const linesMax = 200
/** Longer lines are left out: a cut one is no JSON. */
const lineCharactersMax = 8_192

export function createLogTail(): LogTail {
  const kept: string[] = []
  let next = 0
  return {
    add(line) {
      if (line.length > lineCharactersMax) return
      kept[next] = line
      next = (next + 1) % linesMax
    },
    lines: () => [...kept.slice(next), ...kept.slice(0, next)],
  }
}
