// npm run bench [name] [-- --base <revision>] [--instances 3] [--database postgres|mysql]: the measured paths, as
// ratios to nginx in the same run, with their budgets. No figure makes it fail: machines differ, and the reader
// decides.
// `fleet-model` predicts what a fleet needs for given traffic, and `--check 1,2,3` compares that with as many processes
// on one database; `fleet-slopes` measures the constants of the prediction. Both run only when they are named.
// `--peer <command>` adds another gateway: `sh` runs the command with PORT, PLAIN_UPSTREAM and STREAM_UPSTREAM, and it
// must serve `/v1/chat/completions` at that port, the model gpt-4o-mini from the first and gpt-4o from the second;
// `--peer-key` is the key that it wants.
// `pages --rows 1000000` measures the console's lists over as many rows in each table; only when it is named. With
// --keep <folder> its SQLite files are kept and used again.
// `logs`, with --rows 1000000,10000000, runs only when it is named: it takes minutes and some 10 GB of disk. With
// --keep <folder> its SQLite files are kept and used again.
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { withCheckout } from './base-checkout.ts'
import { bundleBudgets, measureRoutes } from './bundles.ts'
import { withCleanEnd } from './clean-end.ts'
import { alternate, type CpuFigure, describeCpu, median, rounds, warmUp, warmUpSeconds } from './comparison.ts'
import { type DatabaseServer, startDatabase } from './databases.ts'
import { benchFleetModel, benchFleetSlopes, fleetOptions } from './fleet-bench.ts'
import { measureSizes, promptSizes } from './large.ts'
import { loadPlain, loadStreams, type StreamLoad } from './loads.ts'
import { benchLogs } from './logs.ts'
import { benchPages } from './pages.ts'
import { benchPaint } from './paint.ts'
import { countSockets, readCpuSeconds, readMemoryMb, startCpuMeter } from './processes.ts'
import { describeMachine } from './quiet-machine.ts'
import { plainModel, type Subject, type Subjects, startSubjects, translatedLoad, translatedModel } from './subjects.ts'
import { benchWords } from './words.ts'

const restsWithinMs = 15_000
const root = join(import.meta.dir, '../..')

const benches: Record<string, (subjects: Subjects) => Promise<void>> = {
  plain,
  large,
  stream,
  translate,
  delay,
  memory,
}

const { values, positionals } = parseArgs({
  options: {
    base: { type: 'string' },
    database: { type: 'string' },
    instances: { type: 'string' },
    rows: { type: 'string' },
    keep: { type: 'string' },
    peer: { type: 'string' },
    'peer-key': { type: 'string', default: 'sk-none' },
    ...fleetOptions,
  },
  allowPositionals: true,
})
const wanted = positionals.length > 0 ? positionals : [...Object.keys(benches), 'bundles', 'words']
const others = ['bundles', 'words', 'paint', 'logs', 'pages', 'fleet-model', 'fleet-slopes']
const unknown = wanted.filter((name) => !(name in benches) && !others.includes(name))
if (unknown.length > 0) throw new Error(`no such bench: ${unknown.join(', ')}`)

await withCleanEnd(async () => {
  const database = values.database === undefined ? null : await startDatabase(values.database)
  console.log(await describeMachine())
  await withCheckout(values.base ?? null, (baseFolder) => run(baseFolder, database)).finally(() => database?.stop())
})

async function run(baseFolder: string | null, database: DatabaseServer | null): Promise<void> {
  const served = wanted.filter((name) => name in benches)
  if (served.length > 0) {
    const subjects = await startSubjects({
      baseFolder,
      engine: database?.engine ?? null,
      instances: Number(values.instances ?? 1),
      peer: values.peer === undefined ? null : { command: values.peer, key: values['peer-key'] },
    })
    try {
      if (database) await plainOnDatabase(subjects, database)
      else for (const name of served) await benches[name]?.(subjects)
    } finally {
      await subjects.stop()
    }
  }
  if (wanted.includes('bundles')) bundles()
  if (wanted.includes('words')) await benchWords()
  if (wanted.includes('paint')) await benchPaint()
  if (wanted.includes('logs')) {
    const sizes = (values.rows ?? '1000000').split(',').map(Number)
    await benchLogs(sizes, database, values.keep ?? null)
  }
  if (wanted.includes('pages')) await benchPages(Number(values.rows ?? 1_000_000), database, values.keep ?? null)
  if (wanted.includes('fleet-model')) await benchFleetModel(values, database)
  if (wanted.includes('fleet-slopes')) await benchFleetSlopes(database)
}

