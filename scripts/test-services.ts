import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { root } from './bun-path.mjs'
import { installPython } from './install-python.ts'

export interface Service {
  /** The environment variable by which tests find it. */
  variable: string
  url: string
  /** Its process; absent for a service that was not started here or has no process. */
  pid?: number
  stop(): Promise<void>
}

export interface Missing {
  variable: string
  reason: string
}

type Started = Service | Missing
const readyWithinMs = 60_000

/**
 * Starts local databases for one run, on loopback, with their data in `folder`. A database that the environment names
 * is used instead. Schemathesis and the engine of ClickHouse are installed only if the run needs them.
 */
export async function startServices(
  folder: string,
  { needsSchemathesis, needsClickhouse }: { needsSchemathesis: boolean; needsClickhouse: boolean },
): Promise<{ services: Service[]; missing: Missing[] }> {
  const started = await Promise.all([
    startService('TEST_POSTGRES_URL', folder, startPostgres),
    startService('TEST_MYSQL_URL', folder, startMariadb),
    startService('TEST_REDIS_URL', folder, startRedis),
    findChromium(),
    findNginx(),
    findPgbouncer(),
    ...(needsSchemathesis ? [startService('TEST_SCHEMATHESIS', folder, findSchemathesis)] : []),
    ...(needsClickhouse ? [startService('TEST_CLICKHOUSE_URL', folder, startClickhouse)] : []),
  ])
  return {
    services: started.filter((service) => 'url' in service),
    missing: started.filter((service) => 'reason' in service),
  }
}

async function startService(
  variable: string,
  folder: string,
  start: (folder: string) => Promise<Omit<Service, 'variable'> | string>,
): Promise<Started> {
  const given = process.env[variable]
  if (given) return { variable, url: given, stop: async () => {} }
  try {
    const result = await start(join(folder, variable))
    return typeof result === 'string' ? { variable, reason: result } : { variable, ...result }
  } catch (error) {
    return { variable, reason: `did not start: ${error instanceof Error ? error.message : error}` }
  }
}

export function findChromium(): Started {
  const variable = 'TEST_CHROMIUM'
  const given = process.env[variable]
  const path =
    given ||
    firstProgram([
      // The headless shell takes less CPU.
      'chromium-headless-shell',
      'chrome-headless-shell',
      'chromium',
      'chromium-browser',
      'google-chrome',
      'google-chrome-stable',
    ])
  return path ? { variable, url: path, stop: async () => {} } : { variable, reason: 'no Chromium on this machine' }
}

function findNginx(): Started {
  const variable = 'TEST_NGINX'
  const path = process.env[variable] || firstProgram(['nginx'])
  return path ? { variable, url: path, stop: async () => {} } : { variable, reason: 'no nginx on this machine' }
}

function findPgbouncer(): Started {
  const variable = 'TEST_PGBOUNCER'
  const path = process.env[variable] || firstProgram(['pgbouncer'])
  return path ? { variable, url: path, stop: async () => {} } : { variable, reason: 'no PgBouncer on this machine' }
}

const findSchemathesis = async () => ({
  url: join(await installPython('schemathesis'), 'bin/schemathesis'),
  stop: async () => {},
})

