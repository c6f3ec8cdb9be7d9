import { GatewayError } from '../core/errors.ts'
import type { JsonScan } from '../core/json/scan-json.ts'
import { createDeadline, type Deadline } from '../platform/deadline.ts'
import type { UpstreamSocket } from '../platform/outbound/open-socket.ts'
import { withOwnCode } from '../protocols/openai-errors.ts'
import { ownRefusal } from '../relay/answer/build-client-error.ts'
import type { CallEnd } from '../relay/call/call-end.ts'
import type { RelayCall } from '../relay/call/relay-call.ts'
import type { RelayTools } from '../relay/relay-tools.ts'
import { logFailure } from '../store/log-failure.ts'
import { gatewayErrorOf } from '../store/store-error.ts'
import type { AdmittedSession } from './admit-session.ts'
import type { Passed } from './bridge.ts'
import { type ClientEventContext, checkClientEvent, withClientModel } from './client-events.ts'
import type { ClientMessage, ClientSocket, SocketListener } from './client-socket.ts'
import { createMessageLane } from './message-lane.ts'
import { refusalOfSession, type UpstreamSession } from './open-upstream-session.ts'
import { SessionAccount } from './session-account.ts'
import { createSessionMeter, type SessionMeter } from './session-meter.ts'
import { settleSession } from './settle-session.ts'

/** Reading from one side pauses while the other has this much unsent data. */
const waitingBytesMax = 1_048_576
/** How often the unsent data of the upstream's socket is checked, which has no event for it. */
const pollMs = 20

/** Why a session ends. */
interface SessionEnd {
  end: CallEnd
  /** Sent to the client before its connection is closed; null = the close of the other side is passed on. */
  error: GatewayError | null
  code: number
}

export interface RunningSession {
  readonly listener: SocketListener
  /** Resolves when the session has ended and is charged. Never rejects. */
  readonly over: Promise<void>
  /** The server is stopping: the session ends with the current response. */
  finishSoon(): void
}

/**
 * Forwards the events of both sides, no faster than the receiver reads, and charges after each response. Ends when one
 * side closes, when balance, limits or time run out, and when the caller's key or account may no longer call.
 */
export const runSession = (
  tools: RelayTools,
  call: RelayCall,
  session: AdmittedSession,
  upstream: UpstreamSession,
): RunningSession => new SessionOfTwoSockets(tools, call, session, upstream)

class SessionOfTwoSockets implements RunningSession {
  readonly #tools: RelayTools
  readonly #call: RelayCall
  readonly #session: AdmittedSession
  readonly #upstream: UpstreamSession
  readonly #meter: SessionMeter
  readonly #account: SessionAccount
  readonly #idle: Deadline
  readonly #total: Deadline
  readonly #stall: Deadline
  readonly #unsubscribe: () => void
  readonly #over = Promise.withResolvers<void>()
  #socket: UpstreamSocket
  #client: ClientSocket | null = null
  /** Messages that wait for the next connection while the session moves to it; null = it is not moving. */
  #held: string[] | null = null
  #ended: SessionEnd | null = null
  #isStopping = false
  /** The client has not taken the sent data yet. */
  #isClientFull = false
  #transcriber: string | null = null
  /** Extensions and checks of rights run one at a time. */
  #work: Promise<void> = Promise.resolve()
  #pollTimer: ReturnType<typeof setTimeout> | undefined