/** CPU per plain call, everything on. */
async function plain(subjects: Subjects): Promise<void> {
  const { sluice } = subjects
  const list = withBareProxy(subjects)
  await warmUp(list, (subject) => loadPlain(subject, warmUpSeconds))
  const results = await alternate(list, (subject) => loadPlain(subject, 5))
  const figures = [...results].map(([subject, own]) => {
    const figuresOf = own.map(({ cpuMicrosPerCall, compilerMicros }) => ({ micros: cpuMicrosPerCall, compilerMicros }))
    return [subject, figuresOf] as const
  })
  report(new Map(figures), { title: 'CPU per plain call', budget: '≤ 8.0 ×' })
  for (const subject of list) {
    const best = Math.max(...(results.get(subject) ?? []).map((result) => result.callsPerSecond))
    console.log(`  ${subject.name}: up to ${best.toFixed(0)} calls/s`)
  }
  const byThread = (results.get(sluice) ?? []).map(({ microsByThread }) => microsByThread)
  for (const name of new Set(byThread.flatMap((micros) => [...micros.keys()]))) {
    const micros = median(byThread.map((threads) => threads.get(name) ?? 0))
    if (micros >= 1) console.log(`  sluice, ${name}: ${micros.toFixed(1)} µs`)
  }
}

/** CPU per call by the size of its prompt, beside the bare proxy. */
async function large(subjects: Subjects): Promise<void> {
  const list = withBareProxy(subjects).filter((subject) => subject !== subjects.nginx)
  await warmUp(list, (subject) => measureSizes(subject, plainModel, 2))
  const results = await alternate(list, (subject) => measureSizes(subject, plainModel, 3))
  const names = [...new Set(list.map(({ name }) => name))]
  console.log(`\nCPU per call by the size of its prompt, median of ${rounds} rounds  (budget: ≤ 4 × bare at 256 kB)`)
  for (const size of promptSizes) {
    const microsOf = (name: string) => {
      const own = list.filter((subject) => subject.name === name)
      return median(own.flatMap((subject) => (results.get(subject) ?? []).map((micros) => micros.get(size) ?? 0)))
    }
    const bare = microsOf('bare proxy')
    const figures = names.map((name) => {
      const micros = microsOf(name)
      return `${name} ${micros.toFixed(0)} µs${name === 'bare proxy' ? '' : ` (${(micros / bare).toFixed(1)} ×)`}`
    })
    console.log(`  ${String(size).padStart(5)} kB  ${figures.join(', ')}`)
  }
}

/** CPU per plain call of gateway and database server, beside the embedded database, and the delay that each adds. */
async function plainOnDatabase({ list, nginx, sluice }: Subjects, { pid }: DatabaseServer): Promise<void> {
  await warmUp(list, (subject) => loadPlain(subject, warmUpSeconds))
  for (const connections of [16, 96]) {
    const results = await alternate(list, async (subject) => {
      const before = readCpuSeconds(pid)
      const result = await loadPlain(subject, 5, connections)
      const calls = result.callsPerSecond * 5
      return { ...result, databaseMicros: ((readCpuSeconds(pid) - before) / calls) * 1e6 }
    })
    const medianOf = (subject: Subject, figure: 'cpuMicrosPerCall' | 'databaseMicros' | 'p50' | 'callsPerSecond') =>
      median((results.get(subject) ?? []).map((result) => result[figure]))
    console.log(`\nPlain call, ${connections} connections, median of ${rounds} rounds`)
    for (const subject of list.filter((subject) => subject !== nginx)) {
      const gateway = medianOf(subject, 'cpuMicrosPerCall')
      const ratio = (gateway / medianOf(sluice, 'cpuMicrosPerCall')).toFixed(2)
      const added = medianOf(subject, 'p50') - medianOf(nginx, 'p50')
      console.log(
        `  ${subject.name.padEnd(20)} gateway ${gateway.toFixed(0)} µs (${ratio} × embedded; budget ≤ 1.3 ×), database ${medianOf(subject, 'databaseMicros').toFixed(0)} µs (≤ 150), p50 ${added.toFixed(1)} ms added (≤ 5 at 16), ${medianOf(subject, 'callsPerSecond').toFixed(0)} calls/s`,
      )
    }
  }
}

/** CPU per streamed chunk: long streams, so that the call itself hardly counts. */
async function stream(subjects: Subjects): Promise<void> {
  const list = withBareProxy(subjects)
  const load = { streams: 40, frames: 1_000, gapMs: 5 }
  const longer = { ...load, frames: (warmUpSeconds * 1_000) / load.gapMs }
  await warmUp(list, (subject) => loadStreams(subject.streamUrl, subject.key, longer))
  const results = await alternate(list, (subject) => measureChunk(subject, load))
  report(results, { title: 'CPU per streamed chunk', budget: '≤ 2.0 ×' })
}

async function measureChunk({ pid, streamUrl, key }: Subject, load: StreamLoad): Promise<CpuFigure> {
  const readCpu = startCpuMeter(pid)
  const { frames } = await loadStreams(streamUrl, key, load)
  const { seconds, compilerSeconds } = readCpu()
  return { micros: (seconds / frames) * 1e6, compilerMicros: (compilerSeconds / frames) * 1e6 }
}

