/** A box without its header. */
export interface Mp4Box {
  kind: string
  content: Buffer
}

const boxesMax = 20_000

/** The boxes in `bytes`, in order; null when there are more than any sound needs, or one is unreadable. */
export function boxesOf(bytes: Buffer): Mp4Box[] | null {
  const boxes: Mp4Box[] = []
  let at = 0
  while (at + 8 <= bytes.length) {
    const short = bytes.readUInt32BE(at)
    const isLong = short === 1 && at + 16 <= bytes.length
    const head = isLong ? 16 : 8
    const size = isLong ? Number(bytes.readBigUInt64BE(at + 8)) : short
    // 0 = up to the end.
    const end = size === 0 ? bytes.length : Math.min(at + size, bytes.length)
    if (end < at + head || boxes.length === boxesMax) return null
    boxes.push({ kind: bytes.toString('latin1', at + 4, at + 8), content: bytes.subarray(at + head, end) })
    at = end
  }
  return boxes
}

export const boxesIn = (boxes: readonly Mp4Box[], kind: string): Buffer[] =>
  boxes.filter((box) => box.kind === kind).map(({ content }) => content)

/** The first box at the end of `path`; null when there is none. */
export function boxAt(bytes: Buffer, path: readonly string[]): Buffer | null {
  let found: Buffer | undefined = bytes
  for (const kind of path) {
    found = boxesIn(boxesOf(found) ?? [], kind)[0]
    if (!found) return null
  }
  return found
}
