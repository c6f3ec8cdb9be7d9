import type { UsageLogDetail } from '@sluice/contract/usage-log'
import { openLedger, q } from '../ledger/test-accounts.ts'
import { parseConfig } from '../platform/config.ts'
import { createLog } from '../platform/log.ts'
import type { UpstreamRequest } from '../platform/outbound/call-upstream.ts'
import { createSecretBox } from '../platform/secret-box.ts'
import { createManualClock } from '../platform/test-clock.ts'
import type { TokenCounter } from '../platform/token-counter/token-counter.ts'
import { clientTargetOf } from '../protocols/client-target.ts'
import { channelKeySealContext } from '../state/load-channels.ts'
import { createState } from '../state/state.ts'
import { tokenKeyPurpose } from '../store/api-tokens.ts'
import { insertReturningId } from '../store/dialects/writing.ts'
import { writeOptionText } from '../store/options.ts'
import type { NewChannel } from '../store/schema.ts'
import { newTestToken } from '../store/test-api-tokens.ts'
import { newTestChannel } from '../store/test-channels.ts'
import { engines } from '../store/test-databases.ts'
import { insertTestUser } from '../store/test-users.ts'
import { createCallAbort } from './call/call-abort.ts'
import { newCallTrail } from './call/call-trail.ts'
import { createDrainLimit } from './call/drain-limit.ts'
import { newCallSoFar, type RelayCall } from './call/relay-call.ts'
import { clientFormatOf } from './formats/index.ts'
import { createRelayTools } from './relay-tools.ts'

/** What the upstream answers. It may wait, and reject. */
type Answer = (request: UpstreamRequest) => Response | Promise<Response>

export interface TestAccount {
  userId: number
  tokenId: number
  key: string
}

/** The balance of every account at first: in quota, of which ratio 1 takes 1 for a token. */
export const firstBalance = 1_000_000

const noNotice = async () => {}

/**
 * The parts that the stages of a call share, as a server has them: a database, its options, channels and ledger, the
 * limits and the health of channels. The clock is stopped; `answerWith` sets the upstream's answers.
 */
