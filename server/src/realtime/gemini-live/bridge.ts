import { isRecord, type JsonRecord, parseRecord, recordOf, textOf } from '@sluice/contract/read-json'
import { isKeyOf } from '@sluice/contract/typed-keys'
import { invalidRequest } from '../../core/invalid-request.ts'
import type { Passed, RealtimeBridge } from '../bridge.ts'
import { buildSetup } from './build-setup.ts'
import { namesOfBeta, namesOfToday } from './event-names.ts'
import { parseServerMessage, type ServerMessage } from './parse-server.ts'
import { type LiveItem, type LivePart, readLiveItem } from './read-item.ts'
import { type CutReason, createResponseWriter, type ResponseWriter } from './response-writer.ts'
import { type LiveConfig, mergeSession, readLiveConfig } from './session-config.ts'
import { statusOfLiveClose } from './status-of-close.ts'

const pcm = 'audio/pcm;rate=24000'

/**
 * Google's Live API for clients of OpenAI's events. The first input sets up the session: it can be changed until then,
 * but not afterwards. Items of the client are sent when it requests a response, because Google answers each text and
 * each result at once. `liveModel` is the name in the setup, `model` the client's.
 * https://ai.google.dev/gemini-api/docs/live-api, as known on 2026-11-22
 */
export function createLiveBridge({
  sessionId,
  model,
  liveModel,
  isBeta,
}: {
  sessionId: string
  model: string
  liveModel: string
  isBeta: boolean
}): RealtimeBridge {
  const names = isBeta ? namesOfBeta : namesOfToday
  let session: JsonRecord = isBeta ? betaSession(model) : sessionOfToday(model)
  let config: LiveConfig = readLiveConfig(session)
  let isSetUp = false
  let isReady = false
  let made = 0
  let passed: Passed = { toUpstream: [], toClient: [] }

  /** Items that wait for the client's request for a response. */
  let waiting: LiveItem[] = []
  /** The client has sent audio since its last commit. */
  let hasSound = false
  /** The client marks its turns itself, and has started one. */
  let isSpeaking = false
  /** Input was sent that Google answers without a request. */
  let isAnswerDue = false
  /** The item of the client's current speech. */
  let spokenItem: { id: string; transcript: string } | null = null
  /** The id of the next item with the client's audio, if an event has already named it. */
  let announcedId: string | null = null
  /** Function calls without results so far, by the client's ids. */
  const calls = new Map<string, PendingCall>()

  const clientEvents = {
    'session.update': (event: JsonRecord) => updateSession(recordOf(event.session)),
    'input_audio_buffer.append': (event: JsonRecord) => appendSound(textOf(event.audio)),
    'input_audio_buffer.commit': commitSound,
    'input_audio_buffer.clear': clearSound,
    'conversation.item.create': (event: JsonRecord) => addItem(recordOf(event.item)),
    'conversation.item.truncate': truncateItem,
    'response.create': (event: JsonRecord) => askForResponse(recordOf(event.response)),
    'response.cancel': cancelResponse,
  }
  let response: ResponseWriter | null = null
  let cancelled: CutReason | null = null
  let usage: ServerMessage['usage'] = null

  /** Continues the session on another connection; '' = none has arrived. */
  let handle = ''
  /** The handle includes the whole conversation so far. */
  let isCovered = false
  /** Google will close the connection soon. */
  let isLeaving = false

  return {
    open: () => collect(() => emit('session.created', { session: shownSession() })).toClient,
    fromClient: (message) => collect(() => readClient(parseRecord(message) ?? {})),
    fromUpstream: (message) => collect(() => readUpstream(parseServerMessage(message))),
    statusOfClose: (code, reason) => (isReady || handle !== '' ? null : statusOfLiveClose(code, reason)),
    resume,
  }

  function collect(work: () => void): Passed {
    passed = { toUpstream: [], toClient: [] }
    work()
    return passed
  }

  function emit(type: string, fields: JsonRecord): void {
    passed.toClient.push(JSON.stringify({ type, event_id: `event_${sessionId}${made++}`, ...fields }))
  }

  /** The setup precedes the first message. */
  function send(message: JsonRecord, hasHistory = false): void {
    if (!isSetUp) passed.toUpstream.push(JSON.stringify(buildSetup(liveModel, config, { hasHistory })))
    isSetUp = true
    // Audio is sent all the time, mostly silence: it counts only once Google detects speech in it.
    if (!isRecord(recordOf(message.realtimeInput).audio)) isCovered = false
    passed.toUpstream.push(JSON.stringify(message))
  }

  function readClient(event: JsonRecord): void {
    const type = textOf(event.type)
    if (!isKeyOf(clientEvents, type)) throw invalidRequest('eventUnsupported', { event: type.slice(0, 64) })
    clientEvents[type](event)
  }

  function clearSound(): void {
    if (hasSound) throw invalidRequest('soundSent')
    emit('input_audio_buffer.cleared', {})
  }

  /** Google keeps the sent part of an interrupted answer. */
  function truncateItem({ item_id, content_index, audio_end_ms }: JsonRecord): void {
    emit('conversation.item.truncated', { item_id, content_index, audio_end_ms })
  }

  function cancelResponse(): void {
    if (!response) throw invalidRequest('noResponse')
    cancelled ??= 'client_cancelled'
  }

  function updateSession(update: JsonRecord): void {
    const merged = mergeSession(session, update)
    const changed = readLiveConfig(merged)
    if (isSetUp && JSON.stringify(changed) !== JSON.stringify(config)) throw invalidRequest('sessionFixed')
    session = merged
    config = changed
    emit('session.updated', { session: shownSession() })
  }

  function shownSession(): JsonRecord {
    return { ...session, object: 'realtime.session', id: `sess_${sessionId}`, model }
  }

  function appendSound(data: string): void {
    if (data === '') return
    if (config.detection === null && !isSpeaking) {
      isSpeaking = true
      send({ realtimeInput: { activityStart: {} } })
    }
    hasSound = true
    send({ realtimeInput: { audio: { mimeType: pcm, data } } })
  }

  function commitSound(): void {
    if (!hasSound) throw invalidRequest('soundEmpty')
    const item = commitItem()
    // If the client marks its turns, the end of a turn is sent with its request for a response.
    if (config.detection === null) return
    send({ realtimeInput: { audioStreamEnd: true } })
    isAnswerDue = true
    spokenItem = item
  }

  /** The client's speech as an item of the conversation. */
  function commitItem(): { id: string; transcript: string } {
    const item = { id: announcedId ?? newId('item'), transcript: '' }
    announcedId = null
    hasSound = false
    spokenItem = item
    emit('input_audio_buffer.committed', { item_id: item.id, previous_item_id: null })
    const content = [{ type: 'input_audio', transcript: null }]
    showItem({ id: item.id, type: 'message', role: 'user', status: 'completed', content })
    return item
  }

  function showItem(given: JsonRecord): void {
    const item = { object: 'realtime.item', ...given }
    emit(names.itemAdded, { previous_item_id: null, item })
    if (names.itemDone) emit(names.itemDone, { previous_item_id: null, item })
  }

  function addItem(given: JsonRecord): void {
    const item = readLiveItem(given)
    if (item.kind === 'output' && !calls.has(item.callId)) throw invalidRequest('callUnknown')
    if (item.kind === 'message' && item.role === 'assistant' && isSetUp) throw invalidRequest('assistantItemsLate')
    waiting.push(item)
    showItem({ id: newId('item'), status: 'completed', ...given })
  }

  function askForResponse(asked: JsonRecord): void {
    if (response && cancelled === null) throw invalidRequest('otherResponse')
    const instructions = textOf(asked.instructions)
    if (instructions !== '') waiting.push(textItem(instructions))
    if (waiting.length === 0 && !isSpeaking && !isAnswerDue) throw invalidRequest('responseNeedsInput')
    const [outputs, messages] = [waiting.filter(isOutput), waiting.filter(isMessage)]
    waiting = []
    sendMessages(messages)
    if (outputs.length > 0) sendOutputs(outputs)
    if (isSpeaking) send({ realtimeInput: { activityEnd: {} } })
    isSpeaking = false
    isAnswerDue = true
  }

  function sendMessages(messages: Extract<LiveItem, { kind: 'message' }>[]): void {
    // Items before the first request are history; Google accepts no history later.
    const history = isSetUp ? [] : messages.slice(0, -1)
    if (history.length > 0) send({ clientContent: { turns: turnsOf(history), turnComplete: true } }, true)
    const parts = messages.slice(history.length).flatMap((message) => message.parts)
    if (parts.length > 0) sendParts(parts)
  }

  function sendParts(parts: LivePart[]): void {
    const isMarked = config.detection === null && !isSpeaking
    if (isMarked) send({ realtimeInput: { activityStart: {} } })
    for (const part of parts) {
      if (part.kind === 'image') send({ realtimeInput: { video: { mimeType: part.mimeType, data: part.data } } })
      if (part.kind === 'audio') send({ realtimeInput: { audio: { mimeType: pcm, data: part.data } } })
    }
    const texts = parts.flatMap((part) => (part.kind === 'text' && part.text !== '' ? [part.text] : []))
    if (texts.length > 0) send({ realtimeInput: { text: texts.join('\n\n') } })
    else if (config.detection) send({ realtimeInput: { audioStreamEnd: true } })
    if (isMarked) send({ realtimeInput: { activityEnd: {} } })
  }

  function sendOutputs(outputs: Extract<LiveItem, { kind: 'output' }>[]): void {
    const functionResponses = outputs.flatMap(({ callId, response: result }) => {
      const call = calls.get(callId)
      calls.delete(callId)
      if (!call || call.isWithdrawn) return []
      return [{ ...(call.id !== '' && { id: call.id }), name: call.name, response: result }]
    })
    if (functionResponses.length > 0) send({ toolResponse: { functionResponses } })
  }

  /**
   * A response in progress ends as failed. A connection that breaks off before its setup is confirmed is not continued,
   * or a refusing upstream would be called without end.
   */
  function resume(closeCode: number | null): Passed | null {
    const isOver = closeCode === 1000 && !isLeaving
    if (handle === '' || !isReady || isOver) return null
    return collect(() => {
      if (response || isAnswerDue) {
        openResponse()
        cancelled = 'connection_lost'
        endTurn()
      }
      isReady = false
      isLeaving = false
      passed.toUpstream.push(JSON.stringify(buildSetup(liveModel, config, { handle })))
      if (isSpeaking) passed.toUpstream.push(JSON.stringify({ realtimeInput: { activityStart: {} } }))
    })
  }

  function noteConnection({ isLeaving: leaves, handle: given, pieces, calls: called, heard }: ServerMessage) {
    if (pieces.length > 0 || called.length > 0 || heard !== '') isCovered = false
    if (given !== null) {
      handle = given || handle
      isCovered = given !== ''
    }
    isLeaving ||= leaves
    const isQuiet = !response && !isAnswerDue && !isSpeaking && spokenItem === null
    if (isLeaving && isReady && isCovered && isQuiet) passed.isMoving = true
  }

  function readUpstream(message: ServerMessage): void {
    isReady ||= message.isReady
    for (const call of calls.values()) if (message.cancelled.includes(call.id)) call.isWithdrawn = true
    if (message.speech === 'started') startSpeech()
    if (message.speech === 'stopped') stopSpeech()
    if (message.heard !== '') hear(message.heard)
    for (const piece of message.pieces) {
      const writer = openResponse()
      if (cancelled === null) writer[piece.kind](piece.value)
    }
    for (const call of message.calls) {
      const id = call.id || `call_${sessionId}${made++}`
      calls.set(id, { id: call.id, name: call.name, isWithdrawn: false })
      openResponse().call({ ...call, id })
    }
    usage = message.usage ?? usage
    if (message.isInterrupted && response) interrupt(message)
    // A call waits for its result: it is the answer to the request.
    if (message.isTurnComplete || message.calls.length > 0) endTurn()
    else if (!response && usage) reportUsage()
    noteConnection(message)
  }

  /** The client speaks again, so its earlier audio needs no further answer. */
  function interrupt({ speech }: ServerMessage): void {
    endTranscript()
    cancelled ??= 'turn_detected'
    if (speech === null) startSpeech()
  }

  function startSpeech(): void {
    announcedId ??= newId('item')
    emit('input_audio_buffer.speech_started', { item_id: announcedId, audio_start_ms: 0 })
  }

  function stopSpeech(): void {
    announcedId ??= spokenItem?.id ?? newId('item')
    emit('input_audio_buffer.speech_stopped', { item_id: announcedId, audio_end_ms: 0 })
  }

  function hear(text: string): void {
    const item = spokenItem ?? commitItem()
    item.transcript += text
    const place = { item_id: item.id, content_index: 0 }
    emit('conversation.item.input_audio_transcription.delta', { ...place, delta: text })
  }

  function openResponse(): ResponseWriter {
    if (response) return response
    isAnswerDue = false
    if (hasSound && config.detection && !spokenItem) commitItem()
    response = createResponseWriter({ names, newId, emit })
    return response
  }

  function endTurn(): void {
    if (cancelled !== 'turn_detected') {
      endTranscript()
      // Detected turns leave the silence after them in the buffer.
      if (config.detection) hasSound = false
    }
    const reported = usage
    if (response) response.end(cancelled, reported)
    else if (reported) passed.usage = reported
    response = null
    cancelled = null
    usage = null
  }

  /** Usage of a turn without an answer, or after its answer. */
  function reportUsage(): void {
    if (usage) passed.usage = usage
    usage = null
  }

  function endTranscript(): void {
    if (spokenItem && spokenItem.transcript !== '') {
      const { id, transcript } = spokenItem
      const fields = { item_id: id, content_index: 0, transcript }
      emit('conversation.item.input_audio_transcription.completed', fields)
    }
    spokenItem = null
  }

  function newId(kind: 'resp' | 'item'): string {
    return `${kind}_${sessionId}${made++}`
  }
}

