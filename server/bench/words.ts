import { readFileSync } from 'node:fs'
import type { Matcher } from '../src/relay/sensitive/matcher.ts'
import { createWordMatchers } from '../src/relay/sensitive/word-matchers.ts'
import { readMemoryMb } from './processes.ts'

/**
 * CPU of the sensitive words' search: of the thread that serves calls, and of the whole process with all its threads.
 */
export async function benchWords(): Promise<void> {
  const random = createRandom(42)
  const chinese = (length: number) => createText(length, () => 0x4e00 + random(3_500))
  const latin = (length: number) => createText(length, () => 0x61 + random(26))
  const prose = (length: number) => {
    let text = ''
    while (text.length < length) text += `${latin(1 + random(9))} `
    return text.slice(0, length)
  }
  const half = Array.from({ length: 25_000 }, (_, index) => index)
  const many = [...half.map(() => chinese(2 + random(4))), ...half.map(() => latin(5 + random(8)))]
  // It must contain no word of the list, or the search would end there.
  const outside = (length: number) => createText(length, () => 0x7000 + random(3_500))

  const lists = {
    'the default word': ['test_sensitive'],
    '100 words': half.slice(0, 100).map(() => latin(8)),
    '50 000 words': many,
  }
  for (const [name, words] of Object.entries(lists)) {
    const matchers = createWordMatchers({ onFailure: (reason) => console.log(`  failed: ${reason}`) })
    const memory = readMemoryMb(process.pid)
    let matcher: Matcher | null = null
    const compile = async () => {
      matcher = await matchers.of(words)
    }
    console.log(`\nSensitive words, ${name}`)
    print('compiled', 'ms', 1, await measureCpu(1, compile))
    for (const [what, text, times] of [
      ['a prompt of 200 characters, Latin', prose(200), 2_000],
      ['a prompt of 200 characters, Chinese', outside(200), 2_000],
      ['100 000 characters, Latin', prose(100_000), 10],
      ['100 000 characters, Chinese', outside(100_000), 10],
      ['1 000 000 characters, Chinese', outside(1_000_000), 3],
    ] as const) {
      const search = async () => {
        for (let time = 0; time < times; time++) {
          const found = matcher?.firstIn([text])
          if (found instanceof Promise) await found
        }
      }
      await search()
      print(what, times > 10 ? 'µs' : 'ms', times > 10 ? 1_000 : 1, await measureCpu(times, search))
    }
    Bun.gc(true)
    console.log(`  memory ${(readMemoryMb(process.pid) - memory).toFixed(0)} MB more`)
    matchers.close()
  }
}

interface Cpu {
  main: number
  all: number
}

/** Milliseconds of CPU, each time. */
async function measureCpu(times: number, work: () => Promise<void>): Promise<Cpu> {
  const before = readCpu()
  await work()
  const after = readCpu()
  return { main: (after.main - before.main) / times, all: (after.all - before.all) / times }
}

function readCpu(): Cpu {
  const { user, system } = process.cpuUsage()
  const schedule = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8')
  return { main: Number(schedule.split(' ')[0]) / 1e6, all: (user + system) / 1_000 }
}

function print(what: string, unit: string, factor: number, { main, all }: Cpu): void {
  const figure = (ms: number) => (ms * factor).toFixed(1)
  console.log(`  ${what.padEnd(38)} ${figure(main)} ${unit} where calls are served, ${figure(all)} ${unit} in all`)
}

/** A seeded generator (mulberry32), so that the texts are the same every time. */
function createRandom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

const createText = (length: number, unit: () => number): string =>
  Array.from({ length }, () => String.fromCharCode(unit())).join('')
