import i18next from 'i18next'
import { useSyncExternalStore } from 'react'
import { queryClient } from '../../app/query-client.ts'
import { quotaFormatDefault } from '../../lib/format.ts'
import { newId } from '../../lib/new-id.ts'
import { storedStatus } from '../../lib/queries.ts'
import { readText, storedName, writeText } from '../../lib/storage.ts'
import { pricingQuery } from '../../lib/user-queries.ts'
import type { Settings } from './build-request.ts'
import { type Conversation, type ConversationState, createConversation } from './conversation.ts'
import { estimateCharge } from './estimate-charge.ts'
import { findCharge } from './find-charge.ts'
import { createIndexedStore } from './indexed-store.ts'
import { newConversation, packConversation, readConversation } from './keep-conversation.ts'
import type { AnswerFacts, ChatMessage } from './message.ts'
import { type KnownModel, parametersOf } from './model-parameters.ts'
import { type ConversationShelf, createShelf } from './shelf.ts'
import { streamChat } from './stream-chat.ts'
import { streamDependencies } from './stream-dependencies.ts'

/** Thirty updates a second: more cannot be read. */
const drawMs = 33
const keepMs = 500

const text = (key: 'sample.greeting' | 'sample.reply') => i18next.t(key, { ns: 'playground' })

/** The cost of an answer from the log, otherwise estimated from the price list. */
async function priceOf(
  userId: number,
  { facts, model, createAt }: ChatMessage,
  settings: Settings,
): Promise<AnswerFacts> {
  if (!facts?.requestId) return {}
  const found = await findCharge(facts.requestId)
  if (found !== null) return found
  const { promptTokens, completionTokens } = facts
  if (model === undefined || promptTokens === undefined || completionTokens === undefined) return {}
  const pricing = await queryClient.ensureQueryData(pricingQuery(userId)).catch(() => null)
  const group = settings.group || Object.keys(pricing?.group_ratio ?? {})[0]
  if (!pricing || group === undefined || createAt === 0) return {}
  const quotaPerUnit = storedStatus()?.quota_per_unit ?? quotaFormatDefault.perUnit
  const charge = estimateCharge(pricing, { model, group, promptTokens, completionTokens, quotaPerUnit })
  return charge === null ? {} : { charge, isEstimated: true }
}

/** What the loaded price list says about a model. */
const knownModel = (userId: number, model: string): KnownModel | undefined =>
  queryClient.getQueryData(pricingQuery(userId).queryKey)?.data.find(({ model_name }) => model_name === model)

/** Stores the last state a moment after it stops changing, and before the page is left. */
function createKeeper(write: (state: ConversationState) => void): (state: ConversationState) => void {
  let due: ConversationState | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const writeDue = () => {
    clearTimeout(timer)
    if (due) write(due)
    due = null
  }
  window.addEventListener('pagehide', writeDue)
  return (state) => {
    // Another conversation is shown: what is due of the one before would be lost.
    if (due?.id !== state.id) writeDue()
    due = state
    clearTimeout(timer)
    timer = setTimeout(writeDue, keepMs)
  }
}

/** The open conversation is also in local storage, which is read at once and written while a page is being left. */
function openConversation(userId: number, shelf: ConversationShelf): Conversation {
  const key = `playground-${userId}` as const
  const samples = { greeting: text('sample.greeting'), reply: text('sample.reply') }
  const initial = readConversation(readText(key)) ?? newConversation(newId(), samples)
  const keep = (state: ConversationState) => {
    const packed = packConversation(state)
    writeText(key, packed)
    void shelf.keep(state, packed)
  }
  keep(initial)
  return createConversation(initial, {
    call: (body, signal, onEvent) => streamChat(streamDependencies, { body, userId, signal }, onEvent),
    parametersOf: (model) => parametersOf(model, knownModel(userId, model)),
    priceOf: (answer, settings) => priceOf(userId, answer, settings),
    keep: createKeeper(keep),
    later: (run) => setTimeout(run, drawMs),
    newId,
    now: () => Date.now(),
  })
}

interface Opened {
  userId: number
  conversation: Conversation
  shelf: ConversationShelf
}
let current: Opened | null = null

/** The account's conversations. An answer continues while other pages are open, and ends with the login. */
export function useConversation(userId: number): Opened {
  if (current?.userId !== userId) {
    current?.conversation.stop()
    const shelf = createShelf(createIndexedStore(storedName(`playground-${userId}`)))
    current = { userId, conversation: openConversation(userId, shelf), shelf }
  }
  return current
}

export const useShelf = (shelf: ConversationShelf) => useSyncExternalStore(shelf.subscribe, shelf.get)

export const useConversationState = (conversation: Conversation) =>
  useSyncExternalStore(conversation.subscribe, conversation.get)