/** A function call, by Google's own id, which may be absent. */
interface PendingCall {
  id: string
  name: string
  /** Google no longer wants its result. */
  isWithdrawn: boolean
}

const isOutput = (item: LiveItem) => item.kind === 'output'
const isMessage = (item: LiveItem) => item.kind === 'message'

const textItem = (text: string): LiveItem => ({
  kind: 'message',
  role: 'user',
  parts: [{ kind: 'text', text }],
})

const turnsOf = (messages: Extract<LiveItem, { kind: 'message' }>[]): JsonRecord[] =>
  messages.map(({ role, parts }) => ({
    role: role === 'assistant' ? 'model' : 'user',
    parts: parts.map((part) =>
      part.kind === 'text'
        ? { text: part.text }
        : { inlineData: { mimeType: part.kind === 'audio' ? pcm : part.mimeType, data: part.data } },
    ),
  }))

const format = { type: 'audio/pcm', rate: 24_000 }

/** The initial settings of a session. */
const sessionOfToday = (model: string): JsonRecord => ({
  ...{ type: 'realtime', model, output_modalities: ['audio'], instructions: '', tools: [] },
  ...{ tool_choice: 'auto', max_output_tokens: 'inf' },
  audio: {
    input: { format, transcription: null, turn_detection: { type: 'server_vad' } },
    output: { format, voice: '' },
  },
})

const betaSession = (model: string): JsonRecord => ({
  ...{ model, modalities: ['audio', 'text'], instructions: '', tools: [], tool_choice: 'auto' },
  ...{ voice: '', input_audio_format: 'pcm16', output_audio_format: 'pcm16' },
  ...{ input_audio_transcription: null, turn_detection: { type: 'server_vad' } },
  max_response_output_tokens: 'inf',
})
