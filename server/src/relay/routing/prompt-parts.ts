import { hourMs } from '@sluice/contract/durations'
import { type JsonRecord, listOf, recordOf, textOf } from '@sluice/contract/read-json'
import type { PromptPart } from '@sluice/contract/usage-log'
import { LRUCache } from 'lru-cache'
import { type Conversation, conversationKey, isContinued, startOf } from './affinity.ts'

/**
 * Remembers what the last turn of each conversation began with, as hashes, and finds where the next turn differs: from
 * there on nothing comes from a prompt cache. In this node's memory, for an hour.
 */
export interface PromptParts {
  /** Where the prompt differs from that of the turn before; null = it continues it, or there is none. */
  follow(turn: Conversation): PromptPart | null
}

/** Hashes that are kept, of all conversations: 4 MB. */
const hashesMax = 1_000_000
/** Messages of a conversation that are compared. */
const messagesMax = 2_000
/** Conversations that begin with one question. */
const outlinesMax = 4
const ttlMs = hourMs
/** Of each text its length and this much of both ends is compared: a change elsewhere rarely keeps the length. */
const endLength = 48

interface Outline {
  tools: number
  messages: Uint32Array
}

export function createPromptParts(): PromptParts {
  const outlines = new LRUCache<string, readonly Outline[]>({
    maxSize: hashesMax,
    sizeCalculation: (known) => known.reduce((sum, { messages }) => sum + messages.length, outlinesMax * 8),
    ttl: ttlMs,
  })
  return {
    follow(turn) {
      // A first turn has nothing to be compared with.
      if (!isContinued(turn)) return null
      const messages = listOf(turn.countable.messages).map(recordOf)
      const key = keyOf(turn, messages)
      const known = outlines.get(key) ?? []
      const now = outlineOf(turn, messages)
      const before = turnBefore(known, now)
      outlines.set(key, [now, ...known.filter((one) => one !== before)].slice(0, outlinesMax))
      return before ? partOf(before, now, messages) : null
    },
  }
}

/** By its first question: instructions before it may change from turn to turn, which is to be found. */
function keyOf(turn: Conversation, messages: readonly JsonRecord[]): string {
  const start = startOf(messages.find(({ role }) => role === 'user'))
  return Bun.hash(conversationKey(turn, start)).toString(36)
}

function outlineOf({ countable }: Conversation, messages: readonly JsonRecord[]): Outline {
  const hashes = new Uint32Array(Math.min(messages.length, messagesMax))
  for (let index = 0; index < hashes.length; index++) hashes[index] = withMessage(seed, messages[index] ?? {})
  return { tools: listOf(countable.tools).reduce(withTool, seed), messages: hashes }
}

/** FNV-1a over UTF-16 units: a conversation has thousands of short texts, and a text joined of them costs more. */
const seed = 0x811c9dc5
const prime = 0x01000193

/** The hash with the length and both ends of a text. */
function withText(hash: number, text: string): number {
  const { length } = text
  let mixed = Math.imul(hash ^ length, prime)
  const headEnd = Math.min(length, endLength)
  for (let index = 0; index < headEnd; index++) mixed = Math.imul(mixed ^ text.charCodeAt(index), prime)
  for (let index = Math.max(headEnd, length - endLength); index < length; index++)
    mixed = Math.imul(mixed ^ text.charCodeAt(index), prime)
  return mixed
}

function withMessage(hash: number, { role, content, tool_calls: calls, tool_call_id: id }: JsonRecord): number {
  let mixed = withText(withText(hash, textOf(role)), textOf(id))
  mixed = typeof content === 'string' ? withText(mixed, content) : listOf(content).reduce(withPart, mixed)
  return listOf(calls).reduce(withCall, mixed)
}

function withCall(hash: number, call: unknown): number {
  const { name, arguments: given } = recordOf(recordOf(call).function)
  return withText(withText(hash, textOf(name)), textOf(given))
}

function withPart(hash: number, part: unknown): number {
  const { type, text, image_url: image } = recordOf(part)
  const address = typeof image === 'string' ? image : textOf(recordOf(image).url)
  return withText(withText(hash, textOf(type)), textOf(text) || address)
}

function withTool(hash: number, tool: unknown): number {
  const { name, description, parameters } = recordOf(recordOf(tool).function ?? tool)
  const { properties } = recordOf(parameters)
  const named = withText(withText(hash, textOf(name)), textOf(description))
  return Object.keys(recordOf(properties)).reduce(withText, named)
}

/** The known turn that shares the most with this one, if that is half of it: else this is another conversation. */
function turnBefore(known: readonly Outline[], now: Outline): Outline | undefined {
  let found: Outline | undefined
  let most = 0
  for (const one of known) {
    const shared = one.messages.reduce((sum, hash, index) => sum + Number(hash === now.messages[index]), 0)
    if (2 * shared < Math.min(one.messages.length, now.messages.length) || shared <= most) continue
    most = shared
    found = one
  }
  return found
}

function partOf(before: Outline, now: Outline, messages: readonly JsonRecord[]): PromptPart | null {
  const of = before.messages.length
  if (before.tools !== now.tools) return { in: 'tools', at: 0, of }
  // A shorter prompt that begins like the last one is an earlier turn again, and another last message a second try.
  const at = now.messages.findIndex((hash, index) => index < of - 1 && hash !== before.messages[index])
  if (at < 0) return null
  const role = messages[at]?.role
  return { in: role === 'system' || role === 'developer' ? 'system' : 'message', at: at + 1, of }
}
