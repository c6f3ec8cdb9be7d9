import { parseJson } from '@sluice/contract/read-json'
import type { ChatEvent } from '../../core/chat/chat-response.ts'

/** Reorders the events of one choice so that parts do not interleave. */
export interface CallOrder {
  push(event: ChatEvent): ChatEvent[]
  /** The stream has ended: the held events, part by part. */
  flush(): ChatEvent[]
}

/**
 * Upstreams may interleave the arguments of parallel calls. Later events wait until a call's arguments are whole JSON,
 * or until the end.
 */
export function createCallOrder(): CallOrder {
  let open: { call: number; text: string } | null = null
  let waiting: ChatEvent[] = []

  const push = (event: ChatEvent): ChatEvent[] => {
    if (open && event.kind === 'tool_arguments' && event.call === open.call) {
      open.text += event.text
      return waiting.length > 0 && isWholeJson(open.text) ? [event, ...release()] : [event]
    }
    if (open && !isWholeJson(open.text)) {
      waiting.push(event)
      return []
    }
    open = event.kind === 'tool_start' ? { call: event.call, text: '' } : null
    return [event]
  }

  return {
    push,
    flush() {
      const events: ChatEvent[] = []
      while (waiting.length > 0) events.push(...release())
      open = null
      return events
    },
  }

  /** Releases waiting events, up to the next part that must wait. */
  function release(): ChatEvent[] {
    open = null
    const held = waiting
    waiting = []
    return held.flatMap(push)
  }
}

/** The pattern is cheap and comes first: most fragments do not end a value. */
export const isWholeJson = (text: string): boolean => /[}\]"\w]\s*$/.test(text) && parseJson(text) !== undefined
