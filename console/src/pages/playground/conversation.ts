import { buildRequest, type Settings } from './build-request.ts'
import {
  type AnswerEvent,
  type AnswerFacts,
  addVersion,
  applyEvent,
  asStopped,
  type ChatMessage,
  isRunning,
  mapVersion,
  showVersion,
  versionsOf,
  withoutVersions,
} from './message.ts'
import type { Parameter } from './model-parameters.ts'

/** The most models that are compared. */
export const lanesMax = 4

/** One model and its conversation. Several are shown side by side when models are compared. */
export interface Lane {
  model: string
  messages: ChatMessage[]
}

/** What a question has beside its text. */
type Attached = Pick<ChatMessage, 'images' | 'files'>

export interface ConversationState {
  id: string
  /** Absent = it goes by its first question. */
  title?: string
  settings: Settings
  lanes: Lane[]
}

export interface ConversationParts {
  /** Calls a model; emits events until one ends the answer. */
  call(body: unknown, signal: AbortSignal, onEvent: (event: AnswerEvent) => void): Promise<void>
  /** The parameters that a model takes. */
  parametersOf(model: string): ReadonlySet<Parameter>
  /** The cost of a finished answer. */
  priceOf(answer: ChatMessage, settings: Settings): Promise<AnswerFacts>
  keep(state: ConversationState): void
  /** Runs soon, once for many requests, because text arrives faster than it can be drawn. */
  later(run: () => void): void
  newId(): string
  /** Milliseconds. */
  now(): number
}

export type Conversation = ReturnType<typeof createConversation>

