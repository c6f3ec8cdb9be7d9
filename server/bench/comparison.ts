import { startCpuMeter } from './processes.ts'
import type { Subject } from './subjects.ts'

/** Even: each subject is measured as often early in a round as late. */
export const rounds = 4
/** One step of a warm-up, and the longest one. */
export const warmUpSeconds = 10
const warmUpSecondsMax = 90
/** Of the CPU time of a process whose compilers rest. */
const compilersRestBelow = 0.02

/** CPU time of one call or chunk in microseconds. */
export interface CpuFigure {
  micros: number
  /** Of them, those of the runtime's compilers, which rest only in a long run. */
  compilerMicros: number
}

/**
 * Runs the load of all subjects in turn, in short steps, until the runtime's compilers rest: until then they take more
 * CPU than what is measured. A server in use reaches that state within minutes. The gateways get the same number of
 * steps, so that none is better compiled than another.
 */
export async function warmUp<S extends Subject>(
  list: readonly S[],
  load: (subject: S) => Promise<unknown>,
): Promise<void> {
  let warming = list
  for (let seconds = 0; seconds < warmUpSecondsMax && warming.length > 0; seconds += warmUpSeconds) {
    const resting = new Set<S>()
    for (const subject of warming) {
      const readCpu = startCpuMeter(subject.pid)
      await load(subject)
      // Of a peer whose command starts another program, the threads are not known.
      const { seconds, compilerSeconds } = readCpu()
      if (compilerSeconds <= compilersRestBelow * seconds) resting.add(subject)
    }
    const isAtRest = warming.every((subject) => !subject.isGateway || resting.has(subject))
    warming = warming.filter((subject) => (subject.isGateway ? !isAtRest : !resting.has(subject)))
  }
}

/** Measures each subject once a round, so that other work of the machine affects all; every other round backwards. */
export async function alternate<S extends Subject, T>(
  list: readonly S[],
  measure: (subject: S) => Promise<T>,
): Promise<Map<S, T[]>> {
  const results = new Map<S, T[]>(list.map((subject) => [subject, []]))
  for (let round = 0; round < rounds; round += 1)
    for (const subject of round % 2 === 0 ? list : list.toReversed()) results.get(subject)?.push(await measure(subject))
  return results
}

/** The lines of a comparison: subjects of one name are processes of one revision, and count as one. */
export function describeCpu(
  results: ReadonlyMap<Pick<Subject, 'name'>, readonly CpuFigure[]>,
  { title, budget }: { title: string; budget: string },
): string[] {
  const byName = Map.groupBy(results, ([{ name }]) => name)
  const revisions = [...byName].map(([name, processes]) =>
    summarize(
      name,
      processes.map(([, figures]) => figures),
    ),
  )
  const width = Math.max(...revisions.map(({ name }) => name.length))
  const [reference] = revisions
  const lines = revisions.map((revision) => {
    const { name, micros, lowest, highest, withoutCompilers } = revision
    const parts = [`${micros.toFixed(1)} µs (${lowest.toFixed(1)}–${highest.toFixed(1)})`]
    if (reference && revision !== reference) parts.push(`${(micros / reference.micros).toFixed(2)} × ${reference.name}`)
    if (micros - withoutCompilers >= 0.05) parts.push(`${withoutCompilers.toFixed(1)} without compilers`)
    return `  ${name.padEnd(width)} ${parts.join(', ')}${name === 'sluice' ? `  (budget: ${budget})` : ''}`
  })
  const heading = `${title}, median of ${rounds} rounds (lowest and highest process, or round of a single one)`
  return [heading, ...lines, ...compare(revisions)]
}

interface Revision {
  name: string
  micros: number
  /** Of the medians of its processes; of one process alone, of its rounds. */
  lowest: number
  highest: number
  withoutCompilers: number
}

function summarize(name: string, processes: (readonly CpuFigure[])[]): Revision {
  const all = processes.flat()
  const microsOf = (figures: readonly CpuFigure[]) => figures.map(({ micros }) => micros)
  const spread = processes.length > 1 ? processes.map((figures) => median(microsOf(figures))) : microsOf(all)
  return {
    name,
    micros: median(microsOf(all)),
    lowest: Math.min(...spread),
    highest: Math.max(...spread),
    withoutCompilers: median(all.map(({ micros, compilerMicros }) => micros - compilerMicros)),
  }
}

/** A ratio means something only where it exceeds the difference of two processes of one revision. */
function compare(revisions: readonly Revision[]): string[] {
  const sluice = revisions.find(({ name }) => name === 'sluice')
  const base = revisions.find(({ name }) => name === 'base')
  if (!sluice || !base) return []
  const apart = Math.max(...[sluice, base].map(({ lowest, highest }) => highest / lowest))
  const ratio = (sluice.micros / base.micros).toFixed(2)
  const without = (sluice.withoutCompilers / base.withoutCompilers).toFixed(2)
  return [
    `  sluice is ${ratio} × base, ${without} × without compilers; figures of one revision are up to ${apart.toFixed(2)} × apart`,
  ]
}

/** The mean of the middle two of an even number. */
export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]]
  return low === undefined || high === undefined ? Number.NaN : (low + high) / 2
}
