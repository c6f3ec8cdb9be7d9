/** Bytes that are copied at once: 1 ms where the memory is new. */
const copiedMax = 1_048_576

/** All pieces as one; yields between steps. */
export function* joinInSteps(pieces: readonly Uint8Array[]): Generator<void, Uint8Array, void> {
  if (pieces.length === 1 && pieces[0]) return pieces[0]
  let length = 0
  for (const piece of pieces) length += piece.length
  const joined = Buffer.allocUnsafe(length)
  let end = 0
  let stepEnd = copiedMax
  for (const piece of pieces)
    for (let from = 0; from < piece.length; from += copiedMax) {
      const part = piece.subarray(from, from + copiedMax)
      joined.set(part, end)
      end += part.length
      if (end < stepEnd) continue
      yield
      stepEnd = end + copiedMax
    }
  return joined
}
