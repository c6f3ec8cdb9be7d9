import type { Config } from '../platform/config.ts'
import { addressOnThisMachine } from '../platform/port.ts'

const timeoutMs = 3_000

/**
 * Asks the server on this machine whether it is ready, or with `alive` whether it runs, and prints its answer. Returns
 * the exit code: 0 = yes.
 */
export async function askHealth({ HOST, PORT, BASE_PATH }: Config, { alive }: { alive: boolean }): Promise<number> {
  if (PORT === 0) throw new Error('Set PORT to the port of the server: 0 is any free one.')
  const address = addressOnThisMachine(HOST, PORT) + BASE_PATH + (alive ? '/healthz' : '/readyz')
  try {
    const answer = await fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) })
    const text = (await answer.text()).trim()
    const isWell = answer.status === 200
    const output = isWell ? process.stdout : process.stderr
    output.write(`${answer.status} ${text.slice(0, 1_000)}\n`)
    return isWell ? 0 : 1
  } catch (error) {
    const isLate = error instanceof Error && error.name === 'TimeoutError'
    const reason = isLate ? ` within ${timeoutMs / 1_000} seconds` : ''
    process.stderr.write(
      `${address} does not answer${reason}. Start the server, or give this command its HOST, PORT and BASE_PATH.\n`,
    )
    return 1
  }
}
