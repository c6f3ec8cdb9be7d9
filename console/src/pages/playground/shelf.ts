import type { ConversationState } from './conversation.ts'

/** What the list shows of a conversation, without its messages. */
export interface ShelfEntry {
  id: string
  /** The name that the person gave it; '' = it goes by its first question. */
  title: string
  /** The questions, for the search. */
  questions: string
  /** When its latest message was made, in milliseconds. */
  changedAt: number
  /** The length of its text. */
  chars: number
}

/** Where conversations are kept. Everything may fail: storage can be forbidden or full. */
export interface ShelfStore {
  list(): Promise<ShelfEntry[]>
  /** The conversation as text. */
  read(id: string): Promise<string | undefined>
  write(entry: ShelfEntry, text: string): Promise<void>
  remove(id: string): Promise<void>
}

interface Shelf {
  /** The latest first. */
  entries: ShelfEntry[]
  /** `full`: the last change is not kept. `refused`: the browser keeps nothing. */
  state: 'ready' | 'full' | 'refused'
}

interface Limits {
  conversations: number
  chars: number
}
const shelfLimits: Limits = { conversations: 200, chars: 50_000_000 }
const questionsMax = 4_000
const titleMax = 100

/** The conversations of one account in this browser. Changes are written one after another. */
export function createShelf(store: ShelfStore, limits = shelfLimits) {
  let shelf: Shelf = { entries: [], state: 'ready' }
  const listeners = new Set<() => void>()
  const set = (next: Partial<Shelf>) => {
    shelf = { ...shelf, ...next }
    for (const listener of listeners) listener()
  }
  const others = (id: string) => shelf.entries.filter((entry) => entry.id !== id)
  const fail = (error: unknown) => set({ state: isQuotaError(error) ? 'full' : 'refused' })
  let last: Promise<void> = store.list().then((entries) => set({ entries: sortEntries(entries) }), fail)
  function next(run: () => Promise<void>): Promise<void> {
    last = last.then(run).catch(fail)
    return last
  }

  async function write(state: ConversationState, text: string): Promise<void> {
    const entry = entryOf(state, text.length)
    const kept = others(entry.id)
    const chars = kept.reduce((sum, other) => sum + other.chars, entry.chars)
    if (kept.length >= limits.conversations || chars > limits.chars) return set({ state: 'full' })
    await store.write(entry, text)
    set({ entries: sortEntries([entry, ...kept]), state: 'ready' })
  }

  async function remove(id: string): Promise<void> {
    if (!shelf.entries.some((entry) => entry.id === id)) return
    await store.remove(id)
    set({ entries: others(id), state: 'ready' })
  }

  return {
    get: () => shelf,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    /** Keeps the conversation; one without questions is not in the list. `text`: the whole of it. */
    keep: (state: ConversationState, text: string) =>
      next(() => (questionsOf(state).length === 0 ? remove(state.id) : write(state, text))),
    remove: (id: string) => next(() => remove(id)),
    /** The conversation as text; null if the browser has lost it. */
    async read(id: string): Promise<string | null> {
      await last
      return (await store.read(id).catch(() => undefined)) ?? null
    },
  }
}

export type ConversationShelf = ReturnType<typeof createShelf>

const isQuotaError = (error: unknown) => error instanceof DOMException && error.name === 'QuotaExceededError'

const sortEntries = (entries: readonly ShelfEntry[]) => entries.toSorted((a, b) => b.changedAt - a.changedAt)

const questionsOf = ({ lanes }: ConversationState) =>
  (lanes[0]?.messages ?? []).filter(({ role, isSample }) => role === 'user' && !isSample)

function entryOf(state: ConversationState, chars: number): ShelfEntry {
  const questions = questionsOf(state).map(({ content }) => content)
  return {
    id: state.id,
    title: state.title ?? '',
    questions: questions.join('\n').slice(0, questionsMax),
    changedAt: Math.max(...state.lanes.flatMap(({ messages }) => messages.map(({ createAt }) => createAt))),
    chars,
  }
}

/** The name of a conversation: its own, or the beginning of its first question; '' if that is a picture alone. */
export const titleOf = ({ title, questions }: Pick<ShelfEntry, 'title' | 'questions'>): string =>
  title !== '' ? title : (questions.trim().split('\n')[0] ?? '').slice(0, titleMax)

/** The entries whose name or questions have every word of `text`. */
export function searchShelf(entries: readonly ShelfEntry[], text: string): ShelfEntry[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return entries.filter(({ title, questions }) => {
    const searched = `${title}\n${questions}`.toLowerCase()
    return words.every((word) => searched.includes(word))
  })
}
