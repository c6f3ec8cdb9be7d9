import { readFileSync } from 'node:fs'

const looksForMs = 2_000
/** A tenth of one processor: an idle system with its services. */
const busyMax = 0.1

/** Processors that are busy while nothing is measured, of all; null where the system does not say. */
async function readBusyProcessors(): Promise<number | null> {
  const before = readTicks()
  if (!before) return null
  await Bun.sleep(looksForMs)
  const after = readTicks()
  if (!after) return null
  const share = (after.busy - before.busy) / (after.all - before.all)
  return share * navigator.hardwareConcurrency
}

function readTicks(): { busy: number; all: number } | null {
  try {
    const [first = ''] = readFileSync('/proc/stat', 'utf8').split('\n', 1)
    const ticks = first.split(/\s+/).slice(1).map(Number)
    const all = ticks.reduce((sum, own) => sum + own, 0)
    const { 3: idle = 0, 4: waiting = 0 } = ticks
    return { busy: all - idle - waiting, all }
  } catch {
    return null
  }
}

/** Says whether other work runs on this machine, which makes every figure larger, and ratios less certain. */
export async function describeMachine(): Promise<string> {
  const busy = await readBusyProcessors()
  const machine = `${navigator.hardwareConcurrency} processors, Bun ${Bun.version}`
  if (busy === null) return `Machine: ${machine}; whether it is quiet is not known`
  const load = `${busy.toFixed(2)} of them busy before the first figure`
  const note = busy > busyMax ? ' (NOT QUIET: repeat it without other work)' : ''
  return `Machine: ${machine}; ${load}${note}`
}
