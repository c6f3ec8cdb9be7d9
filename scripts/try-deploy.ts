// Tries the files of `deploy` with the programs of this machine, and writes what worked into the table of
// deploy/README.md. Run by `npm run try-deploy`, with names of files for some of them.
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { recordOf, recordsOf, textOf } from '@sluice/contract/read-json'
import { answerError } from '../server/test/answers.ts'
import { startTestGateway } from '../server/test/test-gateway.ts'
import { buildExecutable } from './build-executable.ts'
import { root } from './bun-path.mjs'
import { writeArtefacts } from './release-artefacts.ts'

const page = join(root, 'deploy/README.md')
/** Made by the run. */
let folder = ''
const port = process.env.TRY_DEPLOY_PORT ?? '3999'
const address = `http://127.0.0.1:${port}`

interface Trial {
  /** As in the first column of the table. */
  file: string
  /** Description of the trial, as written into the table. */
  what: string
  /** Null = this machine can; else what it lacks. */
  lacks(): Promise<string | null>
  run(): Promise<void>
}

const has = (program: string): boolean => Bun.which(program) !== null
const succeeds = async (...command: string[]): Promise<boolean> =>
  has(command[0] ?? '') && (await Bun.spawn(command, { stdio: ['ignore', 'ignore', 'ignore'] }).exited) === 0

