import { findFreePort, type Running, startNginx } from '../bench/processes.ts'
import type { Store } from '../src/store/open-database.ts'
import { createDatabase, type EngineName } from './databases.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'
import { limitsOff, startTestServer, type TestServer } from './test-server.ts'
import { waitUntil } from './wait-until.ts'
import { startWire, throughWire, type Wire } from './wire.ts'

/** Several nodes on one database and Redis behind one nginx. */
export interface Fleet {
  /** The first node, with the accounts; its `stop` also checks the money. */
  readonly first: TestServer
  /** The addresses of all nodes, the first one's first. */
  readonly nodes: readonly string[]
  /** The address of nginx. */
  readonly url: string
  readonly store: Store
  /** The paths of all nodes to the database. */
  readonly database: Pick<Wire, 'silence' | 'cut' | 'restore'>
  readonly redis: Wire
  /** The path of one node to the database. */
  databaseOf(node: number): Wire
  /** The process of a node other than the first one. */
  process(node: number): ServerProcess
  /** Starts a node again at its address. */
  restart(node: number): Promise<void>
  /**
   * Ends the leases of a node's process now, as 30 s without a renewal would, and waits until its holds are resolved.
   */
  expireLeases(node: number): Promise<void>
  /** Stops all nodes gracefully; the money must add up. */
  stop(): Promise<void>
}

/** Nodes poll only once an hour, so that changes arrive through Redis alone. */
const sharing = { SYNC_FREQUENCY: '3600', SHUTDOWN_TIMEOUT: '20' }
/** Several nodes start at the same time, while other tests run. */
const slowly = { startWithinMs: 150_000 }
const secrets = {
  SESSION_SECRET: 'a session secret of a fleet 4711 4711 4711',
  CRYPTO_SECRET: 'a crypto secret of a fleet 4711 4711 47111',
}

export async function startFleet(
  { engine, size, redisUrl }: { engine: EngineName; size: number; redisUrl: string },
  more: Record<string, string> = {},
): Promise<Fleet> {
  const direct = await createDatabase(engine)
  const wires = await Promise.all(Array.from({ length: size }, () => startWire(direct.environment.SQL_DSN)))
  const wireOf = (node: number): Wire => {
    const wire = wires[node]
    if (!wire) throw new Error(`there is no node ${node}`)
    return wire
  }
  const redis = await startWire(redisUrl)
  // A separate key prefix, because tests share the Redis server.
  const redisOfFleet = `${throughWire(redisUrl, redis)}/0?keyPrefix=${crypto.randomUUID()}:`
  const environment = {
    LOG_LEVEL: 'warn',
    ...limitsOff,
    ...secrets,
    ...sharing,
    ...more,
    DATA_DIR: direct.environment.DATA_DIR,
    REDIS_CONN_STRING: redisOfFleet,
  }
  const environmentOf = (node: number) => ({
    ...environment,
    SQL_DSN: throughWire(direct.environment.SQL_DSN, wireOf(node)),
  })
  const first = await startTestServer({ ...direct, environment: environmentOf(0) }, environmentOf(0), slowly)
  const ports = await Promise.all(Array.from({ length: size - 1 }, findFreePort))
  const start = (node: number) => startServerProcess({ ...environmentOf(node), PORT: String(ports[node - 1]) }, slowly)
  const others = await Promise.all(ports.map((_, at) => start(at + 1)))
  const nodes = [first.url, ...others.map(({ url }) => url)]
  const nginx = await startBalancer(nodes)
  const store = await direct.open()

  const processOf = (node: number): ServerProcess => {
    const process = node === 0 ? first.process : others[node - 1]
    if (!process) throw new Error(`there is no node ${node}`)
    return process
  }
  return {
    first,
    nodes,
    url: nginx.url,
    store,
    redis,
    process: processOf,
    databaseOf: wireOf,
    database: {
      silence: () => wires.forEach((wire) => void wire.silence()),
      cut: () => wires.forEach((wire) => void wire.cut()),
      restore: () => wires.forEach((wire) => void wire.restore()),
    },
    async restart(node) {
      others[node - 1] = await start(node)
    },
    expireLeases: (node) => expireLeases(store, processOf(node).pid),
    async stop() {
      await nginx.stop()
      const codes = await Promise.all(others.map((process) => process.terminate()))
      await store.close()
      const faults = codes.flatMap((code, index) => (code === 0 ? [] : (others[index]?.output() ?? [])))
      await first.stop()
      for (const wire of [...wires, redis]) wire.close()
      if (faults.length > 0) throw new Error(`nodes ended with ${codes.join(', ')}:\n${faults.join('\n')}`)
    },
  }
}

/** As docs/operations.md recommends. A call that was sent to a node is never sent to another one. */
async function startBalancer(nodes: readonly string[]): Promise<Running> {
  const port = await findFreePort()
  const servers = nodes.map((url) => `server ${new URL(url).host} max_fails=1 fail_timeout=1s;`)
  return await startNginx(
    port,
    `upstream fleet { ${servers.join(' ')} keepalive 32; }
     server {
       listen 127.0.0.1:${port};
       location / {
         proxy_pass http://fleet; proxy_http_version 1.1; proxy_set_header Connection "";
         proxy_buffering off; proxy_read_timeout 610s; proxy_next_upstream error timeout;
       }
     }`,
  )
}

/** Ends the leases of a process now, and waits until its holds are resolved. */
export async function expireLeases({ db }: Store, pid: number): Promise<void> {
  const epochs = await db.selectFrom('epochs').select(['id', 'node']).execute()
  const own = epochs.filter(({ node }) => node.endsWith(`:${pid}`)).map(({ id }) => id)
  // It was taken for dead before, and has not returned.
  if (own.length === 0) return
  await waitUntil('its holds are resolved', async () => {
    // Repeated: its last renewal may still reach the database.
    await db.updateTable('epochs').set({ lease_until: 0 }).where('id', 'in', own).execute()
    const alive = await db.selectFrom('epochs').select('id').where('id', 'in', own).execute()
    const held = await db.selectFrom('reservations').select('ref').where('epoch_id', 'in', own).execute()
    return alive.length === 0 && held.length === 0
  })
}
