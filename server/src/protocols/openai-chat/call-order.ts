import { parseJson } from '@sluice/contract/read-json'
import type { ChatEvent } from '../../core/chat/chat-response.ts'
import { createObjectEnd, type ObjectEnd } from '../../core/json/object-end.ts'

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
  let open: OpenCall | null = null
  let waiting: ChatEvent[] = []

  const push = (event: ChatEvent): ChatEvent[] => {
    if (open && event.kind === 'tool_arguments' && event.call === open.call) {
      open.unseen += event.text
      return waiting.length > 0 && isWhole(open) ? [event, ...release()] : [event]
    }
    if (open && !isWhole(open)) {
      waiting.push(event)
      return []
    }
    open = event.kind === 'tool_start' ? openCall(event.call) : null
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

/** A call whose arguments are arriving. */
interface OpenCall {
  call: number
  /** Its first arguments, for those that are no object. */
  head: string
  /** Arguments after those of `end`. They are looked at only once something else arrives: many are large. */
  unseen: string
  end: ObjectEnd
}

const openCall = (call: number): OpenCall => ({ call, head: '', unseen: '', end: createObjectEnd() })

/** Arguments that are no object are short. */
const headMax = 1_000

function see(open: OpenCall): void {
  if (open.head.length <= headMax) open.head += open.unseen
  open.end.push(open.unseen)
  open.unseen = ''
}

function isWhole(open: OpenCall): boolean {
  see(open)
  return open.end.isReached() || (open.head.length <= headMax && isWholeJson(open.head))
}

/** The pattern is cheap and comes first: most fragments do not end a value. */
export const isWholeJson = (text: string): boolean => /[}\]"\w]\s*$/.test(text) && parseJson(text) !== undefined