/** ClickHouse's engine behind a bridge that speaks its HTTP interface: no registry has its server. */
async function startClickhouse(folder: string) {
  const python = join(await installPython('clickhouse'), 'bin/python')
  mkdirSync(folder, { recursive: true })
  const bridge = join(root, 'server/test/clickhouse/bridge.py')
  const command = ['setpriv', '--pdeathsig', 'KILL', python, bridge, folder]
  const child = Bun.spawn(command, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
  const port = await readLine(child.stdout)
  if (port === '') throw new Error((await child.stderr.text()).trim().split('\n').slice(-3).join(' '))
  void child.stderr.pipeTo(new WritableStream())
  return {
    url: `clickhouse://test:test%20password@127.0.0.1:${port}/default`,
    pid: child.pid,
    stop: () => stop(child, 'SIGKILL'),
  }
}

/** The first line that a process prints; '' if it ends without one. */
async function readLine(stream: ReadableStream<Uint8Array>): Promise<string> {
  let text = ''
  const decoder = new TextDecoder()
  for await (const part of stream) {
    text += decoder.decode(part, { stream: true })
    if (text.includes('\n')) break
  }
  return text.split('\n')[0] ?? ''
}

export async function startPostgres(folder: string) {
  const versions = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql') : []
  const newest = versions.sort((a, b) => Number(b) - Number(a))[0]
  const initdb = firstProgram(['initdb', `/usr/lib/postgresql/${newest}/bin/initdb`])
  const server = firstProgram(['postgres', `/usr/lib/postgresql/${newest}/bin/postgres`])
  if (!initdb || !server) return 'no PostgreSQL on this machine'
  makeOwnFolder(folder, 'postgres')
  const data = join(folder, 'data')
  await runAs('postgres', [
    initdb,
    '-D',
    data,
    '-U',
    'test',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--no-sync',
    '--locale=C.UTF-8',
  ])
  const port = await freePort()
  const flags = [
    'fsync=off',
    'full_page_writes=off',
    'max_connections=300',
    'listen_addresses=127.0.0.1',
    // Hundreds of short-lived databases: less to write, and nothing to clean up.
    'wal_level=minimal',
    'max_wal_size=128MB',
    'max_wal_senders=0',
    'autovacuum=off',
  ]
  const child = spawnAs('postgres', [
    server,
    '-D',
    data,
    '-p',
    String(port),
    '-k',
    folder,
    ...flags.flatMap((flag) => ['-c', flag]),
  ])
  const isReady = firstProgram(['pg_isready', `/usr/lib/postgresql/${newest}/bin/pg_isready`]) ?? 'pg_isready'
  await waitUntilReady(child, () => succeeds([isReady, '-q', '-h', '127.0.0.1', '-p', String(port)]))
  return {
    url: `postgres://test@127.0.0.1:${port}/postgres`,
    pid: child.pid,
    stop: () => stop(child, 'SIGINT'),
  }
}

/**
 * Starts PgBouncer by transaction in front of a server of `startPostgres`, with its data in `folder`. `ignores`: the
 * parameters of connections that it drops; it refuses other unknown ones.
 */
export async function startPgbouncer(
  folder: string,
  { program, postgresUrl, ignores }: { program: string; postgresUrl: string; ignores: readonly string[] },
) {
  makeOwnFolder(folder, 'postgres')
  const { hostname, port: serverPort, username } = new URL(postgresUrl)
  const port = await freePort()
  const file = join(folder, 'pgbouncer.ini')
  const lines = [
    '[databases]',
    `* = host=${hostname} port=${serverPort} user=${username}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    // Fewer than a test has clients, so that transactions change their connections.
    'default_pool_size = 3',
    `ignore_startup_parameters = ${ignores.join(',')}`,
  ]
  writeFileSync(file, lines.join('\n'))
  const child = spawnAs('postgres', [program, file])
  await waitUntilReady(child, () => isListening(port))
  return { url: `postgres://${username}@127.0.0.1:${port}/postgres`, stop: () => stop(child, 'SIGTERM') }
}

export async function startMariadb(folder: string) {
  const server = firstProgram(['mariadbd', 'mysqld'])
  const install = firstProgram(['mariadb-install-db'])
  const admin = firstProgram(['mariadb-admin', 'mysqladmin'])
  if (!server || !install || !admin) return 'no MariaDB on this machine'
  makeOwnFolder(folder, 'mysql')
  const data = join(folder, 'data')
  await runAs('mysql', [
    install,
    '--no-defaults',
    `--datadir=${data}`,
    `--tmpdir=${folder}`,
    '--auth-root-authentication-method=normal',
    '--skip-test-db',
  ])
  const port = await freePort()
  const child = spawnAs('mysql', [
    server,
    '--no-defaults',
    `--datadir=${data}`,
    `--socket=${folder}/socket`,
    `--pid-file=${folder}/pid`,
    '--bind-address=127.0.0.1',
    `--port=${port}`,
    '--max-connections=300',
    '--skip-name-resolve',
    '--innodb-flush-log-at-trx-commit=0',
    '--innodb-buffer-pool-size=64M',
    '--innodb-doublewrite=0',
    // The data does not outlive the run: no sync to the disk, and no statistics of each short-lived table.
    '--innodb-flush-method=nosync',
    '--sync-frm=0',
    '--innodb-stats-persistent=0',
    // A server that starts removes temporary tables of others from the shared folder.
    '--skip-log-bin',
    '--character-set-server=utf8mb4',
    `--tmpdir=${folder}`,
  ])
  const address = ['--no-defaults', '-h', '127.0.0.1', '-P', String(port), '-u', 'root']
  await waitUntilReady(child, () => succeeds([admin, ...address, 'ping']))
  return { url: `mysql://root@127.0.0.1:${port}/mysql`, pid: child.pid, stop: () => stop(child, 'SIGTERM') }
}

export async function startRedis(folder: string) {
  const server = firstProgram(['redis-server', 'valkey-server'])
  if (!server) return 'no Redis on this machine'
  makeOwnFolder(folder, 'redis')
  const port = await freePort()
  const child = spawnAs('redis', [
    server,
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--dir',
    folder,
    '--save',
    '',
    '--appendonly',
    'no',
  ])
  await waitUntilReady(child, () => answersPing(port))
  return { url: `redis://127.0.0.1:${port}`, pid: child.pid, stop: () => stop(child, 'SIGTERM') }
}

type Child = Pick<ReturnType<typeof spawnAs>, 'kill' | 'exited'>

const isRoot = process.getuid?.() === 0

/**
 * The account that runs a database server when the tests run as root: its system user, or `nobody` if it has none. The
 * database servers refuse to start as root.
 */
function accountFor(name: string): string {
  return succeedsSync(['id', '-u', name]) ? name : 'nobody'
}

function asUser(name: string, command: string[]): string[] {
  // The kernel ends the command when this process ends for any reason.
  const setpriv = ['setpriv', '--pdeathsig', 'KILL']
  if (!isRoot) return [...setpriv, ...command]
  const account = accountFor(name)
  const group = Bun.spawnSync(['id', '-g', account]).stdout.toString().trim()
  return [...setpriv, `--reuid=${account}`, `--regid=${group}`, '--clear-groups', ...command]
}

function spawnAs(user: string, command: string[]) {
  return Bun.spawn(asUser(user, command), { cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] })
}

async function runAs(user: string, command: string[]): Promise<void> {
  const child = Bun.spawn(asUser(user, command), { cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] })
  const [out, err] = await Promise.all([child.stdout.text(), child.stderr.text()])
  if ((await child.exited) !== 0) throw new Error(`${command[0]}: ${err || out}`)
}

