import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Config } from './config.ts'
import { describeError, type Log } from './log.ts'
import type { WorkerSlot } from './worker-slot.ts'

/**
 * The path of the spill file of this process. Several nodes may share a folder but not a port; workers share both. The
 * first worker, or the only process, also takes over the files of former workers of this port.
 */
export function claimSpillFile(
  folder: string,
  port: number,
  slot: Pick<WorkerSlot, 'number' | 'count'> | null,
): string {
  const own = join(folder, nameOf(port, slot?.number ?? null))
  if (slot === null || slot.number === 1) {
    const count = slot?.count ?? 0
    const used = new Set([
      slot === null ? nameOf(port, null) : '',
      ...Array.from({ length: count }, (_, index) => nameOf(port, index + 1)),
    ])
    const left = readdirSync(folder).filter((name) => isOf(name, port) && !used.has(name))
    for (const name of left) takeOver(join(folder, name), own)
  }
  return own
}

const nameOf = (port: number, worker: number | null): string =>
  worker === null ? `ledger-${port}.spill` : `ledger-${port}-${worker}.spill`

const isOf = (name: string, port: number): boolean => new RegExp(`^ledger-${port}(-\\d+)?\\.spill$`).test(name)

/** Operations are applied by their reference, so a crash between the two steps applies nothing twice. */
function takeOver(from: string, own: string): void {
  const lines = Buffer.concat([...(existsSync(own) ? [linesOf(own)] : []), linesOf(from)])
  if (linesOf(from).length > 0) {
    const beside = `${own}.new`
    const file = openSync(beside, 'w', 0o600)
    for (let done = 0; done < lines.length; ) done += writeSync(file, lines, done)
    fsyncSync(file)
    closeSync(file)
    renameSync(beside, own)
  }
  rmSync(from)
}

/** The whole lines of a spill file: NUL bytes follow them, and a line that was cut is left out. */
function linesOf(path: string): Buffer {
  const bytes = readFileSync(path)
  const end = bytes.indexOf(0)
  const text = end < 0 ? bytes : bytes.subarray(0, end)
  return text.subarray(0, text.lastIndexOf(10) + 1)
}

/**
 * The file in which endings of calls wait while a database server is unreachable; the embedded database needs none.
 * Null, with a warning, if the folder cannot be written: endings then wait in memory.
 */
export function findSpillPlace(config: Config, { slot, log }: { slot: WorkerSlot | null; log: Log }): string | null {
  try {
    mkdirSync(config.DATA_DIR, { recursive: true, mode: 0o700 })
    accessSync(config.DATA_DIR, constants.W_OK)
    return claimSpillFile(config.DATA_DIR, config.PORT, slot)
  } catch (error) {
    log.warn({ error: describeError(error) }, 'DATA_DIR cannot be written: the ledger has no spill file')
    return null
  }
}