export async function openTestRelay(environment: Record<string, string> = {}) {
  const clock = createManualClock()
  const log = createLog('silent')
  const config = parseConfig(environment)
  const secretBox = createSecretBox('a relay under test')
  const [sqlite] = engines
  if (!sqlite) throw new Error('no database')
  const store = await sqlite.fresh()
  const { db } = store
  const state = await createState({ db, secretBox, clock, log, syncFrequencyMs: 0 })
  const ledger = await openLedger(store, { clock })
  const sent: UpstreamRequest[] = []
  let answer: Answer = () => chatAnswer()
  const { tools, limits, close } = createRelayTools({
    db,
    reports: store.reports,
    logStore: null,
    redis: undefined,
    ledger,
    state,
    clock,
    log,
    config,
    secretBox,
    tokenCounter: byLength,
    random: () => 0,
    channelNotices: {
      statusChanged: noNotice,
      testsDone: noNotice,
      modelsChanged: noNotice,
      pricesProposed: noNotice,
    },
    callUpstream: async (request) => {
      sent.push(request)
      return await answer(request)
    },
  })
  let count = 0

  return {
    clock,
    state,
    ledger,
    tools,
    sent,
    secretBox,
    store,
    answerWith(next: Answer) {
      answer = next
    },
    async setOptions(options: Record<string, unknown>): Promise<void> {
      for (const [name, value] of Object.entries(options))
        await writeOptionText(db, {
          name,
          updatedAt: clock.now(),
          value: typeof value === 'string' ? value : JSON.stringify(value),
        })
      await state.publish({ kind: 'options' })
    },
    async addChannel({ key = 'sk-upstream', ...more }: Partial<NewChannel> & { key?: string } = {}): Promise<number> {
      const id = await insertReturningId(db, 'channels', {
        ...newTestChannel({ base_url: 'http://upstream.example', other_info: '{}', ...more }),
        key_box: secretBox.seal(key, channelKeySealContext),
      })
      await state.publish({ kind: 'channels' })
      return id
    },
    async removeChannels(): Promise<void> {
      await db.deleteFrom('channels').execute()
      await state.publish({ kind: 'channels' })
    },
    /** An account with `firstBalance` and an unlimited token. */
    async addAccount(user: object = {}, token: object = {}, balance = firstBalance): Promise<TestAccount> {
      count += 1
      const userId = await insertTestUser(db, { username: `u${count}`, ...user })
      const key = `key${count}`
      const key_hash = secretBox.lookup(key, tokenKeyPurpose)
      const tokenId = await insertReturningId(db, 'api_tokens', newTestToken({ user_id: userId, key_hash, ...token }))
      if (balance > 0) await ledger.post({ ref: `gift ${count}`, userId, kind: 'credit', amount: q(balance) })
      return { userId, tokenId, key }
    },
    /** A call that has arrived, and its request. */
    arrive(
      key: string | null,
      body: unknown,
      { path = '/v1/chat/completions', headers = {}, ...more }: ArrivedWith = {},
    ): { call: RelayCall; request: Request; soFar: ReturnType<typeof newCallSoFar> } {
      count += 1
      const target = clientTargetOf(path, '')
      if (!target) throw new Error(`no call at ${path}`)
      const request = new Request(`http://localhost${path}`, {
        method: 'POST',
        headers: { ...(key !== null && { authorization: `Bearer sk-${key}` }), ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      })
      const call: RelayCall = {
        id: `call-${count}`,
        target,
        format: clientFormatOf(target),
        path,
        headers: request.headers,
        client: 'test',
        clientAddress: '198.51.100.7',
        clientPort: 0,
        peerAddress: '',
        serverPort: 0,
        startedAt: clock.now(),
        startedMonotonic: clock.monotonic(),
        abort: createCallAbort(),
        drainLimit: createDrainLimit('cancel'),
        limits: limits.open(),
        admitPerson: null,
        attempts: [],
        trail: newCallTrail(),
        trace: null,
        releases: [],
        ...more,
      }
      call.releases.push(() => call.limits.end())
      return { call, request, soFar: newCallSoFar() }
    },
    /** What the account can spend: its balance less what its open calls hold. */
    async readLeft({ userId }: TestAccount): Promise<number> {
      const probe = await ledger.reserve({
        ref: `probe ${++count}`,
        userId,
        tokenId: null,
        deliversAtEnd: true,
        amount: q(Number.MAX_SAFE_INTEGER),
      })
      if (probe.ok) throw new Error('more than any account has')
      return probe.available
    },
    /** The rows of the usage log, oldest first. */
    async readRows({ userId }: TestAccount) {
      await ledger.flush()
      const rows = await db.selectFrom('usage_logs').selectAll().where('user_id', '=', userId).orderBy('id').execute()
      return rows.map((row) => ({ ...row, detail: JSON.parse(row.detail) as UsageLogDetail }))
    },
    async close(): Promise<void> {
      await close()
      await ledger.close()
      await state.close()
      await store.close()
    },
  }
}

export type TestRelay = Awaited<ReturnType<typeof openTestRelay>>

interface ArrivedWith extends Partial<Omit<RelayCall, 'headers' | 'path'>> {
  path?: string
  headers?: Record<string, string>
}

/** Counts a token for each character, so that charges can be calculated by hand. */
const byLength: TokenCounter = {
  countPrompt: async (body) => JSON.stringify(body).length,
  countText: async (text) => text.length,
  estimatePrompt: (body) => body.length,
  prepare: () => undefined,
  close: () => undefined,
}

export const chatBody = (more: object = {}) => ({
  model: 'gpt-4o',
  max_tokens: 100,
  messages: [{ role: 'user', content: 'Where does the river run?' }],
  ...more,
})

/** A whole answer: 20 tokens of output for 10 tokens of input. */
export const chatAnswer = (more: object = {}): Response =>
  Response.json({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1,
    model: 'gpt-4o-2024-08-06',
    choices: [{ index: 0, message: { role: 'assistant', content: 'To the sea.' }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 10, completion_tokens: 20, total_tokens: 30 },
    ...more,
  })

export const refusalAnswer = (status: number, error: object = {}): Response =>
  Response.json({ error: { message: 'no', type: '', param: null, code: null, ...error } }, { status })
