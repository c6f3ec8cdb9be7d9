import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { auditLedger } from '../src/cli/ledger-audit.ts'
import { correctionRefOf } from '../src/ledger/correct-charge.ts'
import { accounts, password } from './accounts.ts'
import { createToken, login } from './api-client.ts'
import { auditMoney } from './audit-money.ts'
import { type EngineName, engineNames } from './databases.ts'
import { type ChatScript, fakeOpenAi } from './fake-openai.ts'
import { type FakeUpstream, startFakeUpstream } from './fake-upstream.ts'
import { type Fleet, startFleet } from './fleet.ts'
import { waitUntil, waitUntilNothingIsHeld } from './wait-until.ts'

// Random histories of two nodes under load, of which one loses the database at a time: its connections are refused, its
// packets dropped, or it is frozen while the database restarts; for a moment, or until the other node takes it for dead
// and ends its calls. Afterwards what clients received is compared with what they were charged.
// TEST_PARTITION_MINUTES sets how long each database is tested (by default three faults), TEST_SEED which faults occur.

const redisUrl = process.env.TEST_REDIS_URL
const minutes = Number(process.env.TEST_PARTITION_MINUTES ?? 0)
const seed = Number(process.env.TEST_SEED ?? Math.floor(Math.random() * 2 ** 31))
const engines = (['PostgreSQL', 'MariaDB'] as const satisfies EngineName[]).filter((one) => engineNames.includes(one))
/** So many faults pass between two comparisons. */
const faultsMin = minutes > 0 ? 20 : 3
const isPossible = redisUrl !== undefined && process.env.TEST_NGINX !== undefined

const pieces: ChatScript = {
  parts: Array.from({ length: 40 }, (_, index) => ` word${index}`),
  usage: { prompt_tokens: 50, completion_tokens: 400 },
}
const slowly = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [index + 1, () => Bun.sleep(50)]))

/** The kinds of calls, each with its price. */
const kinds = {
  stream: { model: 'gpt-4o', stream: true },
  plain: { model: 'gpt-4o', stream: false },
  fixed: { model: 'fixed-price', stream: false },
} as const
type Kind = keyof typeof kinds
const kindOf = (at: number): Kind => (['stream', 'plain', 'fixed'] as const)[at % 3] ?? 'plain'

interface Received {
  id: string
  kind: Kind
  /** The status, and whether all of the answer arrived. */
  status: number
  isWhole: boolean
}

