/** The tokenizer's time grows with the square of an unbroken run: 20 000 such characters take seconds. */
const pieceMax = 2000
const breakLookback = 200

/** `text` in pieces, cut before a nearby space if possible, so that few tokens are split. */
export function splitText(text: string): string[] {
  const pieces: string[] = []
  let from = 0
  while (text.length - from > pieceMax) {
    const end = cutAt(text, from + pieceMax)
    pieces.push(text.slice(from, end))
    from = end
  }
  pieces.push(text.slice(from))
  return pieces
}

function cutAt(text: string, limit: number): number {
  const gap = text.lastIndexOf(' ', limit)
  if (gap > limit - breakLookback) return gap
  const isSecondHalf = (text.charCodeAt(limit) & 0xfc00) === 0xdc00
  return isSecondHalf ? limit - 1 : limit
}
