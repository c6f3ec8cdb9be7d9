import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Program } from './program.ts'

/** Installations are kept between runs, outside the checkout: together they are larger than the product. */
const cacheFolder = process.env.SLUICE_CLIENTS_CACHE ?? join(tmpdir(), 'sluice-clients')

export type Installed = { ok: true; folder: string; version: string } | { ok: false; reason: string }

/** Installs a program in its own folder, unless it is installed. */
export function installProgram(program: Program): Installed {
  const [main = ''] = program.packages
  const version = versionOf(main)
  const folder = join(cacheFolder, `${program.id}-${version}`)
  const marker = join(folder, 'installed.txt')
  const wanted = program.packages.join('\n')
  if (existsSync(marker) && readFileSync(marker, 'utf8') === wanted) return { ok: true, folder, version }
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const reason = program.registry === 'npm' ? installNpm(folder, program) : installPyPi(folder, program)
  if (reason !== null) return { ok: false, reason }
  writeFileSync(marker, wanted)
  return { ok: true, folder, version }
}

const versionOf = (spec: string): string => /(?:==|(?<!^)@)([^=@]+)$/.exec(spec)?.[1] ?? ''

function installNpm(folder: string, { packages, completes }: Program): string | null {
  writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}')
  const quiet = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts']
  const complaint = runInstallCommand(folder, ['npm', 'install', ...quiet, ...packages])
  return complaint ?? (completes ? runInstallCommand(folder, [...completes]) : null)
}

function installPyPi(folder: string, { packages }: Program): string | null {
  return (
    runInstallCommand(folder, ['python3', '-m', 'venv', 'venv']) ??
    runInstallCommand(folder, ['venv/bin/python', '-m', 'pip', 'install', '--quiet', '--no-compile', ...packages])
  )
}

function runInstallCommand(folder: string, command: string[]): string | null {
  try {
    const run = Bun.spawnSync(command, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
    if (run.exitCode === 0) return null
    const lines = `${run.stdout}${run.stderr}`.trim().split('\n')
    return `${command.slice(0, 3).join(' ')} failed: ${lines.slice(-3).join(' ')}`
  } catch {
    return `this machine has no ${command[0]}`
  }
}
