/** A part of a text: whole lines, without the last line break. */
export interface TextWindow {
  text: string
  /** Offsets into `text`. */
  start: number
  end: number
}

/**
 * A browser's field measures all of its lines at each key press: 50,000 lines cost 180 ms and more, 500 less than one.
 * A text with more lines than `longLines` is edited window by window.
 */
export const longLines = 5_000
export const windowLines = 500

/** The number of lines of `text` up to the offset `end`; at least one. */
export function countLines(text: string, end = text.length): number {
  let lines = 1
  for (let at = text.indexOf('\n'); at !== -1 && at < end; at = text.indexOf('\n', at + 1)) lines++
  return lines
}

/** The window that starts with a line, counted from 0; the last one if the text has fewer. */
export function windowAt(text: string, line: number): TextWindow {
  let start = 0
  for (let passed = 0; passed < line; passed++) {
    const at = text.indexOf('\n', start)
    if (at === -1) break
    start = at + 1
  }
  let end = start - 1
  for (let taken = 0; taken < windowLines; taken++) {
    end = text.indexOf('\n', end + 1)
    if (end === -1) return { text, start, end: text.length }
  }
  return { text, start, end }
}

/** The same window over the text in which its part has become `part`. */
export const withPart = ({ text, start, end }: TextWindow, part: string): TextWindow => ({
  text: text.slice(0, start) + part + text.slice(end),
  start,
  end: start + part.length,
})

/** The next position of `query` from the offset `from`, case-insensitive, wrapping at the end; -1 = none. */
export function findFrom(text: string, query: string, from: number): number {
  const pattern = new RegExp(query.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&'), 'gi')
  pattern.lastIndex = from
  const found = pattern.exec(text)
  if (found) return found.index
  pattern.lastIndex = 0
  return pattern.exec(text)?.index ?? -1
}