/** Throws with the output of the command if it fails. Returns its output. */
async function run(command: readonly string[], environment: Record<string, string> = {}): Promise<string> {
  const child = Bun.spawn([...command], {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}\n${out}${err}`)
  return out + err
}

/** Waits until a gateway serves its console at the address. */
async function awaitGateway(withinMs = 120_000): Promise<void> {
  const giveUpAt = Date.now() + withinMs
  for (;;) {
    const answer = await fetch(`${address}/readyz`).catch(() => null)
    if (answer?.status === 200) break
    if (Date.now() > giveUpAt) throw new Error(`no gateway at ${address} after ${withinMs} ms`)
    await Bun.sleep(500)
  }
  const console = await (await fetch(address)).text()
  if (!console.includes('id="root"')) throw new Error('the console is not served')
}

let executable: Promise<string> | null = null
function buildOnce(): Promise<string> {
  const path = join(folder, 'sluice')
  executable ??= buildExecutable(path).then(() => path)
  return executable
}

const image = 'sluice:try-deploy'
const secrets = {
  POSTGRES_PASSWORD: 'apasswordoftry4711',
  SESSION_SECRET: 'a session secret of a trial 4711',
  CRYPTO_SECRET: 'a crypto secret of a trial 4711',
}
const hasDocker = () => succeeds('docker', 'info')

/** Runs an image with a read-only root and no capability, until it serves and its health check passes. */
async function runImage(name: string): Promise<void> {
  const limits = ['--read-only', '--tmpfs', '/tmp', '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges']
  const id = (await run(['docker', 'run', '-d', '--rm', ...limits, '-p', `127.0.0.1:${port}:3000`, name])).trim()
  try {
    await awaitGateway()
    await run(['docker', 'exec', id, '/usr/local/bin/sluice', 'health'])
  } finally {
    await run(['docker', 'stop', '-t', '75', id])
  }
}

/** Mounts the image's root read-only, with folders of their own for data, and runs it as its user. */
const emptyRootScript = `set -e
mkdir -p "$1/proc"
mount --bind "$1" "$1"
mount -t proc proc "$1/proc"
mount -t tmpfs -o mode=1777 tmp "$1/tmp"
mount -t tmpfs -o mode=700,uid=10001,gid=10001 data "$1/data"
mount -o remount,ro,bind "$1"
exec env -i PORT=${port} HOST=127.0.0.1 DATA_DIR=/data SHUTDOWN_DELAY=0 \\
  "$(command -v setpriv)" --no-new-privs "$(command -v chroot)" --userspec=10001:10001 "$1" /usr/local/bin/sluice serve`

const trials: Trial[] = [
  {
    file: 'Dockerfile',
    what: 'its root, read-only, by chroot',
    async lacks() {
      if (await hasDocker()) return 'no need: the image itself is tried'
      return process.getuid?.() === 0 && (await succeeds('unshare', '--mount', 'true')) ? null : 'root rights'
    },
    async run() {
      const place = join(folder, 'root')
      await run(['sh', 'deploy/image-root.sh', await buildOnce(), place])
      const options = ['--mount', '--pid', '--fork', '--kill-child']
      const child = Bun.spawn(['unshare', ...options, 'sh', '-c', emptyRootScript, 'sh', place], {
        stdio: ['ignore', 'ignore', 'inherit'],
      })
      try {
        await awaitGateway()
        // The health check of the image.
        await run([await buildOnce(), 'health'], { PORT: port, HOST: '127.0.0.1' })
        // The program is the first process of its name space, as in a container. `unshare` itself ignores the signal.
        const own = await Bun.file(`/proc/${child.pid}/task/${child.pid}/children`).text()
        process.kill(Number(own.trim()), 'SIGTERM')
        const code = await Promise.race([child.exited, Bun.sleep(30_000)])
        if (code !== 0) throw new Error(`the gateway ended with ${code}`)
      } finally {
        child.kill('SIGKILL')
        await child.exited
      }
    },
  },
  {
    file: 'Dockerfile',
    what: 'built and run',
    lacks: async () => ((await hasDocker()) ? null : 'a Docker server'),
    async run() {
      await run(['docker', 'build', '-f', 'deploy/Dockerfile', '-t', image, '.'])
      await runImage(image)
    },
  },
  {
    file: 'release.Dockerfile',
    what: 'built of the files of a release, and run',
    lacks: async () => ((await hasDocker()) ? null : 'a Docker server'),
    async run() {
      const [files, context] = [join(folder, 'release'), join(folder, 'image')]
      for (const place of [files, context]) mkdirSync(place)
      const executable = await buildOnce()
      // The trial runs the executable of this machine's platform alone, so it builds no other.
      await writeArtefacts({
        version: '0.0.0',
        notes: '',
        folder: files,
        build: async (_, path) => cpSync(executable, path),
      })
      await run(['tar', '-xzf', join(files, 'sluice-0.0.0-image.tar.gz'), '-C', context])
      await run(['docker', 'build', '-t', `${image}-release`, context])
      await runImage(`${image}-release`)
    },
  },
  {
    file: 'compose.yaml',
    what: 'up until healthy',
    async lacks() {
      if (!(await hasDocker())) return 'a Docker server'
      return (await succeeds('docker', 'compose', 'version')) ? null : 'Docker Compose'
    },
    async run() {
      const compose = ['docker', 'compose', '-p', 'sluice-try-deploy', '-f', 'deploy/compose.yaml']
      const environment = { ...secrets, SLUICE_PUBLISH: `127.0.0.1:${port}`, SLUICE_IMAGE: image }
      try {
        await run([...compose, 'up', '-d', '--build', '--wait'], environment)
        await awaitGateway()
      } finally {
        await run([...compose, 'down', '--volumes'], environment)
      }
    },
  },
  {
    file: 'sluice.service',
    what: 'systemd-analyze: valid, exposure at most 2.0',
    lacks: async () => (has('systemd-analyze') ? null : 'systemd-analyze'),
    async run() {
      // It verifies that the program exists.
      const unit = join(folder, 'sluice.service')
      const text = await Bun.file(join(root, 'deploy/sluice.service')).text()
      writeFileSync(unit, text.replace('/usr/local/bin/sluice', process.execPath))
      await run(['systemd-analyze', 'verify', '--man=no', unit])
      await run(['systemd-analyze', 'security', '--offline=true', '--threshold=20', unit])
    },
  },
  {
    file: 'sluice.service',
    what: 'started and stopped',
    lacks: async () =>
      process.getuid?.() === 0 && (await succeeds('systemctl', 'list-units')) ? null : 'a running systemd, as root',
    async run() {
      const place = '/run/sluice-try-deploy'
      const unit = '/run/systemd/system/sluice-try-deploy.service'
      mkdirSync(place, { recursive: true })
      cpSync(await buildOnce(), join(place, 'sluice'))
      const text = await Bun.file(join(root, 'deploy/sluice.service')).text()
      const own = `Environment=PORT=${port} HOST=127.0.0.1 SHUTDOWN_DELAY=0\n`
      writeFileSync(
        unit,
        text
          .replace('/usr/local/bin/sluice', join(place, 'sluice'))
          .replace('StateDirectory=sluice', 'StateDirectory=sluice-try-deploy')
          .replace('/var/lib/sluice', '/var/lib/sluice-try-deploy')
          .replace('DynamicUser=yes\n', `DynamicUser=yes\n${own}`),
      )
      try {
        await run(['systemctl', 'daemon-reload'])
        await run(['systemctl', 'start', 'sluice-try-deploy'])
        await awaitGateway()
        await run(['systemctl', 'stop', 'sluice-try-deploy'])
      } finally {
        rmSync(unit, { force: true })
        rmSync(place, { recursive: true, force: true })
        rmSync('/var/lib/private/sluice-try-deploy', { recursive: true, force: true })
        await run(['systemctl', 'daemon-reload'])
      }
    },
  },
  {
    file: 'helm/sluice',
    what: 'helm: linted and rendered, all parts on',
    lacks: async () => (has('helm') ? null : 'helm'),
    run: async () => void (await renderChart()),
  },
  {
    file: 'helm/sluice',
    what: 'accepted by a cluster',
    async lacks() {
      if (!has('helm')) return 'helm'
      return (await succeeds('kubectl', 'cluster-info')) ? null : 'a cluster'
    },
    async run() {
      const objects = join(folder, 'objects.yaml')
      writeFileSync(objects, await renderChart())
      await run(['kubectl', 'apply', '--dry-run=server', '-f', objects])
    },
  },
  {
    file: 'prometheus/sluice.rules.yaml',
    what: 'promtool: valid, and each alert fires in its cases',
    lacks: async () => (has('promtool') ? null : 'promtool'),
    async run() {
      await run(['promtool', 'check', 'rules', 'deploy/prometheus/sluice.rules.yaml'])
      await run(['promtool', 'test', 'rules', 'deploy/prometheus/sluice.rules.test.yaml'])
    },
  },
  {
    file: 'prometheus/sluice.rules.yaml',
    what: 'evaluated by Prometheus on a running gateway',
    lacks: async () => (has('prometheus') ? null : 'prometheus'),
    run: () => readGateway(evaluateRules),
  },
  {
    file: 'grafana/sluice.json',
    what: 'the query of each panel answered by Prometheus; not opened in Grafana',
    lacks: async () => (has('prometheus') ? null : 'prometheus'),
    run: () => readGateway(evaluatePanels),
  },
]

/** The data of an answer of Prometheus' API; throws with its message if there is none. */
type AskPrometheus = <T>(path: string) => Promise<T>

/** Runs a check on a Prometheus that reads a gateway each second, with calls that were answered and one that failed. */
async function readGateway(check: (ask: AskPrometheus) => Promise<void>): Promise<void> {
  const gateway = await startTestGateway()
  const own = `127.0.0.1:${port}`
  const place = mkdtempSync(join(folder, 'prometheus-'))
  const config = join(place, 'prometheus.yaml')
  const every = { scrape_interval: '1s', evaluation_interval: '1s' }
  const scrapes = [{ job_name: 'sluice', static_configs: [{ targets: [new URL(gateway.server.url).host] }] }]
  const rules = [join(root, 'deploy/prometheus/sluice.rules.yaml')]
  // JSON is YAML, too.
  writeFileSync(config, JSON.stringify({ global: every, rule_files: rules, scrape_configs: scrapes }))
  const storage = ['--storage.tsdb.path', join(place, 'data')]
  const options = ['--config.file', config, ...storage, '--web.listen-address', own]
  const prometheus = Bun.spawn(['prometheus', ...options], { stdio: ['ignore', 'ignore', 'ignore'] })
  try {
    const chat = { model: 'gpt-4o', messages: [{ role: 'user', content: 'hello' }] }
    await (await gateway.relay('/v1/chat/completions', chat)).text()
    await (await gateway.relay('/v1/chat/completions', { ...chat, stream: true })).text()
    gateway.upstream.answerWith(answerError(500, 'boom'))
    await gateway.relay('/v1/chat/completions', chat)
    await check(async <T>(path: string) => {
      const answer = await fetch(`http://${own}/api/v1${path}`)
      const { data, error } = (await answer.json()) as { data?: T; error?: string }
      if (data === undefined) throw new Error(`${path}: ${error}`)
      return data
    })
  } finally {
    prometheus.kill()
    await prometheus.exited
    await gateway.stop()
  }
}

