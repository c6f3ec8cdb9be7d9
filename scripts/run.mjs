import { spawn } from 'node:child_process'
import { constants } from 'node:os'

/** Bun runs 256 fetches at once unless this is set before it starts. The server would start itself again with it. */
const fetchLimit = { BUN_CONFIG_MAX_HTTP_REQUESTS: '65535' }

const startedByNpm = process.env.npm_lifecycle_event !== undefined

/**
 * Runs a command on this terminal, passes signals on and ends this process as the command ended.
 * A terminal sends Ctrl-C to the command itself, so that signal is passed on only without one.
 */
export function runAndExit(command, args, options = {}) {
  const child = spawn(command, args, { stdio: 'inherit', env: { ...fetchLimit, ...process.env }, ...options })
  process.on('SIGINT', () => {
    if (!process.stdin.isTTY) child.kill('SIGINT')
  })
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  const watch = startedByNpm ? watchParent(() => child.kill('SIGTERM')) : undefined
  // A terminal or shell that goes sends it to the command too, which decides: after `nohup` both stay.
  process.on('SIGHUP', () => clearInterval(watch))
  child.on('error', (error) => {
    console.error(error.message)
    process.exit(1)
  })
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)))
}

/**
 * The shell that npm puts between dies of a signal without passing it on: losing it is the signal. Other parents may go
 * and leave the command running, as a shell does that started it in the background.
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
