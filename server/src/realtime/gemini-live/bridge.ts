import { type JsonRecord, recordOf, textOf } from '@sluice/contract/read-json'
import { isKeyOf } from '@sluice/contract/typed-keys'
import { invalidRequest } from '../../core/invalid-request.ts'
import { parseExactRecord } from '../../core/json/exact-json.ts'
import type { Passed, RealtimeBridge, SessionRefusal } from '../bridge.ts'
import { ClientSpeech } from './client-speech.ts'
import { namesOfBeta, namesOfToday } from './event-names.ts'
import { initialSession } from './initial-session.ts'
import { LiveConnection } from './live-connection.ts'
import { Outbox } from './outbox.ts'
import { parseServerMessage, type ServerMessage } from './parse-server.ts'
import { type LiveItem, readLiveItem } from './read-item.ts'
import { refusalOfLiveClose } from './refusal-of-close.ts'
import { type CutReason, createResponseWriter, type ResponseWriter } from './response-writer.ts'
import { type PendingCall, pcm, sendMessages, sendOutputs } from './send-items.ts'
import { mergeSession, readLiveConfig } from './session-config.ts'

interface BridgeSettings {
  sessionId: string
  model: string
  liveModel: string
  isBeta: boolean
}

/**
 * Google's Live API for clients of OpenAI's events. The first input sets up the session: it can be changed until then,
 * but not afterwards. Items of the client are sent when it requests a response, because Google answers each text and
 * each result at once. `liveModel` is the name in the setup, `model` the client's.
 * https://ai.google.dev/gemini-api/docs/live-api, as known on 2026-11-22
 */
export const createLiveBridge = (settings: BridgeSettings): RealtimeBridge => new LiveBridge(settings)

class LiveBridge implements RealtimeBridge {
  readonly #sessionId: string
  readonly #model: string
  readonly #outbox: Outbox
  readonly #connection: LiveConnection
  readonly #speech: ClientSpeech
  #session: JsonRecord

  /** Items that wait for the client's request for a response. */
  #waiting: LiveItem[] = []
  /** The client marks its turns itself, and has started one. */
  #isSpeaking = false
  /** Input was sent that Google answers without a request. */
  #isAnswerDue = false
  /** Function calls without results so far, by the client's ids. */
  readonly #calls = new Map<string, PendingCall>()

  #response: ResponseWriter | null = null
  #cancelled: CutReason | null = null
  #usage: ServerMessage['usage'] = null

