import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'
import { endDescendants } from './processes.ts'

/** Once its processes have ended, interrupted work fails, and removes what it has made. */
const unwindsWithinMs = 10_000

/**
 * Runs `work`, then ends the processes that it has left and removes their files. SIGINT and SIGTERM end the processes
 * at once; the bench then exits with the code of the signal.
 */
export async function withCleanEnd(work: () => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-bench-'))
  // Servers of databases run as accounts of their own.
  chmodSync(folder, 0o711)
  // All temporary files of the bench and its children lie in it.
  process.env.TMPDIR = folder
  const clean = async () => {
    await endDescendants()
    rmSync(folder, { recursive: true, force: true })
  }
  let isInterrupted = false
  const interrupt = async (signal: NodeJS.Signals) => {
    if (isInterrupted) return
    isInterrupted = true
    await endDescendants()
    await Promise.race([running, Bun.sleep(unwindsWithinMs)])
    await clean().finally(() => process.exit(128 + constants.signals[signal]))
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void interrupt(signal))
  // An interrupted load fails because its processes have ended, which is not reported.
  const running = work().catch((error) => {
    if (!isInterrupted) throw error
  })
  await running.finally(async () => {
    if (isInterrupted) await new Promise(() => {})
    await clean()
  })
}
