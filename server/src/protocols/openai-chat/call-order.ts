import type { ChatEvent } from '../../core/chat/chat-response.ts'
import { createValueEnd, type ValueEnd } from '../../core/json/value-end.ts'

/** Reorders the events of one choice so that parts do not interleave. */
export interface CallOrder {
  push(event: ChatEvent): ChatEvent[]
  /** Scans some more of long arguments; false when none are left. */
  step(): boolean
  /** The stream has ended: the held events, part by part. */
  flush(): ChatEvent[]
}

/**
 * Upstreams may interleave the arguments of parallel calls. Later events wait until a call's arguments are whole JSON,
 * or until the end.
 */
export function createCallOrder(): CallOrder {
  /** The call whose arguments are arriving. */
  let open: { call: number; end: ValueEnd } | null = null
  let waiting: ChatEvent[] = []

  const push = (event: ChatEvent): ChatEvent[] => {
    if (open && event.kind === 'tool_arguments' && event.call === open.call) {
      open.end.push(event.text)
      return waiting.length > 0 && open.end.isWhole() ? [event, ...release()] : [event]
    }
    if (open && !open.end.isWhole()) {
      waiting.push(event)
      return []
    }
    open = event.kind === 'tool_start' ? { call: event.call, end: createValueEnd() } : null
    return [event]
  }

  return {
    push,
    step: () => open?.end.step() ?? false,
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