  constructor(tools: RelayTools, call: RelayCall, session: AdmittedSession, upstream: UpstreamSession) {
    this.#tools = tools
    this.#call = call
    this.#session = session
    this.#upstream = upstream
    this.#socket = upstream.socket
    this.#meter = createSessionMeter({
      transcriber: session.kind === 'transcription' ? 'own' : upstream.bridge === null ? 'other' : 'none',
      model: session.model,
    })
    this.#account = new SessionAccount(tools, call, { session, upstream, meter: this.#meter })
    const { clock, state } = tools.dependencies
    this.#idle = createDeadline(clock, () => this.#finish(limitEnd('realtime_session_idle')))
    this.#total = createDeadline(clock, () => this.#finish(limitEnd('realtime_session_expired')))
    this.#stall = createDeadline(clock, () => this.#finish({ end: 'client_gone', error: null, code: 1008 }))
    const { userId, tokenId } = session.caller
    this.#unsubscribe = state.subscribe((change) => {
      const isOwn =
        (change.kind === 'user' && change.id === userId) || (change.kind === 'token' && change.id === tokenId)
      if (isOwn) this.#queue(() => this.#account.checkCaller())
    })
    call.abort.aborted.catch((error: GatewayError) => this.#finish({ end: 'limit', error, code: 1001 }))
  }

  readonly listener: SocketListener = {
    opened: (client) => this.#clientOpened(client),
    message: (message) => this.#fromClient(message),
    drained: () => this.#clientDrained(),
    closed: () => this.#finish({ end: 'complete', error: null, code: 1000 }),
  }

  get over(): Promise<void> {
    return this.#over.promise
  }

  finishSoon(): void {
    this.#isStopping = true
    if (!this.#meter.isAnswering) this.#finish({ end: 'limit', error: new GatewayError('shutting_down'), code: 1001 })
  }

  #clientOpened(client: ClientSocket): void {
    this.#client = client
    this.#noteActivity()
    this.#total.set(this.#tools.dependencies.config.STREAM_MAX_DURATION * 1_000)
    this.#listenTo(this.#socket)
    for (const event of this.#upstream.bridge?.open() ?? []) this.#toClient(event)
    if (this.#session.opening !== null) this.#configure(this.#session.opening)
    if (this.#socket.readyState >= WebSocket.CLOSING) this.#upstreamClosed(1006, '')
    else this.#socket.resume()
  }

  /** Configures the session as its client secret says. A session that does not fit this upstream ends. */
  #configure(event: string): void {
    try {
      this.#passOn(checkClientEvent(event, this.#eventContext))
    } catch (cause) {
      this.#finish({ end: 'limit', error: gatewayErrorOf(cause), code: 1008 })
    }
  }

  #clientDrained(): void {
    this.#stall.clear()
    this.#isClientFull = false
    if (!this.#ended) this.#socket.resume()
  }

  #noteActivity(): void {
    this.#idle.set(this.#tools.dependencies.config.REALTIME_IDLE_TIMEOUT * 1_000)
  }

  #listenTo(opened: UpstreamSocket): void {
    this.#socket = opened
    // Binary messages arrive as ArrayBuffer, the `binaryType` of the socket.
    opened.onmessage = ({ data }: MessageEvent<string | ArrayBuffer>) => this.#fromUpstream(data)
    opened.onclose = ({ code, reason }) => this.#upstreamLane.after(() => this.#upstreamClosed(code, reason))
  }

  #fromClient(message: ClientMessage): void {
    if (this.#ended) return
    this.#noteActivity()
    this.#clientLane.push(message)
  }

  readonly #clientLane = createMessageLane({
    pass: (message, scan) => this.#passClient(message, scan),
    occupied: () => this.#client?.pause(),
    freed: () => this.#resumeClient(),
  })

  #passClient(message: ClientMessage, scan: JsonScan | undefined): void {
    if (this.#ended) return
    const passed = typeof message === 'string' ? this.#checkedEvent(message, scan) : message
    if (passed === null) return
    this.#answeringRefusals(() => this.#passOn(passed))
    if (this.#waitingBytes <= waitingBytesMax) return
    this.#client?.pause()
    this.#pollTimer ??= setTimeout(() => this.#resumeClient(), pollMs)
  }

  /** Throws GatewayError of the caller for an event that the upstream's bridge does not support. */
  #passOn(message: ClientMessage): void {
    if (typeof message === 'string') this.#meter.pushClient(message)
    const { bridge } = this.#upstream
    if (bridge) this.#sendBridged(bridge.fromClient(asText(message)))
    else this.#socket.send(message)
  }

  /** Data that the upstream has not taken yet. */
  get #waitingBytes(): number {
    if (!this.#held) return this.#socket.bufferedAmount
    return this.#held.reduce((sum, message) => sum + message.length, 0)
  }

  /** Reads from the client again once the upstream has taken enough of the unsent data. */
  #resumeClient(): void {
    this.#pollTimer = undefined
    if (this.#ended) return
    if (this.#waitingBytes > waitingBytesMax) this.#pollTimer = setTimeout(() => this.#resumeClient(), pollMs)
    else this.#client?.resume()
  }

  get #eventContext(): ClientEventContext {
    const { bridge, upstreamModel, channel } = this.#upstream
    return { channel, call: this.#call, session: this.#session, upstreamModel, transcribes: bridge === null }
  }

  /** The event to forward; null if it is refused, after an error event to the client. */
  #checkedEvent(message: string, scan: JsonScan | undefined): string | null {
    try {
      return checkClientEvent(message, { ...this.#eventContext, scan })
    } catch (cause) {
      this.#sendError(gatewayErrorOf(cause))
      return null
    }
  }

  #fromUpstream(data: string | ArrayBuffer): void {
    if (this.#ended || !this.#client) return
    this.#noteActivity()
    const message = typeof data === 'string' ? data : new Uint8Array(data)
    this.#upstreamLane.push(this.#upstream.bridge ? asText(message) : message)
  }

  readonly #upstreamLane = createMessageLane({
    pass: (message) => this.#passUpstream(message),
    occupied: () => this.#socket.pause(),
    freed: () => {
      if (!this.#isClientFull) this.#socket.resume()
    },
  })

  #passUpstream(message: ClientMessage): void {
    if (this.#ended) return
    const { bridge } = this.#upstream
    if (bridge) this.#answeringRefusals(() => this.#sendBridged(bridge.fromUpstream(asText(message))))
    else this.#toClient(message)
  }

  /** Sends the translation of a message. */
  #sendBridged({ toUpstream, toClient, usage, isMoving }: Passed): void {
    for (const message of toUpstream) {
      if (this.#held) this.#held.push(message)
      else this.#socket.send(message)
    }
    for (const event of toClient) this.#toClient(event)
    if (usage) {
      this.#meter.report(usage)
      this.#queue(() => this.#account.bringUpToDate())
    }
    if (isMoving) this.#moveOn(null)
  }

  /** A message without a translation is answered with an error event. */
  #answeringRefusals(pass: () => void): void {
    try {
      pass()
    } catch (cause) {
      if (!(cause instanceof GatewayError)) throw cause
      this.#sendError(cause)
    }
  }

  /** Continues the session on another connection. False = it cannot be continued. */
  #moveOn(closeCode: number | null): boolean {
    if (this.#ended || this.#held) return false
    const passed = this.#upstream.bridge?.resume(closeCode) ?? null
    if (!passed) return false
    this.#held = passed.toUpstream
    const left = this.#socket
    left.onmessage = null
    left.onclose = null
    for (const event of passed.toClient) this.#toClient(event)
    void this.#upstream.reopen().then(
      (opened) => {
        left.close(1000)
        this.#continueOn(opened)
      },
      (cause: unknown) => {
        left.close(1000)
        const error = new GatewayError('upstream_stream_cut', {}, { cause, detail: String(cause) })
        this.#finish({ end: 'upstream_cut', error, code: 1011 })
      },
    )
    return true
  }

  #continueOn(opened: UpstreamSocket): void {
    if (this.#ended) {
      opened.close(1000)
      return
    }
    this.#listenTo(opened)
    for (const message of this.#held ?? []) opened.send(message)
    this.#held = null
    opened.resume()
  }

  #toClient(message: string | Uint8Array): void {
    if (this.#ended || !this.#client) return
    const event = typeof message === 'string' ? this.#meter.push(message) : null
    let shown = message
    if (event?.kind === 'session' && typeof message === 'string') {
      this.#transcriber = event.transcriber ?? this.#transcriber
      const { upstreamModel } = this.#upstream
      shown = withClientModel(message, { ...this.#session, upstreamModel })
    }
    if (this.#client.send(shown) === -1) {
      this.#socket.pause()
      this.#isClientFull = true
      this.#stall.set(this.#tools.dependencies.config.CLIENT_STALL_TIMEOUT * 1_000)
    }
    if (event?.kind === 'response_done' || event?.kind === 'transcribed')
      this.#queue(() => this.#account.bringUpToDate())
    if (event?.kind === 'response_done' && this.#isStopping) this.finishSoon()
  }

  #queue(step: () => Promise<void>): void {
    this.#work = this.#work
      .then(async () => {
        if (!this.#ended) await step()
      })
      .catch((cause: unknown) => {
        logFailure(this.#tools.dependencies.log, { requestId: this.#call.id, cause }, 'a session failed')
        this.#finish({ end: 'limit', error: gatewayErrorOf(cause), code: 1008 })
      })
  }

  #sendError(error: GatewayError): void {
    const { id } = this.#call
    const fields = withOwnCode(ownRefusal(error, this.#call).error, error.code)
    const event = { type: 'error', event_id: `event_${id}`, error: { ...fields, event_id: null } }
    this.#client?.send(JSON.stringify(event))
  }

  #upstreamClosed(code: number, reason: string): void {
    if (this.#ended) return
    const refusal = this.#upstream.bridge?.refusalOfClose(code, reason) ?? null
    if (refusal !== null) {
      const error = refusalOfSession(
        this.#tools,
        { ...this.#upstream, caller: this.#session.caller },
        { ...refusal, message: `${code} ${reason}` },
      )
      this.#finish({ end: 'upstream_error', error, code: 1011 })
    } else if (this.#moveOn(code)) {
      return
    } else if (code === 1000) {
      this.#client?.close(1000, reason)
      this.#finish({ end: 'complete', error: null, code: 1000 })
    } else {
      const error = new GatewayError('upstream_stream_cut', {}, { detail: `${code} ${reason}` })
      this.#finish({ end: 'upstream_cut', error, code: 1011 })
    }
  }

  #finish(how: SessionEnd): void {
    if (this.#ended) return
    this.#ended = how
    this.#unsubscribe()
    clearTimeout(this.#pollTimer)
    for (const deadline of [this.#idle, this.#total, this.#stall]) deadline.clear()
    const socket = this.#socket
    socket.onmessage = null
    socket.onclose = null
    socket.resume()
    socket.close(1000)
    void this.#settle(how)
  }

  /** After the running work. Never rejects. */
  async #settle(how: SessionEnd): Promise<void> {
    const { log } = this.#tools.dependencies
    const ended = { meter: this.#meter, transcriber: this.#transcriber, ...how }
    await this.#work
    const error = await settleSession(this.#tools, this.#call, this.#session, this.#upstream, ended).catch(
      (err: unknown) => {
        log.error({ requestId: this.#call.id, err }, 'a session was not settled')
        return how.error
      },
    )
    if (error) this.#sendError(error)
    this.#client?.close(error && !how.error ? 1011 : how.code, error?.code ?? '')
    this.#over.resolve()
  }
}

const decoder = new TextDecoder()

const asText = (message: string | Uint8Array): string =>
  typeof message === 'string' ? message : decoder.decode(message)

const limitEnd = (code: 'realtime_session_idle' | 'realtime_session_expired'): SessionEnd => ({
  end: 'limit',
  error: new GatewayError(code),
  code: 1001,
})
