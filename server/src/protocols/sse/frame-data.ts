const decoder = new TextDecoder()
const byteOrderMark = 0xfeff

/** The data of large frames: several readers ask for it, and each time it takes milliseconds. */
const dataOfLarge = new WeakMap<Uint8Array, string | null>()
const largeMin = 262_144

/** The joined `data` of one frame; null for a frame without any (comments, `retry:`, a single line end). */
export function frameData(frame: Uint8Array): string | null {
  if (frame.length <= largeMin) return readData(frame)
  const known = dataOfLarge.get(frame)
  if (known !== undefined) return known
  const data = readData(frame)
  dataOfLarge.set(frame, data)
  return data
}

function readData(frame: Uint8Array): string | null {
  let text = decoder.decode(frame)
  if (text.charCodeAt(0) === byteOrderMark) text = text.slice(1)
  const fast = singleDataLine(text)
  if (fast !== null) return fast
  let data: string | null = null
  for (const line of text.split(/\r\n|\n|\r/)) {
    if (!line.startsWith('data')) continue
    if (line.length > 4 && line[4] !== ':') continue
    const value = line.slice(line[5] === ' ' ? 6 : 5)
    data = data === null ? value : `${data}\n${value}`
  }
  return data
}

/** `data: …` LF LF: the form of nearly every upstream. */
function singleDataLine(text: string): string | null {
  if (!text.startsWith('data:') || !text.endsWith('\n\n')) return null
  const body = text.slice(text[5] === ' ' ? 6 : 5, -2)
  return body.includes('\n') || body.includes('\r') ? null : body
}
