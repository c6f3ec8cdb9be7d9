import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A separate file system. */
export interface SmallDisk {
  folder: string
  /** Takes the space that is left, down to the last bytes. */
  fill(): void
  free(): void
  remove(): void
}

/**
 * Mounts one as root, or with `sudo` if that needs no password. Returns the reason if that is not possible, as in some
 * containers. (In a separate user namespace the test and the server would both have to run inside: SQLite resolves
 * paths through `/proc`.)
 */
export function mountSmallDisk(megabytes: number): SmallDisk | string {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-small-disk-'))
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  const options = `size=${megabytes}m,uid=${process.getuid?.() ?? 0},mode=0700`
  const reason = run([...asRoot, 'mount', '-t', 'tmpfs', '-o', options, 'tmpfs', folder])
  const ballast = join(folder, 'ballast')
  if (reason !== null) {
    rmSync(folder, { recursive: true })
    return reason
  }
  return {
    folder,
    fill() {
      const file = openSync(ballast, 'w')
      for (let size = 1_048_576; size >= 1; )
        try {
          writeSync(file, Buffer.alloc(size))
        } catch {
          size = Math.floor(size / 2)
        }
      closeSync(file)
    },
    free: () => rmSync(ballast),
    remove() {
      // A file of a server that has just died may be open for another moment: the disk is gone once it is closed.
      const failure = run([...asRoot, 'umount', '--lazy', folder])
      if (failure !== null) throw new Error(failure)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Runs the command. Returns why it failed; null = it did not. */
function run(command: string[]): string | null {
  try {
    const { exitCode, stderr } = Bun.spawnSync(command)
    return exitCode === 0 ? null : stderr.toString().trim()
  } catch (error) {
    return String(error)
  }
}