/** Inserts the bare proxy after nginx: it shows the cost of the runtime, and so what the gateway adds. */
function withBareProxy({ list, nginx, bare }: Subjects): Subject[] {
  return [nginx, bare, ...list.filter((subject) => subject !== nginx)]
}

/** CPU per chunk of a stream from Anthropic's format into OpenAI's, beside streams that are not translated. */
async function translate({ list }: Subjects): Promise<void> {
  const translated = list
    .filter(({ name }) => name !== 'nginx')
    .map((subject) => ({ ...subject, name: `${subject.name}, translated`, model: translatedModel }))
  const runs: (Subject & { model?: string })[] = [...list, ...translated]
  const loadOf = ({ model }: { model?: string }) => ({ ...translatedLoad, ...(model ? { model } : {}) })
  await warmUp(runs, (run) => loadStreams(run.streamUrl, run.key, loadOf(run)))
  const results = await alternate(runs, (run) => measureChunk(run, loadOf(run)))
  report(results, { title: 'CPU per chunk, OpenAI client and Anthropic upstream', budget: '≤ 2.0 ×' })
  const medianOf = (name: string) =>
    median([...results].flatMap(([run, figures]) => (run.name === name ? figures.map(({ micros }) => micros) : [])))
  console.log(`  translated is ${(medianOf('sluice, translated') / medianOf('sluice')).toFixed(2)} × passed on`)
}

/** How much later a frame arrives through a proxy than without one. */
async function delay({ list, directUrl }: Subjects): Promise<void> {
  const load = { streams: 20, frames: 400, gapMs: 10, isStamped: true }
  const direct = await loadStreams(directUrl, 'none', load)
  const results = await alternate(list, ({ streamUrl, key }) => loadStreams(streamUrl, key, load))
  console.log(`\nAdded delay of a frame (direct: p50 ${direct.p50.toFixed(2)} ms, p99 ${direct.p99.toFixed(2)} ms)`)
  for (const subject of list) {
    const own = results.get(subject) ?? []
    const [p50, p99] = [median(own.map((result) => result.p50)), median(own.map((result) => result.p99))]
    const added = `p50 ${(p50 - direct.p50).toFixed(2)} ms, p99 ${(p99 - direct.p99).toFixed(2)} ms`
    console.log(`  ${subject.name.padEnd(8)} ${added}${subject.name === 'sluice' ? '  (budget: p99 ≤ 2 ms)' : ''}`)
  }
}

/** Memory at rest and with many open streams, sampled until they end, with the connections at the upstream. */
async function memory(subjects: Subjects): Promise<void> {
  console.log('\nMemory')
  // A server without calls is at rest some seconds after its start.
  await Bun.sleep(restsWithinMs)
  console.log(`  idle: ${readMemoryMb(subjects.sluice.pid).toFixed(0)} MB  (budget: ≤ 120 MB, as an executable)`)
  // Kept connections of the streams before count among those of the next.
  const others = countSockets(subjects.directPid)
  await measureStreamMemory(subjects, { streams: 1_000, others, budget: '≤ 400 MB, flat' })
  await measureStreamMemory(subjects, { streams: 2_000, others, budget: 'none' })
}

async function measureStreamMemory(
  { sluice, directPid }: Subjects,
  { streams, others, budget }: { streams: number; others: number; budget: string },
): Promise<void> {
  const samples: { mb: number; open: number }[] = []
  const sample = () => samples.push({ mb: readMemoryMb(sluice.pid), open: countSockets(directPid) - others })
  const timer = setInterval(sample, 500)
  const load = { streams, frames: 150, gapMs: 200 }
  await loadStreams(sluice.streamUrl, sluice.key, load).finally(() => clearInterval(timer))
  const half = Math.floor(samples.length / 2)
  const maximum = (part: typeof samples, figure: 'mb' | 'open') =>
    Math.max(...part.map((sample) => sample[figure])).toFixed(0)
  console.log(`  ${streams} streams, ${maximum(samples, 'open')} open at the upstream at once`)
  console.log(`    first half  ${maximum(samples.slice(0, half), 'mb')} MB at most`)
  console.log(`    second half ${maximum(samples.slice(half), 'mb')} MB at most  (budget: ${budget})`)
}

function bundles(): void {
  const sizes = measureRoutes(join(root, 'console/dist'))
  console.log('\nConsole, gzipped JavaScript of a first visit')
  if (!sizes) console.log('  not built; `node scripts/build-console.mjs` builds it')
  for (const { route, gzippedKb } of sizes ?? [])
    console.log(`  ${(route || 'shell').padEnd(28)} ${gzippedKb.toFixed(0)} kB${budgetNote(route, gzippedKb)}`)
}

function budgetNote(route: string, gzippedKb: number): string {
  const budget = bundleBudgets[route]
  if (budget === undefined) return ''
  return `  (budget: ${budget} kB${gzippedKb > budget ? ', EXCEEDED' : ''})`
}

function report(...comparison: Parameters<typeof describeCpu>): void {
  console.log(`\n${describeCpu(...comparison).join('\n')}`)
}