describe.skipIf(!isPossible).each(engines)(`partitions of a node from %s (TEST_SEED=${seed})`, (engine) => {
  let fleet: Fleet
  let upstream: FakeUpstream
  let keys: string[]
  const prices = new Map<Kind, number>()
  const received: Received[] = []
  beforeAll(async () => {
    upstream = await startFakeUpstream(async (exchange) => {
      if (!exchange.request.body.includes('"stream":true')) await Bun.sleep(700)
      await fakeOpenAi({ ...pieces, before: slowly })(exchange)
    })
    fleet = await startFleet({ engine, size: 2, redisUrl: redisUrl ?? '' })
    const root = fleet.first.api('root')
    await fleet.first.addChannel(upstream.url, { models: 'gpt-4o,fixed-price' })
    await root.put('/api/option/', { key: 'ModelPrice', value: '{"fixed-price":0.01}' })
    await root.put('/api/option/', { key: 'ModelRatio', value: '{"gpt-4o":1}' })
    await root.put('/api/option/', { key: 'CompletionRatio', value: '{"gpt-4o":2}' })
    // The second account has so little that what one node releases is spent at the other.
    keys = [await fleet.first.makeToken('user'), await poorToken()]
    await waitUntil('both nodes serve', async () => {
      const answers = await Promise.all([0, 1].flatMap((node) => [call(node, 'fixed', 0), call(node, 'plain', 0)]))
      return answers.every(({ status }) => status === 200)
    })
    for (const kind of ['stream', 'plain', 'fixed'] as const)
      prices.set(kind, await chargeOf((await call(0, kind, 0)).id))
    expect([...prices.values()]).toEqual([850, 850, 5_000])
  }, 400_000)
  afterAll(async () => {
    await fleet?.stop()
    await upstream?.close()
  }, 180_000)

  async function poorToken(): Promise<string> {
    const root = fleet.first.api('root')
    await root.post('/api/user/', { username: 'poor', password })
    const client = await login(fleet.first.url, 'poor', password)
    await root.put('/api/user/', { id: client.user.id, quota: 60_000 })
    return (await createToken(client)).key
  }

  async function call(node: number, kind: Kind, account: number): Promise<Received> {
    const answer = await fetch(`${fleet.nodes[node]}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${keys[account]}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...kinds[kind], messages: [{ role: 'user', content: 'river' }] }),
    })
    const text = await answer.text().catch(() => '')
    const isWhole = kinds[kind].stream ? text.endsWith('data: [DONE]\n\n') : text.endsWith('}')
    const id = answer.headers.get('x-oneapi-request-id') ?? ''
    return { id, kind, status: answer.status, isWhole: answer.ok && isWhole }
  }

  const chargeOf = async (id: string): Promise<number> => {
    const entries = await fleet.store.db
      .selectFrom('ledger_entries')
      .select('amount')
      .where('ref', 'in', [id, correctionRefOf(id)])
      .execute()
    return entries.reduce((sum, { amount }) => sum - amount, 0)
  }

  /** Calls at both nodes until the returned function is called. */
  function startCallers(random: () => number) {
    let isOver = false
    const caller = async (node: number, account: number) => {
      while (!isOver) {
        const answer = await call(node, kindOf(Math.floor(random() * 3)), account).catch(() => null)
        if (answer) received.push(answer)
        if (answer?.status !== 200) await Bun.sleep(200)
      }
    }
    const callers = [0, 1].flatMap((node) => [0, 0, 0, 1, 1].map((account) => caller(node, account)))
    return async () => {
      isOver = true
      await Promise.all(callers)
    }
  }

  const isDone = () => true
  const isNotDone = () => false

  /** One node loses the database, and gets it back. */
  async function breakOne(random: () => number): Promise<string> {
    const node = Math.floor(random() * 2)
    const kind = (['cut', 'silence', 'freeze'] as const)[Math.floor(random() * 3)] ?? 'cut'
    const isLong = random() < 0.7
    const waitMs = Math.floor(random() * 3_000)
    const { pid } = fleet.process(node)
    const wire = fleet.databaseOf(node)
    if (kind === 'freeze') process.kill(pid, 'SIGSTOP')
    if (kind === 'silence') wire.silence()
    else wire.cut()
    await Bun.sleep(waitMs)
    if (isLong) await fleet.expireLeases(node)
    if (kind === 'freeze') {
      process.kill(pid, 'SIGCONT')
      await Bun.sleep(waitMs)
    }
    wire.restore()
    const name = `node ${node}: ${kind}${isLong ? ' until it is taken for dead' : ''}, ${waitMs} ms`
    let status = 0
    const isServing = async () => {
      status = (await call(node, 'fixed', 0)).status
      return status === 200
    }
    await waitUntil(`it serves again after ${name}`, isServing).catch((cause: unknown) => {
      throw new Error(`after ${name}, it answers ${status}`, { cause })
    })
    // A long history spends all that the accounts have, and others may have spent what the poor one had.
    const balances: Record<string, number> = { [accounts.user.username]: accounts.user.balance, poor: 60_000 }
    const rows = await fleet.store.db
      .selectFrom('users')
      .select(['id', 'username'])
      .where('username', 'in', Object.keys(balances))
      .execute()
    expect(rows).toHaveLength(2)
    const refill = async () => {
      for (const { id, username } of rows)
        await fleet.first.api('root').put('/api/user/', { id, quota: balances[username] })
    }
    // The console of the node may refuse for a moment longer than its calls.
    await waitUntil('the accounts have money', () => refill().then(isDone, isNotDone))
    return name
  }

  /** What happened to the nodes while both were called. */
  async function breakUnderLoad(random: () => number): Promise<string[]> {
    const faults: string[] = []
    const stop = startCallers(random)
    try {
      while (faults.length < faultsMin) {
        await Bun.sleep(1_000 + random() * 2_000)
        faults.push(await breakOne(random))
      }
    } finally {
      await stop()
    }
    return faults
  }

  /** Compares all answers since the last comparison. Returns how many arrived whole. */
  async function compare(faults: readonly string[]): Promise<number> {
    await waitUntilNothingIsHeld(fleet.store)
    const wrong: string[] = []
    for (const { id, kind, status, isWhole } of received) {
      const charge = await chargeOf(id)
      const price = prices.get(kind) ?? 0
      const isRight = isWhole ? charge === price : status === 200 ? charge <= price : charge === 0
      if (!isRight) wrong.push(`${kind} ${id}: status ${status}, ${isWhole ? 'whole' : 'cut'}, charged ${charge}`)
    }
    const whole = received.splice(0).filter((one) => one.isWhole).length
    const report = await auditLedger(fleet.store)
    expect({ wrong, faults }).toEqual({ wrong: [], faults })
    expect(await auditMoney(fleet.store)).toEqual([])
    expect(report).toMatchObject({ findings: [], usageRowDifferences: [] })
    expect(whole).toBeGreaterThan(0)
    return whole
  }

  test(
    'each answer that arrived whole is charged once, at its whole price, and no other more than that',
    async () => {
      const random = createRandom(seed)
      const until = Date.now() + minutes * 60_000
      for (let turns = 0; turns < faultsMin || Date.now() < until; turns += faultsMin) {
        const faults = await breakUnderLoad(random)
        // A long history is compared as it goes on, so that a wrong sum is found near its cause.
        const whole = await compare(faults)
        if (minutes > 0)
          process.stderr.write(`${engine}: ${turns + faultsMin} faults, ${whole} whole answers are right\n`)
      }
    },
    300_000 + minutes * 70_000,
  )
})

/** Mulberry32. */
function createRandom(from: number): () => number {
  let state = from
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
