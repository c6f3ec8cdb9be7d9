import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dir, '__fixtures__')

/** A recorded whole answer, unchanged. `name`: `provider/answer`. */
export const recordedBody = (name: string): string => readFileSync(join(folder, `${name}.json`), 'utf8')

/** The payloads of a recorded stream, one for each event. */
export const recordedFrames = (name: string): string[] =>
  readFileSync(join(folder, `${name}.chunks.txt`), 'utf8')
    .split('\n')
    .filter(Boolean)
