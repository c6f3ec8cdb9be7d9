import { frameData } from './frame-data.ts'

const decoder = new TextDecoder()

/** The data of a frame after the name of its event, on a separate line; null for a frame without data. */
export function namedData(frame: Uint8Array): string | null {
  const data = frameData(frame)
  if (data === null || data === '') return null
  const name = /(?:^|[\r\n])event:[ ]?([^\r\n]*)/.exec(decoder.decode(frame))?.[1] ?? ''
  return `${name}\n${data}`
}
