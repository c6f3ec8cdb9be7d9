import type { Ledger, Reservation } from '../ledger/ledger.ts'
import { openLedger } from '../ledger/test-accounts.ts'
import { createBusyPorts } from '../platform/busy-ports.ts'
import type { Clock } from '../platform/clock.ts'
import { parseConfig } from '../platform/config.ts'
import { createLog } from '../platform/log.ts'
import type { CallUpstream } from '../platform/outbound/call-upstream.ts'
import type { GuardedFetch } from '../platform/outbound/guarded-fetch.ts'
import type { GuardedRequest } from '../platform/outbound/guarded-request.ts'
import type { SecretBox } from '../platform/secret-box.ts'
import type { TokenCounter } from '../platform/token-counter/token-counter.ts'
import { createRelay } from '../relay/relay.ts'
import { createState } from '../state/state.ts'
import type { Store } from '../store/open-database.ts'
import { createHookCaller } from './client-hook.ts'
import { createTasks } from './create-tasks.ts'
import { createTaskFollower } from './follow-task.ts'

/** Where a process is killed: while it waits for the maker, before or after a write to the ledger or a message. */
export type KillPoint = 'asking' | 'reserve' | 'reserved' | 'settle' | 'settled' | 'post' | 'posted' | 'tell' | 'told'

/** The rest of a killed process: nothing follows. */
const never = new Promise<never>(() => undefined)

/** Stops what a process does at one point, as a kill does. */
export class Fate {
  #due: { point: KillPoint; reached(): void } | null = null
  #isDead = false
  /** What the process has sent to its database. */
  readonly #sent = new Set<Promise<unknown>>()

  /** Resolves when the process has reached the point, and does nothing more there. */
  killAt(point: KillPoint): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#due = { point, reached: resolve }
    return promise
  }

  /** Resolves when the database has answered what the process sent before. Nothing follows it. */
  async kill(): Promise<void> {
    this.#isDead = true
    await Promise.allSettled(this.#sent)
  }

  /** A write before which and after which the process may be killed. */
  async write<T>(before: KillPoint, send: () => Promise<T>, after: KillPoint): Promise<T> {
    await this.pass(before)
    const sent = send()
    this.#sent.add(sent)
    const result = await sent.finally(() => this.#sent.delete(sent))
    await this.pass(after)
    return result
  }

  spare(): void {
    this.#due = null
  }

  async pass(point: KillPoint): Promise<void> {
    if (this.#due?.point === point) {
      this.#due.reached()
      this.#due = null
      this.#isDead = true
    }
    if (this.#isDead) await never
  }
}

/** The ledger of a process that may be killed at each of its writes for a task. */
function withFate(ledger: Ledger, fate: Fate): Ledger {
  const settling = (reservation: Reservation): Reservation =>
    wrap(reservation, {
      settle: (...given: Parameters<Reservation['settle']>) =>
        fate.write('settle', () => reservation.settle(...given), 'settled'),
    })
  return wrap(ledger, {
    async reserve(...given: Parameters<Ledger['reserve']>) {
      const result = await fate.write('reserve', () => ledger.reserve(...given), 'reserved')
      return result.ok ? { ...result, reservation: settling(result.reservation) } : result
    },
    post: (...given: Parameters<Ledger['post']>) => fate.write('post', () => ledger.post(...given), 'posted'),
  })
}

/** `target` with other methods. Its own ones keep their object. */
function wrap<T extends object>(target: T, own: Partial<T>): T {
  return new Proxy(target, {
    get(_, name) {
      if (Object.hasOwn(own, name)) return Reflect.get(own, name)
      const value = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

interface Place {
  store: Store
  name: string
  clock: Clock
  secretBox: SecretBox
  /** The makers. */
  answer: (request: Parameters<CallUpstream>[0], fate: Fate) => Promise<Response>
  /** Absent = no messages are sent. */
  hookRequest?: GuardedRequest
  /** The setting of that name. */
  outboundAllow?: string
  /** Absent = no file is fetched. */
  fetchImage?: GuardedFetch
}

const noNotice = async () => {}
const unused = () => Promise.reject(new Error('unused'))
const noConnection = { requestIP: () => null, timeout: () => undefined, port: 0 } as unknown as Bun.Server<undefined>

/** A process with what tasks need, from the request of a client to the poller. */
export async function startTaskNode({
  store,
  name,
  clock,
  secretBox,
  answer,
  fetchImage = unused,
  hookRequest = unused,
  outboundAllow = '',
}: Place) {
  const fate = new Fate()
  const { db } = store
  const [config, log] = [parseConfig({ OUTBOUND_ALLOW: outboundAllow }), createLog('silent')]
  const state = await createState({ db, secretBox, clock, log, syncFrequencyMs: 0 })
  const opened = await openLedger(store, { clock, nodeName: name })
  const ledger = withFate(opened, fate)
  const callUpstream: CallUpstream = (request) => answer(request, fate)
  const { reports } = store
  const services = { db, reports, logStore: null, redis: undefined, state, ledger, clock, log, config, secretBox }
  const tasks = createTasks({
    ...services,
    callUpstream,
    hookRequest: (request) => fate.write('tell', () => hookRequest(request), 'told'),
    fetchImage,
    followAddress: unused,
    sendToBucket: unused,
  })
  const relay = createRelay({
    ...services,
    callUpstream,
    tokenCounter: byLength,
    channelNotices: { statusChanged: noNotice, testsDone: noNotice, modelsChanged: noNotice, pricesProposed: noNotice },
    random: Math.random,
    requestIds: () => crypto.randomUUID(),
    clientAddress: () => ({ ip: '198.51.100.7' }),
    busyPorts: createBusyPorts(),
    extensions: tasks.apis,
  })
  const hooks = createHookCaller({ ...services, hookRequest: unused })
  return {
    name,
    fate,
    ledger: opened,
    poller: tasks.poller,
    messages: tasks.messages,
    follower: createTaskFollower({ ...services, hooks }),
    state,
    /** Sends a POST; a GET where the body is null. */
    async send(
      path: string,
      key: string | null,
      body: unknown,
      method = body === null ? 'GET' : 'POST',
    ): Promise<Response> {
      const request = new Request(`http://localhost${path}`, {
        method,
        headers: key === null ? {} : { authorization: `Bearer sk-${key}` },
        ...(body !== null && { body: JSON.stringify(body) }),
      })
      const answering = relay.handle(request, noConnection)
      if (answering === null) throw new Error(`nothing is served at ${path}`)
      return await answering
    },
    async close() {
      await relay.drain(0)
      await opened.close()
      await state.close()
    },
  }
}

export type TaskNode = Awaited<ReturnType<typeof startTaskNode>>

const byLength: TokenCounter = {
  countPrompt: async (body) => JSON.stringify(body).length,
  countText: async (text) => text.length,
  estimatePrompt: (body) => body.length,
  prepare: () => undefined,
  close: () => undefined,
}
