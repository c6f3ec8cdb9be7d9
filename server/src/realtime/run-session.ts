import { quota } from '@sluice/contract/quota'
import { recordOf } from '@sluice/contract/read-json'
import { GatewayError } from '../core/errors.ts'
import { invalidRequest } from '../core/invalid-request.ts'
import { createDeadline } from '../platform/deadline.ts'
import type { UpstreamSocket } from '../platform/outbound/open-socket.ts'
import { buildSessionChange, parseSessionChange } from '../protocols/openai-realtime/client-event.ts'
import { priceOf } from '../relay/admission/price-of.ts'
import { messageFor } from '../relay/answer/build-client-error.ts'
import type { CallEnd } from '../relay/call/call-end.ts'
import type { RelayCall } from '../relay/call/relay-call.ts'
import { authenticate } from '../relay/entry/authenticate.ts'
import type { RelayTools } from '../relay/relay-tools.ts'
import { gatewayErrorOf } from '../store/store-error.ts'
import type { AdmittedSession } from './admit-session.ts'
import type { Passed } from './bridge.ts'
import type { ClientMessage, ClientSocket, SocketListener } from './client-socket.ts'
import { refusalOfSession, type UpstreamSession } from './open-upstream-session.ts'
import { createSessionMeter, priceUse } from './session-meter.ts'
import { buildSessionRow, settleSession } from './settle-session.ts'

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
  listener: SocketListener
  /** Resolves when the session has ended and is charged. Never rejects. */
  over: Promise<void>
  /** The server is stopping: the session ends with the current response. */
  finishSoon(): void
}

/**
 * Forwards the events of both sides, no faster than the receiver reads, and charges after each response. Ends when one
 * side closes, when balance, limits or time run out, and when the caller's key or account may no longer call.
 */