  readonly #clientEvents = {
    'session.update': (event: JsonRecord) => this.#updateSession(recordOf(event.session)),
    'input_audio_buffer.append': (event: JsonRecord) => this.#appendSound(textOf(event.audio)),
    'input_audio_buffer.commit': () => this.#commitSound(),
    'input_audio_buffer.clear': () => this.#clearSound(),
    'conversation.item.create': (event: JsonRecord) => this.#addItem(recordOf(event.item)),
    'conversation.item.truncate': (event: JsonRecord) => this.#truncateItem(event),
    'response.create': (event: JsonRecord) => this.#askForResponse(recordOf(event.response)),
    'response.cancel': () => this.#cancelResponse(),
  }

  constructor({ sessionId, model, liveModel, isBeta }: BridgeSettings) {
    this.#sessionId = sessionId
    this.#model = model
    this.#session = initialSession(model, isBeta)
    this.#outbox = new Outbox(sessionId, isBeta ? namesOfBeta : namesOfToday)
    this.#connection = new LiveConnection(this.#outbox, { model: liveModel, config: readLiveConfig(this.#session) })
    this.#speech = new ClientSpeech(this.#outbox)
  }

  open(): string[] {
    return this.#outbox.collect(() => this.#outbox.emit('session.created', { session: this.#shownSession() })).toClient
  }

  fromClient(message: string): Passed {
    return this.#outbox.collect(() => {
      const event = parseExactRecord(message) ?? {}
      const type = textOf(event.type)
      if (!isKeyOf(this.#clientEvents, type)) throw invalidRequest('eventUnsupported', { event: type.slice(0, 64) })
      this.#clientEvents[type](event)
    })
  }

  fromUpstream(message: string): Passed {
    return this.#outbox.collect(() => this.#readUpstream(parseServerMessage(message)))
  }

  refusalOfClose(code: number, reason: string): SessionRefusal | null {
    return this.#connection.hasStarted ? null : refusalOfLiveClose(code, reason)
  }

  /** A response in progress ends as failed. */
  resume(closeCode: number | null): Passed | null {
    if (!this.#connection.canResume(closeCode)) return null
    return this.#outbox.collect(() => {
      if (this.#response || this.#isAnswerDue) {
        this.#openResponse()
        this.#cancelled = 'connection_lost'
        this.#endTurn()
      }
      this.#connection.resume()
      if (this.#isSpeaking) this.#outbox.sendUpstream({ realtimeInput: { activityStart: {} } })
    })
  }

  #updateSession(update: JsonRecord): void {
    const merged = mergeSession(this.#session, update)
    const changed = readLiveConfig(merged)
    const { isSetUp, config } = this.#connection
    if (isSetUp && JSON.stringify(changed) !== JSON.stringify(config)) throw invalidRequest('sessionFixed')
    this.#session = merged
    this.#connection.config = changed
    this.#outbox.emit('session.updated', { session: this.#shownSession() })
  }

  #shownSession(): JsonRecord {
    return { ...this.#session, object: 'realtime.session', id: `sess_${this.#sessionId}`, model: this.#model }
  }

  #appendSound(data: string): void {
    if (data === '') return
    if (this.#connection.config.detection === null && !this.#isSpeaking) {
      this.#isSpeaking = true
      this.#connection.send({ realtimeInput: { activityStart: {} } })
    }
    this.#speech.hasSound = true
    this.#connection.send({ realtimeInput: { audio: { mimeType: pcm, data } } })
  }

  #commitSound(): void {
    if (!this.#speech.hasSound) throw invalidRequest('soundEmpty')
    this.#speech.commit()
    // If the client marks its turns, the end of a turn is sent with its request for a response.
    if (this.#connection.config.detection === null) return
    this.#connection.send({ realtimeInput: { audioStreamEnd: true } })
    this.#isAnswerDue = true
  }

  #clearSound(): void {
    if (this.#speech.hasSound) throw invalidRequest('soundSent')
    this.#outbox.emit('input_audio_buffer.cleared', {})
  }

  #addItem(given: JsonRecord): void {
    const item = readLiveItem(given)
    if (item.kind === 'output' && !this.#calls.has(item.callId)) throw invalidRequest('callUnknown')
    const isLate = item.kind === 'message' && item.role === 'assistant' && this.#connection.isSetUp
    if (isLate) throw invalidRequest('assistantItemsLate')
    this.#waiting.push(item)
    this.#outbox.showItem({ id: this.#outbox.newId('item'), status: 'completed', ...given })
  }

  /** Google keeps the sent part of an interrupted answer. */
  #truncateItem({ item_id, content_index, audio_end_ms }: JsonRecord): void {
    this.#outbox.emit('conversation.item.truncated', { item_id, content_index, audio_end_ms })
  }

  #askForResponse(requested: JsonRecord): void {
    if (this.#response && this.#cancelled === null) throw invalidRequest('otherResponse')
    const instructions = textOf(requested.instructions)
    if (instructions !== '') this.#waiting.push(textItem(instructions))
    if (this.#waiting.length === 0 && !this.#isSpeaking && !this.#isAnswerDue)
      throw invalidRequest('responseNeedsInput')
    const waiting = this.#waiting
    this.#waiting = []
    const outputs = waiting.filter((item) => item.kind === 'output')
    const messages = waiting.filter((item) => item.kind === 'message')
    sendMessages(this.#connection, messages, { isSpeaking: this.#isSpeaking })
    if (outputs.length > 0) sendOutputs(this.#connection, outputs, this.#calls)
    if (this.#isSpeaking) this.#connection.send({ realtimeInput: { activityEnd: {} } })
    this.#isSpeaking = false
    this.#isAnswerDue = true
  }

  #cancelResponse(): void {
    if (!this.#response) throw invalidRequest('noResponse')
    this.#cancelled ??= 'client_cancelled'
  }

  #readUpstream(message: ServerMessage): void {
    this.#connection.isReady ||= message.isReady
    for (const call of this.#calls.values()) if (message.cancelled.includes(call.id)) call.isWithdrawn = true
    if (message.speech === 'started') this.#speech.start()
    if (message.speech === 'stopped') this.#speech.stop()
    if (message.heard !== '') this.#speech.hear(message.heard)
    this.#passAnswer(message)
    this.#usage = message.usage ?? this.#usage
    if (message.isInterrupted && this.#response) this.#interrupt(message)
    // A call waits for its result: it is the answer to the request.
    if (message.isTurnComplete || message.calls.length > 0) this.#endTurn()
    else if (!this.#response && this.#usage) this.#reportUsage(this.#usage)
    const isQuiet = !this.#response && !this.#isAnswerDue && !this.#isSpeaking && !this.#speech.hasItem
    this.#connection.note(message, isQuiet)
  }

  #passAnswer({ pieces, calls }: ServerMessage): void {
    for (const piece of pieces) {
      const writer = this.#openResponse()
      if (this.#cancelled === null) writer[piece.kind](piece.value)
    }
    for (const call of calls) {
      const id = call.id || this.#outbox.newId('call')
      this.#calls.set(id, { id: call.id, name: call.name, isWithdrawn: false })
      this.#openResponse().call({ ...call, id })
    }
  }

  /** The client speaks again, so its earlier audio needs no further answer. */
  #interrupt({ speech }: ServerMessage): void {
    this.#speech.endTranscript()
    this.#cancelled ??= 'turn_detected'
    if (speech === null) this.#speech.start()
  }

  #openResponse(): ResponseWriter {
    if (this.#response) return this.#response
    this.#isAnswerDue = false
    const { hasSound, hasItem } = this.#speech
    if (hasSound && this.#connection.config.detection && !hasItem) this.#speech.commit()
    this.#response = createResponseWriter({
      names: this.#outbox.names,
      newId: (kind) => this.#outbox.newId(kind),
      emit: (type, fields) => this.#outbox.emit(type, fields),
    })
    return this.#response
  }

  #endTurn(): void {
    if (this.#cancelled !== 'turn_detected') {
      this.#speech.endTranscript()
      // Detected turns leave the silence after them in the buffer.
      if (this.#connection.config.detection) this.#speech.hasSound = false
    }
    if (this.#response) this.#response.end(this.#cancelled, this.#usage)
    else if (this.#usage) this.#outbox.reportUsage(this.#usage)
    this.#response = null
    this.#cancelled = null
    this.#usage = null
  }

  #reportUsage(usage: NonNullable<ServerMessage['usage']>): void {
    this.#outbox.reportUsage(usage)
    this.#usage = null
  }
}

const textItem = (text: string): LiveItem => ({
  kind: 'message',
  role: 'user',
  parts: [{ kind: 'text', text }],
})
