import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './bun-path.mjs'

const installWithinMs = 300_000

/**
 * The folder of a Python environment with the packages of `<name>-requirements.txt`, in an ignored folder of the
 * checkout. The first call installs them. Throws the reason if that fails: no Python, no network.
 */
export async function installPython(name: 'schemathesis' | 'clickhouse'): Promise<string> {
  const requirements = join(root, `scripts/${name}-requirements.txt`)
  const version = Bun.hash(await Bun.file(requirements).text()).toString(36)
  const folder = join(root, '.cache', name, version)
  const readyMark = join(folder, 'ready')
  if (existsSync(readyMark)) return folder
  const python = Bun.which('python3')
  if (!python) throw new Error('no python3 on this machine')
  rmSync(dirname(folder), { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  await run([python, '-m', 'venv', folder])
  const pip = [join(folder, 'bin/python'), '-m', 'pip', 'install', '--disable-pip-version-check']
  await run([...pip, '--quiet', '--only-binary', ':all:', '--no-deps', '--requirement', requirements])
  await Bun.write(readyMark, '')
  return folder
}

async function run(command: string[]): Promise<void> {
  const child = Bun.spawn(command, { stdio: ['ignore', 'pipe', 'pipe'], timeout: installWithinMs })
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
  if (code === 0) return
  const last = `${out}\n${err}`.trim().split('\n').slice(-3).join(' ')
  throw new Error(last || `${command[0]} ended with ${code}`)
}
