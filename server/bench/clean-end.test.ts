import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const clean = JSON.stringify(join(import.meta.dir, 'clean-end.ts'))

/** Runs `work` as a bench does. The first line of its output is `<pid of a child> <temporary folder>`. */
function startBench(work: string): Bun.Subprocess<'pipe', 'pipe', 'pipe'> {
  const script = `import { withCleanEnd } from ${clean}
    await withCleanEnd(async () => {
      const child = Bun.spawn(['sleep', '600'])
      console.log(child.pid, process.env.TMPDIR)
      ${work}
    })`
  return Bun.spawn([process.execPath, '-e', script], { stdio: ['pipe', 'pipe', 'pipe'] })
}

async function readFirstLine(output: ReadableStream<Uint8Array>): Promise<{ child: number; folder: string }> {
  const { value } = await output.getReader().read()
  const [pid = '', folder = ''] = new TextDecoder().decode(value).trim().split(' ')
  expect(existsSync(folder)).toBe(true)
  return { child: Number(pid), folder }
}

const isRunning = (pid: number): boolean => existsSync(`/proc/${pid}`)

test('a signal ends the processes of a bench and removes its files', async () => {
  const bench = startBench('await child.exited; throw new Error("the load failed")')
  const { child, folder } = await readFirstLine(bench.stdout)
  bench.kill('SIGTERM')
  expect(await bench.exited).toBe(143)
  expect(isRunning(child)).toBe(false)
  expect(existsSync(folder)).toBe(false)
  expect(await bench.stderr.text()).toBe('')
})

test('a bench that fails ends what it has left, and says why', async () => {
  const bench = startBench('await Bun.stdin.text(); throw new Error("no such upstream")')
  const { child, folder } = await readFirstLine(bench.stdout)
  await bench.stdin.end()
  expect(await bench.exited).toBe(1)
  expect(await bench.stderr.text()).toContain('no such upstream')
  expect(isRunning(child)).toBe(false)
  expect(existsSync(folder)).toBe(false)
})