/** Creates a folder that belongs to the account of the service. */
function makeOwnFolder(folder: string, user: string): void {
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o700)
  if (isRoot) Bun.spawnSync(['chown', accountFor(user), folder])
}

async function waitUntilReady(child: ReturnType<typeof spawnAs>, isReady: () => Promise<boolean>): Promise<void> {
  const giveUpAt = Date.now() + readyWithinMs
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error((await child.stderr.text()).trim().split('\n').slice(-3).join(' '))
    if (Date.now() > giveUpAt) throw new Error('the service was not ready in time')
    await Bun.sleep(100)
  }
  // The output is read on, because a full pipe would block the server.
  void child.stderr.pipeTo(new WritableStream())
}

async function stop(child: Child, signal: NodeJS.Signals): Promise<void> {
  child.kill(signal)
  const killer = setTimeout(() => child.kill('SIGKILL'), 10_000)
  await child.exited
  clearTimeout(killer)
}

function firstProgram(names: string[]): string | undefined {
  for (const name of names) {
    const path = name.startsWith('/')
      ? name
      : (Bun.which(name) ?? Bun.which(name, { PATH: '/usr/sbin:/usr/bin:/sbin' }))
    if (path && existsSync(path)) return path
  }
  return undefined
}

async function succeeds(command: string[]): Promise<boolean> {
  return (await Bun.spawn(command, { stdio: ['ignore', 'ignore', 'ignore'] }).exited) === 0
}

function succeedsSync(command: string[]): boolean {
  return Bun.spawnSync(command, { stdio: ['ignore', 'ignore', 'ignore'] }).exitCode === 0
}

function answersPing(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    Bun.connect({
      hostname: '127.0.0.1',
      port,
      socket: {
        open: (socket) => void socket.write('PING\r\n'),
        data(socket, bytes) {
          resolve(bytes.toString().startsWith('+PONG'))
          socket.end()
        },
        close: () => resolve(false),
        connectError: () => resolve(false),
      },
    }).catch(() => resolve(false))
  })
}

async function isListening(port: number): Promise<boolean> {
  try {
    const socket = await Bun.connect({ hostname: '127.0.0.1', port, socket: { data() {} } })
    socket.end()
    return true
  } catch {
    return false
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      )
    })
  })
}
