// Preloaded into a server: measures how long its serving thread works without a pause, in processor time of that
// thread, which other processes of the machine do not lengthen. On SIGUSR2 it writes the longest time in milliseconds
// since the last signal to the file BLOCK_FILE. Linux only.
import { dlopen, ptr } from 'bun:ffi'
import { renameSync, writeFileSync } from 'node:fs'

const threadClock = 3
const { symbols } = dlopen('libc.so.6', { clock_gettime: { args: ['i32', 'ptr'], returns: 'i32' } })
const time = new BigInt64Array(2)

function readThreadMs(): number {
  symbols.clock_gettime(threadClock, ptr(time))
  return Number(time[0]) * 1e3 + Number(time[1]) / 1e6
}

const { BLOCK_FILE: file } = process.env
if (Bun.isMainThread && file !== undefined) {
  let last = readThreadMs()
  let longest = 0
  const tick = () => {
    const now = readThreadMs()
    longest = Math.max(longest, now - last)
    last = now
    setTimeout(tick, 1)
  }
  tick()
  process.on('SIGUSR2', () => {
    writeFileSync(`${file}.new`, String(longest))
    renameSync(`${file}.new`, file)
    longest = 0
  })
}