export function runSession(
  tools: RelayTools,
  call: RelayCall,
  session: AdmittedSession,
  upstream: UpstreamSession,
): RunningSession {
  const { clock, config, log, state } = tools.dependencies
  const { bridge } = upstream
  let { socket } = upstream
  /** Messages that wait for the next connection while the session moves to it; null = it is not moving. */
  let held: string[] | null = null
  const { caller, reservation, terms } = session
  const meter = createSessionMeter({ hasTranscriber: bridge === null })
  const { promise: over, resolve } = Promise.withResolvers<void>()
  let client: ClientSocket | null = null
  let ended: SessionEnd | null = null
  let isStopping = false
  let transcriber: string | null = null
  /** Extensions and checks of rights run one at a time. */
  let work: Promise<void> = Promise.resolve()
  let pollTimer: ReturnType<typeof setTimeout> | undefined

  const idle = createDeadline(clock, () => finish(limitEnd('realtime_session_idle')))
  const total = createDeadline(clock, () => finish(limitEnd('realtime_session_expired')))
  const stall = createDeadline(clock, () => finish({ end: 'client_gone', error: null, code: 1008 }))
  const noteActivity = () => idle.set(config.REALTIME_IDLE_TIMEOUT * 1_000)
  const unsubscribe = state.subscribe((change) => {
    const isOwn =
      (change.kind === 'user' && change.id === caller.userId) ||
      (change.kind === 'token' && change.id === caller.tokenId)
    if (isOwn) queue(checkCaller)
  })
  call.abort.aborted.catch((error: GatewayError) => finish({ end: 'limit', error, code: 1001 }))

  const listener: SocketListener = {
    opened(opened) {
      client = opened
      noteActivity()
      total.set(config.STREAM_MAX_DURATION * 1_000)
      listenTo(socket)
      for (const event of bridge?.open() ?? []) toClient(event)
      if (socket.readyState >= WebSocket.CLOSING) upstreamClosed(1006, '')
      else socket.resume()
    },
    message: fromClient,
    drained() {
      stall.clear()
      if (!ended) socket.resume()
    },
    closed: () => finish({ end: 'complete', error: null, code: 1000 }),
  }
  return { listener, over, finishSoon }

  function listenTo(opened: UpstreamSocket): void {
    socket = opened
    // Binary messages arrive as ArrayBuffer, the `binaryType` of the socket.
    socket.onmessage = ({ data }: MessageEvent<string | ArrayBuffer>) => fromUpstream(data)
    socket.onclose = ({ code, reason }) => upstreamClosed(code, reason)
  }

  function finishSoon(): void {
    isStopping = true
    if (!meter.isAnswering) finish({ end: 'limit', error: new GatewayError('shutting_down'), code: 1001 })
  }

  function fromClient(message: ClientMessage): void {
    if (ended) return
    noteActivity()
    const passed = typeof message === 'string' ? checkedEvent(message) : message
    if (passed === null) return
    if (bridge) bridged(() => bridge.fromClient(asText(passed)))
    else socket.send(passed)
    if (waitingBytes() <= waitingBytesMax) return
    client?.pause()
    pollTimer ??= setTimeout(resumeClient, pollMs)
  }

  function waitingBytes(): number {
    if (!held) return socket.bufferedAmount
    return held.reduce((sum, message) => sum + message.length, 0)
  }

  /** Reads from the client again once the upstream has taken enough of the unsent data. */
  function resumeClient(): void {
    pollTimer = undefined
    if (ended) return
    if (waitingBytes() > waitingBytesMax) pollTimer = setTimeout(resumeClient, pollMs)
    else client?.resume()
  }

  /** The event to forward; null if it is refused, after an error event to the client. */
  function checkedEvent(message: string): string | null {
    const change = parseSessionChange(message)
    if (change === null) return message
    try {
      if (change === 'unreadable') throw invalidRequest('eventUnreadable')
      if (change.transcriber !== null && bridge === null) checkTranscriber(change.transcriber)
      if (change.model === null) return buildSessionChange(change.event, null)
      if (change.model !== session.model && change.model !== upstream.upstreamModel)
        throw invalidRequest('sessionModelFixed')
      return buildSessionChange(change.event, upstream.upstreamModel)
    } catch (cause) {
      sendError(gatewayErrorOf(cause))
      return null
    }
  }

  function checkTranscriber(model: string): void {
    if (caller.modelLimits && !caller.modelLimits.has(model)) throw new GatewayError('model_not_allowed', { model })
    if (!priceOf(call, caller, model, session.snapshot.options)) throw new GatewayError('model_price_error', { model })
  }

  function fromUpstream(data: string | ArrayBuffer): void {
    if (ended || !client) return
    noteActivity()
    const message = typeof data === 'string' ? data : new Uint8Array(data)
    if (bridge) bridged(() => bridge.fromUpstream(asText(message)))
    else toClient(message)
  }

  /** Sends the translation of a message. A client event without a translation is answered with an error event. */
  function bridged(pass: () => Passed): void {
    try {
      const { toUpstream, toClient: events, usage, isMoving } = pass()
      for (const message of toUpstream) {
        if (held) held.push(message)
        else socket.send(message)
      }
      for (const event of events) toClient(event)
      if (usage) {
        meter.report(usage)
        queue(account)
      }
      if (isMoving) moveOn(null)
    } catch (cause) {
      if (!(cause instanceof GatewayError)) throw cause
      sendError(cause)
    }
  }

  /** Continues the session on another connection. False = it cannot be continued. */
  function moveOn(closeCode: number | null): boolean {
    if (ended || held) return false
    const passed = bridge?.resume(closeCode) ?? null
    if (!passed) return false
    held = passed.toUpstream
    const left = socket
    left.onmessage = null
    left.onclose = null
    for (const event of passed.toClient) toClient(event)
    void upstream.reopen().then(
      (opened) => {
        left.close(1000)
        if (ended) return opened.close(1000)
        listenTo(opened)
        for (const message of held ?? []) socket.send(message)
        held = null
        socket.resume()
      },
      (cause: unknown) => {
        left.close(1000)
        const error = new GatewayError('upstream_stream_cut', {}, { cause, detail: String(cause) })
        finish({ end: 'upstream_cut', error, code: 1011 })
      },
    )
    return true
  }

  function toClient(message: string | Uint8Array): void {
    if (ended || !client) return
    const event = typeof message === 'string' ? meter.push(message) : null
    if (event?.kind === 'session') transcriber = event.transcriber ?? transcriber
    const shown = event?.kind === 'session' && typeof message === 'string' ? withClientModel(message) : message
    if (client.send(shown) === -1) {
      socket.pause()
      stall.set(config.CLIENT_STALL_TIMEOUT * 1_000)
    }
    if (event?.kind === 'response_done' || event?.kind === 'transcribed') queue(account)
    if (event?.kind === 'response_done' && isStopping) finishSoon()
  }

  /** The session with the caller's name of the model. */
  function withClientModel(message: string): string {
    if (upstream.upstreamModel === session.model) return message
    const event = recordOf(JSON.parse(message))
    return recordOf(event.session).model === undefined ? message : buildSessionChange(event, session.model)
  }

  function queue(step: () => Promise<void>): void {
    work = work.then(async () => {
      if (!ended) await step()
    })
    work = work.catch((cause: unknown) => {
      const error = gatewayErrorOf(cause)
      if (error.owner === 'gateway') log.error({ requestId: call.id, err: cause }, 'a session failed')
      finish({ end: 'limit', error, code: 1008 })
    })
  }

  /** Records what would be charged if this process died now, and extends the hold for the next response. */
  async function account(): Promise<void> {
    const charge = priceUse(meter.use(), terms)
    const row = buildSessionRow(tools, call, session, upstream, meter.use(), 'recovered')
    if (reservation.isLost) throw new GatewayError('reservation_lost')
    reservation.checkpoint(charge.quota, row, upstream.channel.id)
    await checkCaller()
    const extra = charge.quota + session.step - reservation.amount
    if (extra <= 0) return
    const refusal = await call.limits.extend(extra)
    if (refusal) throw refusal
    const result = await reservation.extend(quota(extra))
    if (result === 'lost') throw new GatewayError('reservation_lost')
    if (result === 'short') throw new GatewayError('insufficient_user_quota', { available: 0, needed: extra })
  }

  /** Throws if key or account may no longer call. */
  async function checkCaller(): Promise<void> {
    await authenticate(tools.directory, call, clock.now())
  }

  function sendError(error: GatewayError): void {
    const fields = { type: 'new_api_error', code: error.code, message: messageFor(error, call), param: null }
    client?.send(JSON.stringify({ type: 'error', event_id: `event_${call.id}`, error: { ...fields, event_id: null } }))
  }

  function upstreamClosed(code: number, reason: string): void {
    if (ended) return
    const refusal = bridge?.refusalOfClose(code, reason) ?? null
    if (refusal !== null) {
      const error = refusalOfSession(tools, upstream, { ...refusal, message: `${code} ${reason}` })
      finish({ end: 'upstream_error', error, code: 1011 })
    } else if (moveOn(code)) {
      return
    } else if (code === 1000) {
      client?.close(1000, reason)
      finish({ end: 'complete', error: null, code: 1000 })
    } else {
      const error = new GatewayError('upstream_stream_cut', {}, { detail: `${code} ${reason}` })
      finish({ end: 'upstream_cut', error, code: 1011 })
    }
  }

  function finish(how: SessionEnd): void {
    if (ended) return
    ended = how
    unsubscribe()
    clearTimeout(pollTimer)
    for (const deadline of [idle, total, stall]) deadline.clear()
    socket.onmessage = null
    socket.onclose = null
    socket.resume()
    socket.close(1000)
    void work
      .then(() => settleSession(tools, call, session, upstream, { meter, transcriber, ...how }))
      .catch((err: unknown) => {
        log.error({ requestId: call.id, err }, 'a session was not settled')
        return how.error
      })
      .then((error) => {
        if (error) sendError(error)
        client?.close(error && !how.error ? 1011 : how.code, error?.code ?? '')
        resolve()
      })
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