/** The chat of one account: its messages, and the running calls. Outlives the page. */
export function createConversation(initial: ConversationState, parts: ConversationParts) {
  let state = initial
  let shown = initial
  let isWaiting = false
  const listeners = new Set<() => void>()
  const running = new Map<string, AbortController>()

  function show(): void {
    shown = state
    for (const listener of listeners) listener()
  }

  function showLater(): void {
    if (isWaiting) return
    isWaiting = true
    parts.later(() => {
      isWaiting = false
      if (shown !== state) show()
    })
  }

  function set(next: ConversationState): void {
    state = next
    parts.keep(state)
    show()
  }

  const setLanes = (map: (lane: Lane, index: number) => Lane) => set({ ...state, lanes: state.lanes.map(map) })

  function setMessage(id: string, map: (message: ChatMessage) => ChatMessage): void {
    const mapAll = (messages: ChatMessage[]) => {
      for (const [at, message] of messages.entries()) {
        const mapped = mapVersion(message, id, map)
        if (mapped !== null) return messages.with(at, mapped)
      }
      return messages
    }
    state = {
      ...state,
      lanes: state.lanes.map((lane) => {
        const messages = mapAll(lane.messages)
        return messages === lane.messages ? lane : { ...lane, messages }
      }),
    }
  }

  const findMessage = (id: string) =>
    state.lanes
      .flatMap(({ messages }) => messages)
      .flatMap(versionsOf)
      .find((message) => message.id === id)

  /**
   * Appends an empty answer to each of these lanes, and starts filling it. `isVersion`: it is a further version of the
   * lane's last answer.
   */
  function answer(lanes: readonly number[], isVersion = false): void {
    const ids = new Map(lanes.map((index) => [index, parts.newId()]))
    setLanes((lane, index) => {
      const id = ids.get(index)
      if (id === undefined) return lane
      const empty: ChatMessage = {
        id,
        role: 'assistant',
        createAt: parts.now(),
        content: '',
        status: 'loading',
        model: lane.model,
      }
      const last = isVersion ? lane.messages.at(-1) : undefined
      if (last === undefined) return { ...lane, messages: [...lane.messages, empty] }
      return { ...lane, messages: lane.messages.with(-1, addVersion(last, empty)) }
    })
    for (const [index, id] of ids) void fill(index, id)
  }

  async function fill(index: number, id: string): Promise<void> {
    const lane = state.lanes[index]
    if (!lane) return
    const { settings } = state
    const target = { model: lane.model, taken: parts.parametersOf(lane.model) }
    const body = buildRequest(settings, target, lane.messages.slice(0, -1))
    const stopping = new AbortController()
    running.set(id, stopping)
    await parts.call(body, stopping.signal, (event) => {
      setMessage(id, (message) => applyEvent(message, event))
      const isOver = ['end', 'failed', 'stopped'].includes(event.type)
      if (isOver) set(state)
      else showLater()
    })
    running.delete(id)
    const over = findMessage(id)
    if (!over) return
    const price = await parts.priceOf(over, settings)
    setMessage(id, (message) => ({ ...message, facts: { ...message.facts, ...price } }))
    set(state)
  }

  /** False while an answer is being written: a question has to wait for it. */
  function sendMessage(lanes: readonly number[], content: string, { images = [], files = [] }: Attached = {}): boolean {
    if (isBusy() || (content.trim() === '' && images.length + files.length === 0)) return false
    const question: ChatMessage = {
      id: parts.newId(),
      role: 'user',
      createAt: parts.now(),
      content,
      status: 'complete',
      ...(images.length > 0 && { images }),
      ...(files.length > 0 && { files }),
    }
    setLanes((lane, index) =>
      lanes.includes(index)
        ? { ...lane, messages: [...lane.messages.filter(({ isSample }) => !isSample), question] }
        : lane,
    )
    answer(lanes)
    return true
  }

  const stop = (ids: readonly string[] = [...running.keys()]) => {
    for (const id of ids) running.get(id)?.abort()
  }
  const isBusy = () => running.size > 0
  const everyLane = () => state.lanes.map((_, index) => index)

  return {
    get: () => shown,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    /** Shows another conversation; returns false while an answer is being written. */
    open(next: ConversationState): boolean {
      if (isBusy()) return false
      set(next)
      return true
    },
    /** An empty conversation with the same settings and models. */
    startNew(): void {
      if (isBusy()) return
      const { settings, lanes } = state
      set({ id: parts.newId(), settings, lanes: lanes.map(({ model }) => ({ model, messages: [] })) })
    },
    rename: (title: string) => set({ ...state, title }),
    setSettings: (changes: Partial<Settings>) => set({ ...state, settings: { ...state.settings, ...changes } }),
    setModel: (at: number, model: string) => setLanes((lane, index) => (index === at ? { ...lane, model } : lane)),
    /** A further lane starts with the conversation of the first. */
    compare(model: string) {
      const [first] = state.lanes
      if (first && state.lanes.length < lanesMax && !isBusy()) {
        const copied = first.messages.map((message) =>
          message.role === 'user' ? message : { ...withoutVersions(message), id: parts.newId() },
        )
        set({ ...state, lanes: [...state.lanes, { model, messages: copied }] })
      }
    },
    /** Keeps the first lane alone. */
    endComparison() {
      const others = state.lanes.slice(1).flatMap(({ messages }) => messages)
      stop(others.filter(isRunning).map(({ id }) => id))
      set({ ...state, lanes: state.lanes.slice(0, 1) })
    },
    /** Removes the lane; the others stay. */
    closeLane(at: number) {
      stop(state.lanes[at]?.messages.filter(isRunning).map(({ id }) => id))
      if (state.lanes.length > 1) set({ ...state, lanes: state.lanes.filter((_, index) => index !== at) })
    },
    /** Asks every lane; returns false while an answer is being written. */
    send: (content: string, attached: Attached = {}): boolean => sendMessage(everyLane(), content, attached),
    /** Asks one lane alone to continue its last answer, in these words. */
    askForRest: (at: number, content: string): boolean => sendMessage([at], content),
    /** Adds a version of the last answer of a lane. */
    retry(at: number) {
      const last = state.lanes[at]?.messages.at(-1)
      if (isBusy() || last?.role !== 'assistant') return
      answer([at], true)
    },
    /** Answers the calls of tools of a lane's last answer, in their order, and lets its model continue. */
    answerTools(at: number, results: readonly string[]) {
      const last = state.lanes[at]?.messages.at(-1)
      if (isBusy() || !last?.toolCalls) return
      const toolCalls = last.toolCalls.map((call, index) => ({ ...call, result: results[index] ?? '' }))
      setMessage(last.id, (message) => ({ ...message, toolCalls }))
      answer([at])
    },
    /** Shows the version of an answer that is `step` away. What is shown is what later calls contain. */
    showVersion(id: string, step: number) {
      if (isBusy()) return
      setMessage(id, (message) => showVersion(message, step))
      set(state)
    },
    /** Changes the question, and removes everything after it. */
    edit(id: string, content: string) {
      if (isBusy() || content.trim() === '') return
      const cut = (messages: ChatMessage[]) => {
        const at = messages.findIndex((message) => message.id === id)
        const question = messages[at]
        return question ? [...messages.slice(0, at), { ...question, content }] : null
      }
      const lanes = everyLane().filter((index) => cut(state.lanes[index]?.messages ?? []) !== null)
      setLanes((lane) => ({ ...lane, messages: cut(lane.messages) ?? lane.messages }))
      answer(lanes)
    },
    /** Removes a question from every lane, or an answer from its own. */
    remove(id: string) {
      stop([id])
      setLanes((lane) => ({ ...lane, messages: lane.messages.filter((message) => message.id !== id) }))
    },
    /** Clears the conversation; returns an undo function, which works as long as nothing else was asked. */
    clear(): () => void {
      const before = state.lanes
      stop()
      setLanes((lane) => ({ ...lane, messages: [] }))
      return () => {
        if (state.lanes.length !== before.length || state.lanes.some(({ messages }) => messages.length > 0)) return
        setLanes((lane, index) => ({ ...lane, messages: (before[index]?.messages ?? []).map(asStopped) }))
      }
    },
    stop: () => stop(),
  }
}