/** Repeats until nothing is missing; throws with what is missing after two minutes. */
async function awaitNothingMissing(findMissing: () => Promise<string[]>): Promise<void> {
  const giveUpAt = Date.now() + 120_000
  for (;;) {
    // It does not listen at first.
    const missing = await findMissing().catch((error) => [String(error)])
    if (missing.length === 0) return
    if (Date.now() > giveUpAt) throw new Error(missing.join('\n'))
    await Bun.sleep(1_000)
  }
}

const countSeries = async (ask: AskPrometheus, expression: string): Promise<number> =>
  (await ask<{ result: unknown[] }>(`/query?query=${encodeURIComponent(expression)}`)).result.length

interface RuleState {
  name: string
  type: 'alerting' | 'recording'
  health: string
  lastError?: string
}

/** Each rule is evaluated without an error, and each recording rule has a value. */
const evaluateRules = (ask: AskPrometheus): Promise<void> =>
  awaitNothingMissing(async () => {
    const { groups } = await ask<{ groups: { rules: RuleState[] }[] }>('/rules')
    const missing = []
    for (const { name, type, health, lastError } of groups.flatMap((group) => group.rules)) {
      if (health !== 'ok') missing.push(`${name}: ${lastError ?? health}`)
      else if (type === 'recording' && (await countSeries(ask, name)) === 0) missing.push(`${name}: no value`)
    }
    return groups.length === 0 ? ['no rules'] : missing
  })

