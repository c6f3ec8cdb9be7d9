import { ownProgram } from '../../platform/replace-process.ts'
import type { FromWorker } from '../../platform/worker-slot.ts'
import type { WorkerHost } from './supervise-workers.ts'

/** Starts workers as processes of this program; they share its output, and stop when this process ends. */
export const createWorkerSpawner =
  (environment: Record<string, string | undefined>, count: number): WorkerHost['spawn'] =>
  (number, { isAlone, receive }) => {
    const words = ['serve', `--worker=${number}/${count}`]
    if (isAlone) words.push('--alone')
    const child = Bun.spawn([...ownProgram(), ...words], {
      env: environment,
      stdio: ['ignore', 'inherit', 'inherit'],
      ipc: (message: FromWorker) => receive(message),
    })
    return {
      exited: child.exited,
      kill: (signal) => child.kill(signal),
      send(message) {
        // A process that has ended cannot receive messages.
        if (child.exitCode === null && child.signalCode === null) child.send(message)
      },
    }
  }
