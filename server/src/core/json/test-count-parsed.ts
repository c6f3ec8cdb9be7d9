import { spyOn } from 'bun:test'

/** The largest number of characters that `JSON.parse` reads between two pauses, and the number of steps. */
export function countParsed(steps: Iterator<unknown>): { most: number; count: number } {
  let parsed = 0
  let most = 0
  let count = 0
  const parse = JSON.parse
  const spy = spyOn(JSON, 'parse').mockImplementation((source, reviver) => {
    parsed += source.length
    most = Math.max(most, parsed)
    return parse(source, reviver)
  })
  try {
    for (; !steps.next().done; count++) parsed = 0
  } finally {
    spy.mockRestore()
  }
  return { most, count }
}
