import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseRecord } from '@sluice/contract/read-json'

const folder = join(import.meta.dir, '__fixtures__')

/** A recorded whole answer, unchanged. `name`: `provider/answer`. */
export const recordedBody = (name: string): string => readFileSync(join(folder, `${name}.json`), 'utf8')

/** A recorded file, unchanged. */
export const recordedFile = (name: string): string => readFileSync(join(folder, name), 'utf8')

/** The payloads of a recorded stream, one for each event. */
export const recordedFrames = (name: string): string[] =>
  readFileSync(join(folder, `${name}.chunks.txt`), 'utf8')
    .split('\n')
    .filter(Boolean)

/** The streams of a recording. Those of a conversation are in one file, one after the other. */
export function recordedStreams(name: string): string[][] {
  const streams: string[][] = [[]]
  for (const frame of recordedFrames(name)) {
    streams.at(-1)?.push(frame)
    const { type } = parseRecord(frame) ?? {}
    if (type === 'message_stop' || type === 'response.completed') streams.push([])
  }
  return streams.filter(({ length }) => length > 0)
}

interface RecordedName {
  file: string
  name: string
  form: 'plain' | 'stream'
}

/** All recordings, one for each stream. */
export const recordedNames = (): RecordedName[] =>
  readdirSync(folder)
    .filter((provider) => provider !== 'import' && provider !== 'README.md')
    .flatMap((provider) => readdirSync(join(folder, provider)).map((file) => `${provider}/${file}`))
    .flatMap((file): RecordedName[] => {
      const name = file.replace(/(\.chunks\.txt|\.json|\.sse)$/, '')
      if (!file.endsWith('.chunks.txt')) return [{ file, name, form: 'plain' }]
      return recordedStreams(name).map((_, index) => ({
        file,
        form: 'stream',
        name: index === 0 ? name : `${name}#${index + 1}`,
      }))
    })
