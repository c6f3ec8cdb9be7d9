import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { FilePlace } from './file-place.ts'

/** Keys have letters, digits, `_`, `-` and `/` only, so that they stay within the folder. */
function pathOf(folder: string, key: string): string {
  if (!/^[\w-]+(?:\/[\w-]+)*$/.test(key)) throw new RangeError(`${key} is no name of a copy`)
  return join(folder, ...key.split('/'))
}

/** Copies in a folder that all nodes share. */
export const createFolder = (folder: string): FilePlace => ({
  async save(key, chunks) {
    const path = pathOf(folder, key)
    const part = `${path}.${crypto.randomUUID()}.part`
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const file = await open(part, 'wx', 0o600)
    try {
      for await (const chunk of chunks) await file.write(chunk)
      await file.sync()
      await file.close()
      await rename(part, path)
    } catch (cause) {
      await file.close().catch(() => undefined)
      await rm(part, { force: true })
      throw cause
    }
  },
  async open(key, { from, to }) {
    const file = Bun.file(pathOf(folder, key))
    if (!(await file.exists())) throw new Error('the copy is not in the folder')
    return file.slice(from, to + 1)
  },
  async remove(key) {
    await rm(pathOf(folder, key), { force: true })
  },
})
