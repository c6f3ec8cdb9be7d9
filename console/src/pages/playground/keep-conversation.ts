import { isRecord, parseJson } from '@sluice/contract/read-json'
import { newId } from '../../lib/new-id.ts'
import { type ConversationState, type Lane, lanesMax } from './conversation.ts'
import { asStopped, type ChatMessage } from './message.ts'

/** A browser stores a few megabytes for a site in total. */
const charsMax = 2_000_000
const messagesMax = 200

const settingsDefault = { group: '', temperature: 0, maxTokens: 0, system: 'You are a helpful assistant.' }
const modelDefault = 'gpt-4o-mini'

/** A new conversation, with a greeting and an answer as an example. */
export function newConversation(id: string, samples: { greeting: string; reply: string }): ConversationState {
  const sample = (role: ChatMessage['role'], content: string): ChatMessage => ({
    id: `sample-${role}`,
    role,
    createAt: 0,
    content,
    status: 'complete',
    isSample: true,
  })
  const messages = [sample('user', samples.greeting), sample('assistant', samples.reply)]
  return { id, settings: settingsDefault, lanes: [{ model: modelDefault, messages }] }
}

/**
 * The conversation as text, within the browser's limit: old pictures, files and versions are dropped first, then old
 * messages.
 */
export function packConversation(state: ConversationState, max = charsMax): string {
  const newest = mapMessages(state, (messages) => messages.slice(-messagesMax))
  const count = Math.max(...newest.lanes.map(({ messages }) => messages.length))
  for (let steps = 0; ; steps += Math.ceil(count / 20)) {
    const text = JSON.stringify(steps === 0 ? newest : dropped(newest, steps))
    if (text.length <= max || steps > count * 2) return text
  }
}

/**
 * Without pictures, files and other versions of the first `steps` messages; beyond the last, also without the
 * first messages.
 */
function dropped(state: ConversationState, steps: number): ConversationState {
  return mapMessages(state, (messages) =>
    messages
      .map((message, index): ChatMessage => {
        const { images, files, sound, earlier, later, ...rest } = message
        if (index >= steps) return message
        return {
          ...rest,
          ...(images && { lostImages: (rest.lostImages ?? 0) + images.length }),
          ...((files || sound) && { lostFiles: (rest.lostFiles ?? 0) + (files?.length ?? 0) + (sound ? 1 : 0) }),
        }
      })
      .slice(Math.max(0, steps - messages.length)),
  )
}

const mapMessages = (state: ConversationState, map: (messages: ChatMessage[]) => ChatMessage[]): ConversationState => ({
  ...state,
  lanes: state.lanes.map((lane) => ({ ...lane, messages: map(lane.messages) })),
})

/** The stored conversation; null when it is not one. An answer that was being written counts as stopped. */
export function readConversation(text: string | null): ConversationState | null {
  const value = parseJson(text ?? '')
  if (!isState(value)) return null
  // Conversations of earlier versions have no identifier.
  const state = { ...value, id: value.id ?? newId(), settings: { ...settingsDefault, ...value.settings } }
  return mapMessages(state, (messages) => messages.map(asStopped))
}

const isMessage = (value: unknown): boolean =>
  isRecord(value) &&
  typeof value.id === 'string' &&
  typeof value.content === 'string' &&
  (value.role === 'user' || value.role === 'assistant')

const isLane = (value: unknown): value is Lane =>
  isRecord(value) && typeof value.model === 'string' && Array.isArray(value.messages) && value.messages.every(isMessage)

type StoredState = Omit<ConversationState, 'id'> & { id?: string }

const isTextOrAbsent = (value: unknown): boolean => value === undefined || typeof value === 'string'

const isState = (value: unknown): value is StoredState =>
  isRecord(value) &&
  isTextOrAbsent(value.id) &&
  isTextOrAbsent(value.title) &&
  isRecord(value.settings) &&
  Array.isArray(value.lanes) &&
  value.lanes.length > 0 &&
  value.lanes.length <= lanesMax &&
  value.lanes.every(isLane)
