import { spawn } from 'node:child_process'
import { constants } from 'node:os'

/**
 * Without the first variable Bun runs 256 fetches at once, and the server would restart itself with all of them. The
 * others are those of `server/src/platform/kept-memory.ts`.
 */
const runtime = {
  BUN_CONFIG_MAX_HTTP_REQUESTS: '65535',
  MIMALLOC_PURGE_DELAY: '5000',
  MIMALLOC_PURGE_HOLES_MIN_INTERVAL: '5000',
}

const startedByNpm = process.env.npm_lifecycle_event !== undefined

/**
 * Runs a command on this terminal, passes signals to it, and exits with its exit code. A terminal sends Ctrl-C to the
 * command itself, so SIGINT is passed on only without a terminal.
 */
export function runAndExit(command, args, options = {}) {
  const child = spawn(command, args, { stdio: 'inherit', env: { ...runtime, ...process.env }, ...options })
  process.on('SIGINT', () => {
    if (!process.stdin.isTTY) child.kill('SIGINT')
  })
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  const watch = startedByNpm ? watchParent(() => child.kill('SIGTERM')) : undefined
  // A closing terminal or shell sends SIGHUP to the command too, and the command decides: after `nohup` both keep
  // running.
  process.on('SIGHUP', () => clearInterval(watch))
  child.on('error', (error) => {
    console.error(error.message)
    process.exit(1)
  })
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)))
}

/**
 * npm starts a command through a shell, which a signal ends without reaching the command. So the loss of that parent
 * counts as the signal. Other parents may exit while the command keeps running, such as a shell that started it in the
 * background.
 */
function watchParent(onLost) {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    onLost()
  }, 250)
  return watch
}