/** Each query of the dashboard has a value, except those that have none on a node that is well or on SQLite. */
async function evaluatePanels(ask: AskPrometheus): Promise<void> {
  const dashboard = recordOf(await Bun.file(join(root, 'deploy/grafana/sluice.json')).json())
  const expressions = recordsOf(dashboard.panels)
    .flatMap(({ targets }) => recordsOf(targets).map(({ expr }) => textOf(expr)))
    .map((text) => text.replaceAll('$__rate_interval', '1m').replaceAll(/\$\w+/g, '.*'))
  const mayBeEmpty = / > 0$|sluice_ledger_lease/
  await awaitNothingMissing(async () => {
    const missing = []
    for (const expression of expressions)
      if ((await countSeries(ask, expression)) === 0 && !mayBeEmpty.test(expression))
        missing.push(`${expression}: no value`)
    return missing
  })
}

/** The objects of the chart by Helm, with all optional parts. */
async function renderChart(): Promise<string> {
  const chart = 'deploy/helm/sluice'
  const given = ['secret.SQL_DSN=postgres://db/sluice', 'secret.SESSION_SECRET=one', 'secret.CRYPTO_SECRET=two']
  const parts = ['ingress.enabled=true', 'ingress.tlsSecret=tls', 'autoscaling.enabled=true', 'environment.TZ=UTC']
  const values = [...given, ...parts].flatMap((value) => ['--set', value])
  await run(['helm', 'lint', '--strict', chart, ...values])
  await run(['helm', 'template', 'plain', chart, '--set', 'existingSecret=mine,persistence.enabled=false'])
  return await run(['helm', 'template', 'all', chart, ...values])
}

/** The table with the trials of a day in the rows of their files; other rows stay. */
export function withTrials(text: string, day: string, done: readonly { file: string; what: string }[]): string {
  return text
    .split('\n')
    .map((line) => {
      const own = done.filter(({ file }) => line.startsWith(`| \`${file}\` |`))
      return own.length === 0
        ? line
        : line.replace(/\| [^|]* \|$/, `| ${day}: ${own.map(({ what }) => what).join('; ')} |`)
    })
    .join('\n')
}

if (import.meta.main) {
  folder = mkdtempSync(join(tmpdir(), 'sluice-try-deploy-'))
  const names = process.argv.slice(2)
  const done: Trial[] = []
  const counts = { passed: 0, failed: 0, skipped: 0 }
  for (const trial of trials) {
    if (names.length > 0 && !names.includes(trial.file)) continue
    const lack = await trial.lacks()
    if (lack !== null) {
      counts.skipped++
      console.log(`skipped  ${trial.file}, ${trial.what}: ${lack}`)
      continue
    }
    try {
      await trial.run()
      counts.passed++
      done.push(trial)
      console.log(`passed   ${trial.file}, ${trial.what}`)
    } catch (error) {
      counts.failed++
      console.log(`failed   ${trial.file}, ${trial.what}\n${error instanceof Error ? error.message : error}`)
    }
  }
  rmSync(folder, { recursive: true, force: true })
  const day = new Date().toISOString().slice(0, 10)
  await Bun.write(page, withTrials(await Bun.file(page).text(), day, done))
  console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`)
  if (counts.failed > 0) process.exit(1)
}
