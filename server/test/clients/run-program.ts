import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Outcome } from './program.ts'

export interface Running {
  command: readonly string[]
  environment: Record<string, string>
  folder: string
  timeoutMs: number
}

/** Runs a program to its end, with only this environment. After the time limit it ends it and all its processes. */
export function runProgram({
  command: [file = '', ...args],
  environment,
  folder,
  timeoutMs,
}: Running): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    // A separate process group, as agents start shells and servers.
    const child = spawn(file, args, {
      cwd: folder,
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    let output = ''
    let answer = ''
    child.stdout.on('data', (bytes: Buffer) => {
      output += bytes
      answer += bytes
    })
    child.stderr.on('data', (bytes: Buffer) => {
      output += bytes
    })
    const timer = setTimeout(() => {
      output += `\n(ended after ${timeoutMs / 1000} s)\n`
      endGroup(child.pid)
    }, timeoutMs)
    child.on('error', reject)
    child.on('close', (code) => {
      clearTimeout(timer)
      endGroup(child.pid)
      resolve({ code, output, answer })
    })
  })
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // All processes have ended.
  }
}

/** Files by their path below `folder`. */
export function writeFiles(folder: string, files: Record<string, string> = {}): void {
  for (const [path, text] of Object.entries(files)) {
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
}
